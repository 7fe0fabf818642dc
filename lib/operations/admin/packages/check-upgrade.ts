import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import {
  type PackageId,
  type PackageName,
  splitTypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import { yieldToEventLoop } from "../../../base/scheduling/yield-to-event-loop.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import { sortUpgradeLineage } from "../../../contracts/packages/lineage.ts";
import { comparePackageVersions } from "../../../contracts/packages/package-version.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { findUpgradeProblems } from "../../../contracts/packages/upgrade-check.ts";
import { pingPackage } from "../../../contracts/templates/ping-package.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import { ContractUpgradeChecker } from "./reread-contracts.ts";
import type {
  ContractUpgradeFailure,
  UpgradeReport,
  UpgradeReportPackage,
} from "./upgrade-report.ts";
import { loadDarPackages } from "./upload-dar.ts";

/** The upgrade to check; has one of the two fields. */
export interface CheckUpgradeRequest {
  /** The bytes of a DAR. */
  readonly dar?: Uint8Array;
  /** Packages in TypeScript, or loaded packages; the main one first. */
  readonly packages?: readonly Package[];
}

/**
 * Returns the effects of an upgrade on this ledger, without performing it. Each new package is
 * compared with the next lower and the next higher version of its name, among the versions that are
 * vetted, that have contracts, or that are new. Each active contract of another version (including
 * contracts in flight) is read with the new version,
 * in the same way as when a client exercises a choice of that version: the ledger translates the
 * argument, computes and compares precondition, signatories, observers, key and maintainers, and
 * checks the contract id. Needs no party's authority, and writes nothing.
 *
 * Takes about 0.02 ms per contract. Yields to other work; later changes of the ledger do not affect
 * the result. Rejects with the errors of reading a DAR (see `uploadDar`), INVALID_ARGUMENT,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const checkUpgrade = async (
  ledger: Ledger,
  request: CheckUpgradeRequest,
  caller: Caller = trustedCaller,
): Promise<UpgradeReport> => {
  requireParticipantAdmin(caller);
  const { state } = ledger;
  const packages = await loadRequestedPackages(ledger, request);
  const registry = packages.reduce<PackageRegistry>((all, each) => all.add(each), state.packages);
  const [main] = packages;
  const tried = packages.filter(
    (each) => each === main || state.packages.get(each.packageId) === undefined,
  );
  const byName = groupContractsByPackageName(state, new Set(tried.map(({ name }) => name)));
  const checked: UpgradeReportPackage[] = [];
  const failures: ContractUpgradeFailure[] = [];
  for (const next of tried) {
    const contracts = (byName.get(next.name) ?? []).filter(
      ({ templateId }) => splitTypeId(templateId).packageId !== next.packageId,
    );
    const others = new Set([...listVettedPackages(state), ...contracts.map(getCreatingPackage)]);
    checked.push({
      ...compareWithAdjacentVersions(next, registry, { others, tried }),
      contracts: contracts.length,
    });
    failures.push(
      ...(await findFailuresInSlices(contracts, new ContractUpgradeChecker(next, registry))),
    );
  }
  const isGood = failures.length === 0 && checked.every(({ problems }) => problems.length === 0);
  return { isGood, packages: checked, failures };
};

const loadRequestedPackages = async (
  ledger: Ledger,
  { dar, packages = [] }: CheckUpgradeRequest,
): Promise<readonly Package[]> => {
  if (dar !== undefined) return loadDarPackages(ledger, dar);
  if (packages.length > 0) return packages;
  throw createInvalidArgumentError({ field: "dar", expected: "a DAR, or packages", found: dar });
};

const getCreatingPackage = ({ templateId }: Contract): PackageId =>
  splitTypeId(templateId).packageId;

const listVettedPackages = ({ vetting }: LedgerState): readonly PackageId[] =>
  [...vetting.values()].flatMap(({ packages }) => [...packages.keys()]);

/** Returns the contracts by package name; contracts in flight come after the active ones. */
const groupContractsByPackageName = (
  { contracts, active, inFlight }: LedgerState,
  names: ReadonlySet<PackageName>,
): ReadonlyMap<PackageName, readonly Contract[]> => {
  const found = new Map<PackageName, Contract[]>();
  const inFlightEvents = [...inFlight.values()].flatMap(({ events }) => events);
  const inFlightRecords = inFlightEvents.flatMap(
    ({ contractId }) => contracts.get(contractId) ?? [],
  );
  for (const { contract } of [...active.all.values(), ...inFlightRecords]) {
    if (!names.has(contract.packageName)) continue;
    const list = found.get(contract.packageName);
    if (list === undefined) found.set(contract.packageName, [contract]);
    else list.push(contract);
  }
  return found;
};

interface UpgradeCandidates {
  /** The vetted packages, and the packages that created the contracts to check. */
  readonly others: ReadonlySet<PackageId>;
  /** The new packages, all together. */
  readonly tried: readonly Package[];
}

/**
 * Returns the comparison of the package with the next lower and the next higher version of its
 * name.
 */
const compareWithAdjacentVersions = (
  next: Package,
  registry: PackageRegistry,
  { others, tried }: UpgradeCandidates,
): Omit<UpgradeReportPackage, "contracts"> => {
  const { packageId, name, version, dependencies } = next;
  const lineage = sortUpgradeLineage(
    registry
      .versions(name)
      .filter((each) => others.has(each.packageId) || tried.includes(each))
      .filter((each) => each.packageId !== pingPackage.packageId),
  );
  const index = lineage.findIndex((each) => each.packageId === packageId);
  const [lower, higher] = index < 0 ? [] : [lineage[index - 1], lineage[index + 1]];
  const missing = dependencies.filter((each) => registry.get(each) === undefined);
  const adjacentVersions = [lower, higher].filter((each) => each !== undefined);
  return {
    packageId,
    name,
    version,
    comparedWith: adjacentVersions.map((each) => each.version),
    problems: [
      ...missing.map((each) => `it depends on ${each}, which is neither known nor in the DAR`),
      ...adjacentVersions.flatMap((each) =>
        comparePackageVersions(each.version, version) === 0
          ? [`another package has its version: ${each.packageId} (KNOWN_PACKAGE_VERSION)`]
          : [],
      ),
      ...(lower === undefined ? [] : findUpgradeProblems(lower, next, registry)),
      ...(higher === undefined ? [] : findUpgradeProblems(next, higher, registry)),
    ],
  };
};

/** Number of contracts that are checked without a pause; then other work can run. */
const maxContractsPerStep = 100;

const findFailuresInSlices = async (
  contracts: readonly Contract[],
  trial: ContractUpgradeChecker,
): Promise<readonly ContractUpgradeFailure[]> => {
  const failures: ContractUpgradeFailure[] = [];
  for (const [index, contract] of contracts.entries()) {
    if (index % maxContractsPerStep === maxContractsPerStep - 1) await yieldToEventLoop();
    failures.push(...trial.findUpgradeFailures(contract));
  }
  return failures;
};
