import { invalidArgument } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  matchesGrammar,
  packageIdGrammar,
  packageNameGrammar,
  packageVersionGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { PackageValidity } from "../../../base/model/vetting.ts";
import type { Precedence } from "../../../ledger/port/precedence.ts";
import {
  type JsonReader,
  readBoolean,
  readerOfEnum,
  readerOfTagged,
  readerOfWrappedValue,
  readInt32,
  readNothing,
  readObject,
  readOptional,
  readOptionalList,
  readOptionalText,
  readTimestamp,
} from "../../../views/envelope/readers.ts";

/** A reference to packages. An empty field matches any value. */
export interface VettedPackagesRef {
  readonly packageId: string;
  readonly packageName: string;
  readonly packageVersion: string;
}

export type RequestedVetting =
  | {
      readonly kind: "vet";
      readonly references: readonly VettedPackagesRef[];
      readonly validity: PackageValidity;
    }
  | { readonly kind: "unvet"; readonly references: readonly VettedPackagesRef[] };

/** The serial that the vetting must have before the change. */
export type ExpectedSerial =
  { readonly kind: "prior"; readonly serial: number } | { readonly kind: "none" | "any" };

export interface VettingRequest {
  /** A change is undefined if its operation is not set. */
  readonly changes: readonly (RequestedVetting | undefined)[];
  readonly dryRun: boolean;
  /** `""` means the only synchronizer. */
  readonly synchronizerId: SynchronizerId;
  readonly expectedSerial: ExpectedSerial;
  readonly allowUnvettedDependencies: boolean;
  readonly allowIncompatibleUpgrades: boolean;
}

/** Reads a request. Checks only the JSON types. */
export const readVettingRequest: JsonReader<VettingRequest> = (json) => {
  const request = readObject(json);
  const flags = readOptionalList(request, "updateVettedPackagesForceFlags", readForceFlag);
  const serial = readOptional(request, "expectedTopologySerial", readExpectedSerial);
  return {
    changes: readOptionalList(request, "changes", readChange),
    dryRun: readOptional(request, "dryRun", readBoolean) ?? false,
    synchronizerId: readOptionalText(request, "synchronizerId"),
    expectedSerial: serial ?? { kind: "any" },
    allowUnvettedDependencies: flags.includes(`${forceFlag}_ALLOW_UNVETTED_DEPENDENCIES`),
    allowIncompatibleUpgrades: flags.includes(`${forceFlag}_ALLOW_VET_INCOMPATIBLE_UPGRADES`),
  };
};

/**
 * Checks everything that does not depend on the ledger, in the order of ledger-api.md 3.16, and
 * returns the changes. Raises INVALID_ARGUMENT if there is no change, except with participant
 * precedence. Raises PROTO_DESERIALIZATION_FAILURE for an unset operation, an invalid combination in a reference, a
 * malformed id, or a serial below 1.
 */
export const checkVettingRequest = (
  request: VettingRequest,
  precedence: Precedence,
): readonly RequestedVetting[] => {
  const { changes, synchronizerId, expectedSerial } = request;
  if (changes.length === 0 && precedence === "specification") {
    throw invalidArgument({ field: "changes", expected: "at least one change", found: changes });
  }
  const definedChanges = changes.map((change, index) => {
    if (change === undefined) {
      const path = `changes[${index}].operation`;
      throw malformedVettingRequest(`${path} is not set to Vet or Unvet`, {
        path,
        expected: "Vet or Unvet",
      });
    }
    return change;
  });
  definedChanges.forEach(({ kind, references }, index) => {
    const place = `changes[${index}].operation.${kind === "vet" ? "Vet" : "Unvet"}.value.packages`;
    references.forEach((reference, at) => checkReference(reference, `${place}[${at}]`));
  });
  checkSynchronizerId(synchronizerId);
  if (expectedSerial.kind === "prior" && expectedSerial.serial < 1) {
    throw malformedVettingRequest(`a topology serial is at least 1, not ${expectedSerial.serial}`);
  }
  return definedChanges;
};

/**
 * Raises PROTO_DESERIALIZATION_FAILURE for a text that cannot be the id of a synchronizer. `""` is
 * valid: it names none.
 */
export const checkSynchronizerId = (synchronizerId: SynchronizerId): void => {
  if (synchronizerId === "" || matchesGrammar(uniqueIdentifierGrammar, synchronizerId)) return;
  throw malformedVettingRequest(`${quoteShortened(synchronizerId)} is not a synchronizer id`, {
    path: "synchronizerId",
    expected: "the id of a synchronizer",
  });
};

/** The path of the malformed input, and the accepted values. */
interface MalformedInputDetails {
  readonly path?: string;
  readonly expected?: string;
}

/** Returns the error for a malformed request about vetting. `reason` is a clause. */
export const malformedVettingRequest = (
  reason: string,
  what: MalformedInputDetails = {},
): LedgerError =>
  ledgerError("PROTO_DESERIALIZATION_FAILURE", {
    cause: "The request is malformed. The reason is in the context of this error.",
    context: { reason },
    ...what,
  });

const checkReference = (reference: VettedPackagesRef, path: string): void => {
  const { packageId, packageName, packageVersion } = reference;
  const isLegal =
    packageId === "" ? packageName !== "" : (packageName === "") === (packageVersion === "");
  if (!isLegal) {
    throw malformedVettingRequest(
      "a package is named by id, by name, by name and version, or by all three, not by " +
        quoteShortened(`${packageId}/${packageName}/${packageVersion}`),
      {
        path,
        expected:
          "a package by packageId, by packageName, by packageName and packageVersion, or by all three",
      },
    );
  }
  const parts = [
    ["packageId", packageIdGrammar, packageId],
    ["packageName", packageNameGrammar, packageName],
    ["packageVersion", packageVersionGrammar, packageVersion],
  ] as const;
  for (const [field, grammar, text] of parts) {
    if (text === "" || matchesGrammar(grammar, text)) continue;
    throw malformedVettingRequest(`${quoteShortened(text)} is not a ${grammar.name}`, {
      path: `${path}.${field}`,
      expected: `a ${grammar.name}`,
    });
  }
};

const quoteShortened = (text: string): string => JSON.stringify(text.slice(0, 300));

const readReference: JsonReader<VettedPackagesRef> = (json) => {
  const reference = readObject(json);
  return {
    packageId: readOptionalText(reference, "packageId"),
    packageName: readOptionalText(reference, "packageName"),
    packageVersion: readOptionalText(reference, "packageVersion"),
  };
};

const readVet: JsonReader<RequestedVetting> = (json) => {
  const operation = readObject(json);
  const validFrom = readOptional(operation, "newValidFromInclusive", readTimestamp);
  const validUntil = readOptional(operation, "newValidUntilExclusive", readTimestamp);
  return {
    kind: "vet",
    references: readOptionalList(operation, "packages", readReference),
    validity: {
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validUntil === undefined ? {} : { validUntil }),
    },
  };
};

const readUnvet: JsonReader<RequestedVetting> = (json) => ({
  kind: "unvet",
  references: readOptionalList(readObject(json), "packages", readReference),
});

const readVettingOperation = readerOfTagged({
  Vet: readerOfWrappedValue(readVet),
  Unvet: readerOfWrappedValue(readUnvet),
  Empty: readNothing,
});

const readChange: JsonReader<RequestedVetting | undefined> = (json) =>
  readOptional(readObject(json), "operation", readVettingOperation)?.value;

const readSerial = readerOfTagged({
  Prior: readerOfWrappedValue(readInt32),
  NoPrior: readNothing,
  Empty: readNothing,
});

const readExpectedSerial: JsonReader<ExpectedSerial> = (json) => {
  const choice = readOptional(readObject(json), "serial", readSerial);
  switch (choice?.kind) {
    case "Prior":
      return { kind: "prior", serial: choice.value };
    case "NoPrior":
      return { kind: "none" };
    case "Empty":
    case undefined:
      return { kind: "any" };
  }
};

const forceFlag = "UPDATE_VETTED_PACKAGES_FORCE_FLAG";

const readForceFlag = readerOfEnum([
  `${forceFlag}_UNSPECIFIED`,
  `${forceFlag}_ALLOW_VET_INCOMPATIBLE_UPGRADES`,
  `${forceFlag}_ALLOW_UNVETTED_DEPENDENCIES`,
]);
