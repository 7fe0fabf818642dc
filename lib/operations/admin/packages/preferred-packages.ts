import { missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  packageNameGrammar,
  partyIdGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type {
  Micros,
  PackageName,
  Party,
  SynchronizerId,
} from "../../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import {
  checkIdentifierOfUnnamedField,
  checkOptionalIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import {
  type JsonObject,
  type JsonReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
  readTimestamp,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireActiveUser } from "../../authorization/claims.ts";
import type {
  GetPreferredPackagesRequest,
  GetPreferredPackageVersionRequest,
} from "../../requests/packages.ts";
import { requireSelectablePackages } from "../../submission/require-selectable-packages.ts";
import {
  choosePackageVersions,
  type ChosenPackages,
  type PackageVettingRequirement,
} from "./choose-packages.ts";

/** A package by id, name and version. */
export interface PackageReferenceJson {
  readonly packageId: string;
  readonly packageName: string;
  readonly packageVersion: string;
}

/** The packages that all parties can use, and the synchronizer. */
export interface PreferredPackagesResponse {
  /** One per package name, in the order of the request. */
  readonly packageReferences: readonly PackageReferenceJson[];
  readonly synchronizerId: string;
}

/**
 * Returns the best packages for commands that use the requested package names, and the synchronizer
 * to submit to: the highest versions that are vetted with all their dependencies on a synchronizer
 * that hosts all the parties. `request` is `{packageVettingRequirements: [{parties, packageName}],
 * synchronizerId?, vettingValidAt?}`. The default for `vettingValidAt` is the ledger's current time
 * (ledger-api.md 3.15).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, PACKAGE_NAMES_NOT_FOUND,
 * INVALID_PRESCRIBED_SYNCHRONIZER_ID, UNKNOWN_INFORMEES, NO_PREFERRED_PACKAGES_FOUND,
 * UNAUTHENTICATED.
 */
export const getPreferredPackages = (
  ledger: Ledger,
  request: GetPreferredPackagesRequest,
  caller: Caller = trustedCaller,
): PreferredPackagesResponse => {
  const body = readJsonObject(request);
  const requirements = readOptionalList(body, "packageVettingRequirements", readRequirement);
  const { synchronizerId, time } = readSynchronizerAndTime(body, ledger);
  requireActiveUser(caller);
  if (requirements.length === 0) {
    throw missingFieldError("packageVettingRequirements", {
      name: "package_vetting_requirements/packageVettingRequirements",
    });
  }
  requirements.forEach((each, index) =>
    readWithErrorPath(`packageVettingRequirements[${index}]`, each, () => checkRequirement(each)),
  );
  checkOptionalIdentifier(uniqueIdentifierGrammar, synchronizerId, "synchronizerId");
  checkDemands(ledger.state, requirements, synchronizerId);
  const choice = choosePackageVersions(ledger.state, {
    demands: requirements,
    synchronizerId,
    time,
  });
  if (choice === undefined) throw noPreferredPackagesError(requirements);
  return {
    packageReferences: choice.packages.map(createPackageReferenceJson),
    synchronizerId: choice.synchronizerId,
  };
};

/** The package of the requested name that all parties can use, if there is one. */
export interface PreferredPackageVersionResponse {
  /** Null if there is no usable package with that name. */
  readonly packagePreference: {
    readonly packageReference: PackageReferenceJson;
    readonly synchronizerId: string;
  } | null;
}

/**
 * Like {@link getPreferredPackages} for a single package name, but returns null if there is none.
 * `request` is `{packageName, parties, synchronizerId?, vettingValidAt?}`.
 *
 * Raises the same errors except NO_PREFERRED_PACKAGES_FOUND.
 */
export const getPreferredPackageVersion = (
  ledger: Ledger,
  request: GetPreferredPackageVersionRequest,
  caller: Caller = trustedCaller,
): PreferredPackageVersionResponse => {
  const body = readJsonObject(request);
  const requirement = readRequirement(body);
  const { synchronizerId, time } = readSynchronizerAndTime(body, ledger);
  requireActiveUser(caller);
  checkRequirement(requirement);
  checkOptionalIdentifier(uniqueIdentifierGrammar, synchronizerId, "synchronizerId");
  checkDemands(ledger.state, [requirement], synchronizerId);
  const choice = choosePackageVersions(ledger.state, {
    demands: [requirement],
    synchronizerId,
    time,
  });
  const [found] = choice?.packages ?? [];
  if (choice === undefined || found === undefined) return { packagePreference: null };
  const packageReference = createPackageReferenceJson(found);
  return { packagePreference: { packageReference, synchronizerId: choice.synchronizerId } };
};

const readSynchronizerAndTime = (
  body: JsonObject,
  { clock }: Ledger,
): { readonly synchronizerId: SynchronizerId; readonly time: Micros } => ({
  synchronizerId: readOptionalText(body, "synchronizerId"),
  time: readOptionalJsonField(body, "vettingValidAt", readTimestamp) ?? clock.now(),
});

interface PackagePreferenceRequirement extends PackageVettingRequirement {
  readonly packageName: PackageName;
  readonly parties: readonly Party[];
}

const readRequirement: JsonReader<PackagePreferenceRequirement> = (json) => {
  const requirement = readJsonObject(json);
  return {
    packageName: readOptionalText(requirement, "packageName"),
    parties: readOptionalList(requirement, "parties", readJsonString),
  };
};

const checkRequirement = ({ packageName, parties }: PackagePreferenceRequirement): void => {
  if (parties.length === 0) throw missingFieldError("parties");
  for (const [index, party] of parties.entries()) {
    checkIdentifierOfUnnamedField(partyIdGrammar, party, `parties[${index}]`);
  }
  if (packageName === "") {
    throw missingFieldError("packageName", { name: "package_name/packageName" });
  }
  checkOptionalIdentifier(packageNameGrammar, packageName, "packageName");
};

/**
 * Checks that the package names are known, and the parties too, except those that only other
 * participants host.
 */
const checkDemands = (
  state: LedgerState,
  requirements: readonly PackagePreferenceRequirement[],
  synchronizerId: SynchronizerId,
): void => {
  const names = new Set(requirements.map(({ packageName }) => packageName));
  const parties = new Set(requirements.flatMap((each) => each.parties));
  const hosted = [...parties].filter((party) => state.parties.get(party)?.isLocal !== false);
  requireSelectablePackages(state, { names, parties: hosted, synchronizerId });
};

const createPackageReferenceJson = ({
  packageId,
  name,
  version,
}: ChosenPackages["packages"][number]) => ({
  packageId,
  packageName: name,
  packageVersion: version,
});

const noPreferredPackagesError = (requirements: readonly PackagePreferenceRequirement[]) => {
  const names = [...new Set(requirements.map(({ packageName }) => packageName))];
  return ledgerError("NO_PREFERRED_PACKAGES_FOUND", {
    cause: `No synchronizer hosts all the parties and has packages with the names ${names.join(", ")} vetted together with all their dependencies.`,
    resources: names.map((name) => ["PACKAGE_NAME", name] as const),
  });
};
