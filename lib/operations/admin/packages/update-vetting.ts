import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PackageId, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import {
  computeChangedVetting,
  emptyVettingState,
  type PackageValidityPeriod,
  type Vetting,
} from "../../../base/model/vetting.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { getApiVersionRules } from "../../../ledger/port/api-version.ts";
import type { LedgerConfig } from "../../../ledger/port/config.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision } from "../../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import type { UpdateVettedPackagesRequest } from "../../requests/packages.ts";
import { checkVettedPackageUpgrades, requireVettedDependencies } from "./vetting-checks.ts";
import { toVettedPackagesJson, type VettedPackagesJson } from "./vetting-json.ts";
import {
  checkVettingRequest,
  type ExpectedVettingSerial,
  readVettingRequest,
  type RequestedVettingChange,
  type VettedPackagesReference,
  type VettingChangeRequest,
} from "./vetting-request.ts";

/** The vetting before and after the change. */
export interface UpdateVettedPackagesResponse {
  /** Null if no package was ever vetted before. */
  readonly pastVettedPackages: VettedPackagesJson | null;
  readonly newVettedPackages: VettedPackagesJson;
}

/**
 * Changes the vetted packages of a synchronizer. The changes are applied in order and atomically;
 * later ones win. If nothing changes, the serial stays the same. From protocol version 35 and
 * release 3.5.5 on, a package may be vetted without its dependencies. A dry run has the same result or error, but
 * stores nothing. Requires a participant administrator (rules.yaml S9, ledger-api.md 3.16).
 *
 * Raises INVALID_ARGUMENT, PROTO_DESERIALIZATION_FAILURE,
 * PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER, PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER,
 * UNRESOLVED_VETTING_REFERENCE, AMBIGUOUS_VETTING_REFERENCE, TOPOLOGY_SERIAL_MISMATCH,
 * TOPOLOGY_INVALID_MAPPING, TOPOLOGY_DEPENDENCIES_NOT_VETTED, KNOWN_PACKAGE_VERSION,
 * DAML_PRIM_NOT_UTILITY_PACKAGE, NOT_VALID_UPGRADE_PACKAGE, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const updateVettedPackages = async (
  ledger: Ledger,
  request: UpdateVettedPackagesRequest,
  caller: Caller = trustedCaller,
): Promise<UpdateVettedPackagesResponse> => {
  const vettingRequest = readVettingRequest(request);
  requireParticipantAdmin(caller);
  const changes = checkVettingRequest(vettingRequest, ledger.config.precedence);
  const checks = {
    dependencies:
      !vettingRequest.allowUnvettedDependencies && !vetsWithoutDependencies(ledger.config),
    upgrades: !vettingRequest.allowIncompatibleUpgrades,
  };
  return ledger.commit(
    (state) => decideVettingUpdate(state, vettingRequest, { changes, checks }),
    caller,
  );
};

/** Returns true from protocol version 35 on, in releases that support it (3.5.5 and later). */
const vetsWithoutDependencies = ({ apiVersion, protocolVersion }: LedgerConfig): boolean =>
  protocolVersion !== 34 && getApiVersionRules(apiVersion).vetsWithoutDependencies;

interface CheckedChanges {
  readonly changes: readonly RequestedVettingChange[];
  /** The checks that the result must pass. */
  readonly checks: { readonly dependencies: boolean; readonly upgrades: boolean };
}

const decideVettingUpdate = (
  state: LedgerState,
  request: VettingChangeRequest,
  { changes, checks }: CheckedChanges,
): LedgerDecision<UpdateVettedPackagesResponse> => {
  const { id: synchronizerId } = resolveVettingSynchronizer(state, request.synchronizerId);
  const past = state.vetting.get(synchronizerId);
  const before = past ?? emptyVettingState;
  const vetting = computeChangedVetting(before, (packages) => {
    for (const change of changes) changePackages(packages, change, state.packages);
  });
  checkSerial(request.expectedSerial, before.serial);
  checkValidity(vetting);
  const sets = { before: new Set(before.packages.keys()), after: new Set(vetting.packages.keys()) };
  if (checks.dependencies) requireVettedDependencies(state.packages, sets);
  if (checks.upgrades) checkVettedPackageUpgrades(state.packages, sets);
  const toJson = (of: Vetting): VettedPackagesJson =>
    toVettedPackagesJson(state, synchronizerId, { vetting: of });
  return {
    events:
      vetting === before || request.dryRun
        ? []
        : [{ kind: "vettingChanged", synchronizerId, vetting }],
    outcome: {
      pastVettedPackages: past === undefined ? null : toJson(past),
      newVettedPackages: toJson(vetting),
    },
  };
};

/**
 * Returns the synchronizer with this id, or the only one if none is named. Raises
 * PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER, PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER.
 */
export const resolveVettingSynchronizer = (
  { synchronizers }: LedgerState,
  requested: SynchronizerId,
): Synchronizer => {
  const connected = synchronizers.map(({ id }) => id).join(", ");
  if (requested === "") {
    const [only, ...others] = synchronizers;
    if (only !== undefined && others.length === 0) return only;
    throw ledgerError("PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER", {
      cause: `The participant is connected to ${synchronizers.length} synchronizers; name one of ${connected} in synchronizerId.`,
      path: "synchronizerId",
    });
  }
  const found = synchronizers.find(({ id }) => id === requested);
  if (found !== undefined) return found;
  throw ledgerError("PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER", {
    cause: `The participant is not connected to the synchronizer ${requested}. It is connected to ${connected}.`,
    context: { synchronizerId: requested },
    path: "synchronizerId",
  });
};

const changePackages = (
  packages: Map<PackageId, PackageValidityPeriod>,
  change: RequestedVettingChange,
  registry: PackageRegistry,
): void => {
  for (const reference of change.references) {
    if (change.kind === "vet") {
      packages.set(requireSingleMatch(registry, reference).packageId, change.validity);
    } else {
      for (const packageId of findMatchingPackageIds(registry, reference)) {
        packages.delete(packageId);
      }
    }
  }
};

const requireSingleMatch = (
  registry: PackageRegistry,
  reference: VettedPackagesReference,
): Package => {
  const [only, ...others] = findMatchingPackages(registry, reference);
  const { packageId, packageName, packageVersion } = reference;
  const named = [packageId, packageName, packageVersion].filter((part) => part !== "").join(" ");
  const context = { reference: formatReference(reference) };
  if (only === undefined) {
    throw ledgerError("UNRESOLVED_VETTING_REFERENCE", {
      cause: `This participant does not know a package ${named}. Upload it first.`,
      context: { ...context, reason: formatReason(reference) },
    });
  }
  if (others.length === 0) return only;
  const found = [only, ...others].map(({ packageId: id, version }) => `${id} (${version})`);
  throw ledgerError("AMBIGUOUS_VETTING_REFERENCE", {
    cause: `Several packages match ${named}: ${found.join(", ")}. Name the version or the id as well.`,
    context: {
      ...context,
      matchingPackages: `Set(${[only, ...others].map((each) => each.packageId).join(", ")})`,
    },
  });
};

/** Returns a reference as a participant writes it in the context of errors. */
const formatReference = ({
  packageId,
  packageName,
  packageVersion,
}: VettedPackagesReference): string => {
  if (packageId !== "") return `package-id: '${packageId}'`;
  return packageVersion === ""
    ? `package-name: '${packageName}'`
    : `NameAndVersion(name = ${packageName}, version = ${packageVersion})`;
};

/**
 * Returns the reason why no package matches a reference, as a participant writes it in the context
 * of errors.
 */
const formatReason = ({
  packageId,
  packageName,
  packageVersion,
}: VettedPackagesReference): string => {
  if (packageId !== "") return `No packages with package ID ${packageId}`;
  return packageVersion === ""
    ? `No packages with name ${packageName}`
    : `No packages with name ${packageName} have version ${packageVersion}.`;
};

const findMatchingPackages = (
  registry: PackageRegistry,
  { packageId, packageName, packageVersion }: VettedPackagesReference,
): readonly Package[] => {
  const found = registry.get(packageId);
  const candidates = packageId === "" ? registry.versions(packageName) : found ? [found] : [];
  return candidates.filter(
    ({ name, version }) =>
      (packageName === "" || packageName === name) &&
      (packageVersion === "" || packageVersion === version),
  );
};

/** Returns the ids of the packages that match. A vetted package need not be known. */
const findMatchingPackageIds = (
  registry: PackageRegistry,
  reference: VettedPackagesReference,
): readonly PackageId[] => {
  const { packageId, packageName } = reference;
  if (packageId !== "" && packageName === "") return [packageId];
  return findMatchingPackages(registry, reference).map((found) => found.packageId);
};

/** Raises TOPOLOGY_INVALID_MAPPING for a package whose validity period is empty. */
const checkValidity = ({ packages }: Vetting): void => {
  const empty = [...packages].filter(
    ([, { validFrom, validUntil }]) =>
      validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil,
  );
  if (empty.length === 0) return;
  const ids = empty.map(([packageId]) => packageId);
  throw ledgerError("TOPOLOGY_INVALID_MAPPING", {
    cause: `The validity of ${ids.join(", ")} would end before it begins. Set newValidFromInclusive to a time before newValidUntilExclusive.`,
    context: { description: `packages with empty validity period: ${ids.join(", ")}` },
  });
};

const formatOptionText = (serial: number): string => (serial === 0 ? "None" : `Some(${serial})`);

const checkSerial = (expected: ExpectedVettingSerial, actual: number): void => {
  if (expected.kind === "any") return;
  const serial = expected.kind === "prior" ? expected.serial : 0;
  if (serial === actual) return;
  const describe = (value: number): string => (value === 0 ? "none" : String(value));
  throw ledgerError("TOPOLOGY_SERIAL_MISMATCH", {
    cause: `The serial of the vetted packages is ${describe(actual)}, not ${describe(serial)} as expected. Read it again and repeat the change.`,
    context: { expected: formatOptionText(serial), actual: formatOptionText(actual) },
    path: "expectedTopologySerial",
  });
};
