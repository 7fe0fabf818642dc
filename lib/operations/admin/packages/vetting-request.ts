import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  matchesGrammar,
  packageIdGrammar,
  packageNameGrammar,
  packageVersionGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { PackageValidityPeriod } from "../../../base/model/vetting.ts";
import type { Precedence } from "../../../ledger/port/precedence.ts";
import {
  createEnumJsonReader,
  createTaggedVariantReader,
  createWrappedValueReader,
  type JsonReader,
  readBoolean,
  readInt32,
  readJsonObject,
  readObjectIgnoringContent,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
  readTimestamp,
} from "../../../views/envelope/readers.ts";

/** A reference to packages. An empty field matches any value. */
export interface VettedPackagesReference {
  readonly packageId: string;
  readonly packageName: string;
  readonly packageVersion: string;
}

export type RequestedVettingChange =
  | {
      readonly kind: "vet";
      readonly references: readonly VettedPackagesReference[];
      readonly validity: PackageValidityPeriod;
    }
  | { readonly kind: "unvet"; readonly references: readonly VettedPackagesReference[] };

/** The serial that the vetting must have before the change. */
export type ExpectedVettingSerial =
  { readonly kind: "prior"; readonly serial: number } | { readonly kind: "none" | "any" };

export interface VettingChangeRequest {
  /** A change is undefined if its operation is not set. */
  readonly changes: readonly (RequestedVettingChange | undefined)[];
  readonly dryRun: boolean;
  /** `""` means the only synchronizer. */
  readonly synchronizerId: SynchronizerId;
  readonly expectedSerial: ExpectedVettingSerial;
  readonly allowUnvettedDependencies: boolean;
  readonly allowIncompatibleUpgrades: boolean;
}

/** Reads a request. Checks only the JSON types. */
export const readVettingRequest: JsonReader<VettingChangeRequest> = (json) => {
  const request = readJsonObject(json);
  const flags = readOptionalList(request, "updateVettedPackagesForceFlags", readForceFlag);
  const serial = readOptionalJsonField(request, "expectedTopologySerial", readExpectedSerial);
  return {
    changes: readOptionalList(request, "changes", readChange),
    dryRun: readOptionalJsonField(request, "dryRun", readBoolean) ?? false,
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
  request: VettingChangeRequest,
  precedence: Precedence,
): readonly RequestedVettingChange[] => {
  const { changes, synchronizerId, expectedSerial } = request;
  if (changes.length === 0 && precedence === "specification") {
    throw createInvalidArgumentError({
      field: "changes",
      expected: "at least one change",
      found: changes,
    });
  }
  const definedChanges = changes.map((change, index) => {
    if (change === undefined) {
      const path = `changes[${index}].operation`;
      throw malformedVettingRequestError(`${path} is not set to Vet or Unvet`, {
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
  checkVettingSynchronizerIdFormat(synchronizerId);
  if (expectedSerial.kind === "prior" && expectedSerial.serial < 1) {
    throw malformedVettingRequestError(
      `a topology serial is at least 1, not ${expectedSerial.serial}`,
    );
  }
  return definedChanges;
};

/**
 * Raises PROTO_DESERIALIZATION_FAILURE for a text that cannot be the id of a synchronizer. `""` is
 * valid: it names none.
 */
export const checkVettingSynchronizerIdFormat = (synchronizerId: SynchronizerId): void => {
  if (synchronizerId === "" || matchesGrammar(uniqueIdentifierGrammar, synchronizerId)) return;
  throw malformedVettingRequestError(`${quoteShortened(synchronizerId)} is not a synchronizer id`, {
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
export const malformedVettingRequestError = (
  reason: string,
  what: MalformedInputDetails = {},
): LedgerError =>
  ledgerError("PROTO_DESERIALIZATION_FAILURE", {
    cause: "The request is malformed. The reason is in the context of this error.",
    context: { reason },
    ...what,
  });

const checkReference = (reference: VettedPackagesReference, path: string): void => {
  const { packageId, packageName, packageVersion } = reference;
  const isLegal =
    packageId === "" ? packageName !== "" : (packageName === "") === (packageVersion === "");
  if (!isLegal) {
    throw malformedVettingRequestError(
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
    throw malformedVettingRequestError(`${quoteShortened(text)} is not a ${grammar.name}`, {
      path: `${path}.${field}`,
      expected: `a ${grammar.name}`,
    });
  }
};

const quoteShortened = (text: string): string => JSON.stringify(text.slice(0, 300));

const readReference: JsonReader<VettedPackagesReference> = (json) => {
  const reference = readJsonObject(json);
  return {
    packageId: readOptionalText(reference, "packageId"),
    packageName: readOptionalText(reference, "packageName"),
    packageVersion: readOptionalText(reference, "packageVersion"),
  };
};

const readVet: JsonReader<RequestedVettingChange> = (json) => {
  const operation = readJsonObject(json);
  const validFrom = readOptionalJsonField(operation, "newValidFromInclusive", readTimestamp);
  const validUntil = readOptionalJsonField(operation, "newValidUntilExclusive", readTimestamp);
  return {
    kind: "vet",
    references: readOptionalList(operation, "packages", readReference),
    validity: {
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validUntil === undefined ? {} : { validUntil }),
    },
  };
};

const readUnvet: JsonReader<RequestedVettingChange> = (json) => ({
  kind: "unvet",
  references: readOptionalList(readJsonObject(json), "packages", readReference),
});

const readVettingOperation = createTaggedVariantReader({
  Vet: createWrappedValueReader(readVet),
  Unvet: createWrappedValueReader(readUnvet),
  Empty: readObjectIgnoringContent,
});

const readChange: JsonReader<RequestedVettingChange | undefined> = (json) =>
  readOptionalJsonField(readJsonObject(json), "operation", readVettingOperation)?.value;

const readSerial = createTaggedVariantReader({
  Prior: createWrappedValueReader(readInt32),
  NoPrior: readObjectIgnoringContent,
  Empty: readObjectIgnoringContent,
});

const readExpectedSerial: JsonReader<ExpectedVettingSerial> = (json) => {
  const choice = readOptionalJsonField(readJsonObject(json), "serial", readSerial);
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

const readForceFlag = createEnumJsonReader([
  `${forceFlag}_UNSPECIFIED`,
  `${forceFlag}_ALLOW_VET_INCOMPATIBLE_UPGRADES`,
  `${forceFlag}_ALLOW_UNVETTED_DEPENDENCIES`,
]);
