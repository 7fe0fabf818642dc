import { invalidFieldError } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PreparedNode } from "../wire/prepared-transaction.ts";

/** The version of the hashing rules for prepared transactions (interactive-submission.md 5, 13). */
export type HashingScheme = 2 | 3;

/** The names of the schemes in the API. */
export const hashingSchemeNames = [
  "HASHING_SCHEME_VERSION_UNSPECIFIED",
  "HASHING_SCHEME_VERSION_V2",
  "HASHING_SCHEME_VERSION_V3",
] as const;

/** The API's name of a hashing scheme. */
export type HashingSchemeName = (typeof hashingSchemeNames)[number];

/** Returns the scheme with this name; undefined for the unspecified one. */
export const parseHashingScheme = (name: HashingSchemeName): HashingScheme | undefined => {
  switch (name) {
    case "HASHING_SCHEME_VERSION_UNSPECIFIED":
      return undefined;
    case "HASHING_SCHEME_VERSION_V2":
      return 2;
    case "HASHING_SCHEME_VERSION_V3":
      return 3;
  }
};

/** Returns the error for a request without the scheme that it must have. */
export const unspecifiedHashingSchemeError = (): LedgerError =>
  invalidFieldError({
    field: "hashingSchemeVersion",
    expected: `one of ${hashingSchemeNames.slice(1).join(", ")}`,
  });

export const formatHashingScheme = (scheme: HashingScheme): HashingSchemeName =>
  scheme === 2 ? "HASHING_SCHEME_VERSION_V2" : "HASHING_SCHEME_VERSION_V3";

const serializationVersionsByScheme: Readonly<Record<HashingScheme, readonly string[]>> = {
  2: ["2.1"],
  3: ["2.1", "2"],
};

/**
 * Raises INVALID_ARGUMENT for a node that the scheme cannot hash: with an unknown serialization
 * version or, under V2, with a contract key.
 */
export const assertHashableNode = (node: PreparedNode, scheme: HashingScheme): void => {
  if (node.kind === "rollback") return;
  assertHashableTransactionVersion(node.version, scheme);
  if (scheme !== 2) return;
  const isKeyed = node.kind === "queryByKey" || node.key !== undefined;
  const isByKey = (node.kind === "fetch" || node.kind === "exercise") && node.byKey;
  if (isKeyed || isByKey) throw unhashableVersionError("2", scheme);
};

/** Checks the version of a node or of a whole transaction. Raises INVALID_ARGUMENT. */
export const assertHashableTransactionVersion = (version: string, scheme: HashingScheme): void => {
  if (!serializationVersionsByScheme[scheme].includes(version)) {
    throw unhashableVersionError(version, scheme);
  }
};

const unhashableVersionError = (version: string, scheme: HashingScheme): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      `The hashing scheme V${scheme} cannot hash nodes of serialization version ` +
      `${JSON.stringify(version)}, only of ${serializationVersionsByScheme[scheme].join(", ")}. ` +
      "Contract keys need scheme V3.",
  });
