import {
  type Micros,
  type Party,
  splitTypeId,
  type SynchronizerId,
} from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { UnassignedEvent } from "../../base/model/update.ts";
import { isPackageVetted } from "../../base/model/vetting.ts";
import { maxTimestampMicros } from "../../base/values/time.ts";
import { deriveReassignmentId } from "../../contracts/transaction/seeds.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../ledger/state/ledger-state.ts";
import { computeNextRecordTime, findHostingPermission } from "../../ledger/state/synchronizers.ts";

/** A contract, with the number of its reassignments so far (`counter`). */
export interface ContractWithReassignmentCount {
  readonly contract: Contract;
  readonly counter: number;
}

export interface UnassignmentRoute {
  readonly source: Synchronizer;
  readonly target: Synchronizer;
  readonly submitter: Party;
}

/**
 * Returns the events that unassign the contracts, all with one reassignment id. Each contract's
 * counter increases by one.
 */
export const createUnassignedEvents = (
  contracts: readonly ContractWithReassignmentCount[],
  { source, target, submitter }: UnassignmentRoute,
  context: LedgerDecisionInputs,
): readonly UnassignedEvent[] => {
  const reassignmentId = deriveReassignmentId(context.seed);
  const until = computeExclusivity(target, context);
  return contracts.map(({ contract, counter }, nodeId): UnassignedEvent => {
    const { contractId, templateId, packageName } = contract;
    return {
      kind: "unassigned",
      nodeId,
      source: source.id,
      target: target.id,
      reassignmentId,
      submitter,
      contractId,
      templateId,
      packageName,
      reassignmentCounter: counter + 1,
      stakeholders: getStakeholders(contract),
      ...until,
    };
  });
};

/**
 * Checks where the parties of a contract are hosted. Returns why this prevents a reassignment, as a
 * clause; undefined if it does not. Both synchronizers must host all stakeholders, and signatories with the
 * permission to confirm.
 */
export const findReassignmentHostingObstacle = (
  state: LedgerState,
  contract: Contract,
  [source, target]: readonly [source: SynchronizerId, target: SynchronizerId],
): string | undefined => {
  for (const id of [source, target]) {
    for (const party of getStakeholders(contract)) {
      const permission = findHostingPermission(state, party, id);
      if (permission === undefined) {
        const which = id === target ? "target" : "source";
        return `the stakeholder ${party} of ${contract.contractId} is not active on the ${which} synchronizer ${id}`;
      }
      if (permission === "observation" && contract.signatories.includes(party)) {
        return `on ${id} no participant confirms for the signatory ${party} of ${contract.contractId}`;
      }
    }
  }
  return undefined;
};

/**
 * Checks the vetted packages of the target. Returns why they prevent an assignment to it, as a clause;
 * undefined if they do not.
 */
export const findAssignmentVettingObstacle = (
  { vetting }: LedgerState,
  { contractId, templateId }: Contract,
  { target, now }: { readonly target: SynchronizerId; readonly now: Micros },
): string | undefined => {
  const { packageId } = splitTypeId(templateId);
  if (isPackageVetted(vetting.get(target), packageId, now)) return undefined;
  return `on ${target} this participant has not vetted the package ${packageId} of ${contractId}`;
};

const computeExclusivity = (
  target: Synchronizer,
  { now, config }: LedgerDecisionInputs,
): Pick<UnassignedEvent, "assignmentExclusivity"> => {
  const { assignmentExclusivityMicros: micros = config.assignmentExclusivityMicros } =
    target.parameters;
  if (micros === 0n) return {};
  const end = computeNextRecordTime(target, now) + micros;
  return { assignmentExclusivity: end < maxTimestampMicros ? end : maxTimestampMicros };
};
