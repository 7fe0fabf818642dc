import { isLedgerError, type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import { addVettedPackages } from "../../../base/model/vetting.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision } from "../../../ledger/port/ledger-decision.ts";
import type { JournalEvent } from "../../../ledger/state/journal-event.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import { resolveVettingSynchronizer } from "./update-vetting.ts";
import { checkVettedPackageUpgrades, requireVettedDependencies } from "./vetting-checks.ts";
import { checkVettingSynchronizerIdFormat } from "./vetting-request.ts";

/** Packages to add to a running ledger. */
export interface AddPackagesRequest {
  /** Must include all dependencies that are not known yet. */
  readonly packages: readonly Package[];
  /** Default: true. */
  readonly vetAllPackages?: boolean;
  /** The synchronizer on which to vet; optional if there is only one. */
  readonly synchronizerId?: SynchronizerId;
}

/**
 * Adds packages to the ledger and, by default, vets them. It does the same as a DAR upload, for
 * packages of any language. Packages that are already known and vetted change nothing. Packages
 * that fail the vetting checks are still added. Requires a participant administrator (ledger-api.md
 * 3.17.7).
 *
 * Raises PROTO_DESERIALIZATION_FAILURE, DAR_DEPENDENCIES_NOT_VALID, KNOWN_PACKAGE_VERSION,
 * PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER, PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER,
 * TOPOLOGY_DEPENDENCIES_NOT_VETTED, DAML_PRIM_NOT_UTILITY_PACKAGE, NOT_VALID_UPGRADE_PACKAGE,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const addPackages = async (
  ledger: Ledger,
  request: AddPackagesRequest,
  caller: Caller = trustedCaller,
): Promise<Readonly<Record<string, never>>> => {
  requireParticipantAdmin(caller);
  checkVettingSynchronizerIdFormat(request.synchronizerId ?? "");
  const refusal = await ledger.commit((state) => decidePackages(state, request), caller);
  if (refusal !== undefined) throw refusal;
  return {};
};

/**
 * Raises the errors of {@link addPackages} with `vetAllPackages`, and changes nothing
 * (ledger-api.md 3.17.7).
 */
export const validatePackages = (
  ledger: Ledger,
  request: Omit<AddPackagesRequest, "vetAllPackages">,
  caller: Caller = trustedCaller,
): void => {
  requireParticipantAdmin(caller);
  checkVettingSynchronizerIdFormat(request.synchronizerId ?? "");
  const { outcome: refusal } = decidePackages(ledger.state, request);
  if (refusal !== undefined) throw refusal;
};

/** Returns the decision. Its outcome is an error if the packages fail the vetting checks. */
const decidePackages = (
  state: LedgerState,
  { packages, vetAllPackages = true, synchronizerId = "" }: AddPackagesRequest,
): LedgerDecision<LedgerError | undefined> => {
  const added = packages.filter(({ packageId }) => state.packages.get(packageId) === undefined);
  const registry = added.reduce<PackageRegistry>((known, each) => known.add(each), state.packages);
  for (const each of added) checkDependenciesComplete(registry, each);
  const { events, refusal } = vetAllPackages
    ? computeVettingOutcome(state, registry, { packages, synchronizerId })
    : notVetted;
  return {
    events: [...(added.length === 0 ? [] : [createPackagesAddedEvent(added)]), ...events],
    outcome: refusal,
    packages: added,
  };
};

const createPackagesAddedEvent = (added: readonly Package[]): JournalEvent => {
  const archives = added.flatMap(({ packageId, archive }) =>
    archive === undefined ? [] : [{ packageId, archive }],
  );
  return {
    kind: "packagesAdded",
    packageIds: added.map(({ packageId }) => packageId),
    ...(archives.length === 0 ? {} : { archives }),
  };
};

const checkDependenciesComplete = (
  registry: PackageRegistry,
  { packageId, dependencies }: Package,
): void => {
  const missing = dependencies.filter((dependency) => registry.get(dependency) === undefined);
  if (missing.length === 0) return;
  throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
    cause: `The package ${packageId} depends on ${missing.join(", ")}, which are neither known nor added with it.`,
    resources: missing.map((each) => ["PACKAGE", each] as const),
  });
};

/** The result of vetting the packages. */
interface VettingOutcome {
  readonly events: readonly JournalEvent[];
  readonly refusal?: LedgerError;
}

const notVetted: VettingOutcome = { events: [] };

const computeVettingOutcome = (
  state: LedgerState,
  registry: PackageRegistry,
  { packages, synchronizerId: requested }: { packages: readonly Package[]; synchronizerId: string },
): VettingOutcome => {
  const { id: synchronizerId } = resolveVettingSynchronizer(state, requested);
  const past = state.vetting.get(synchronizerId);
  const vetting = addVettedPackages(
    past,
    packages.map(({ packageId }) => packageId),
  );
  if (vetting === undefined || vetting === past) return notVetted;
  const sets = { before: new Set(past?.packages.keys()), after: new Set(vetting.packages.keys()) };
  try {
    requireVettedDependencies(registry, sets);
    checkVettedPackageUpgrades(registry, sets);
  } catch (refusal) {
    if (isLedgerError(refusal)) return { events: [], refusal };
    throw refusal;
  }
  return { events: [{ kind: "vettingChanged", synchronizerId, vetting }] };
};
