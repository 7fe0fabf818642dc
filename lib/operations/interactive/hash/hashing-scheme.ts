import { invalidField } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PreparedNode } from "../wire/prepared-transaction.ts";

/** By which rules a prepared transaction is hashed (interactive-submission.md 5, 13). */
export type HashingScheme = 2 | 3;

/** The constants that schemes go by on the API. */
export const schemeNames = [
  "HASHING_SCHEME_VERSION_UNSPECIFIED",
  "HASHING_SCHEME_VERSION_V2",
  "HASHING_SCHEME_VERSION_V3",
] as const;

/** The versions of the hash that an external party signs. */
export type HashingSchemeName = (typeof schemeNames)[number];

/** Undefined for the one that says nothing. */
export const schemeOf = (name: HashingSchemeName): HashingScheme | undefined => {
  switch (name) {
    case "HASHING_SCHEME_VERSION_UNSPECIFIED":
      return undefined;
    case "HASHING_SCHEME_VERSION_V2":
      return 2;
    case "HASHING_SCHEME_VERSION_V3":
      return 3;
  }
};

/** The error of a request that needs a scheme and names none. */
export const unspecifiedScheme = (): LedgerError =>
  invalidField({
    field: "hashingSchemeVersion",
    expected: `one of ${schemeNames.slice(1).join(", ")}`,
  });

export const schemeName = (scheme: HashingScheme): HashingSchemeName =>
  scheme === 2 ? "HASHING_SCHEME_VERSION_V2" : "HASHING_SCHEME_VERSION_V3";

const serializations: Readonly<Record<HashingScheme, readonly string[]>> = {
  2: ["2.1"],
  3: ["2.1", "2"],
};

/**
 * Raises INVALID_ARGUMENT for what a scheme has no hash for: serialization versions it does not
 * know, and under V2 all that has to do with contract keys.
 */
export const refuseNode = (node: PreparedNode, scheme: HashingScheme): void => {
  if (node.kind === "rollback") return;
  refuseVersion(node.version, scheme);
  if (scheme !== 2) return;
  const isKeyed = node.kind === "queryByKey" || node.key !== undefined;
  const isByKey = (node.kind === "fetch" || node.kind === "exercise") && node.byKey;
  if (isKeyed || isByKey) throw unhashable("2", scheme);
};

/** Of a node or of a whole transaction. Raises INVALID_ARGUMENT. */
export const refuseVersion = (version: string, scheme: HashingScheme): void => {
  if (!serializations[scheme].includes(version)) throw unhashable(version, scheme);
};

const unhashable = (version: string, scheme: HashingScheme): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      `The hashing scheme V${scheme} has no hash for nodes of serialization version ` +
      `${JSON.stringify(version)}, it has for ${serializations[scheme].join(", ")}. ` +
      "Contract keys need scheme V3.",
  });
