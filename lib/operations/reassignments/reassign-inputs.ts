import { utf8ToBytes } from "@noble/hashes/utils.js";

import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Submission, TraceContext } from "../../base/model/update.ts";
import { computeSha256Hmac } from "../../base/values/digest.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../ledger/state/ledger-state.ts";
import {
  createReassignmentCommittedEvent,
  type ReassignmentCommittedEvent,
} from "./committed-reassignment.ts";
import { createAssignedEvents } from "./create-assigned-events.ts";
import {
  type ContractWithReassignmentCount,
  createUnassignedEvents,
  findAssignmentVettingObstacle,
} from "./create-unassigned-events.ts";

/** Input contracts of a transaction that are reassigned together. */
export interface InputContractReassignmentBatch {
  /** The stakeholder that submits the reassignment. */
  readonly submitter: Party;
  readonly source: SynchronizerId;
  /** The contracts, at least one. All have the same stakeholders. */
  readonly contracts: readonly Contract[];
}

export interface PlannedInputReassignments {
  readonly moves: readonly InputContractReassignmentBatch[];
  readonly target: SynchronizerId;
  /** The submission of the transaction. The reassignments get its command id. */
  readonly submission: Submission;
  readonly traceContext: TraceContext | undefined;
}

/**
 * Returns the events that reassign the inputs of a transaction to the synchronizer that executes
 * it, at the next offsets. Each move becomes an unassignment and an assignment, each with a
 * completion. Pure; linear in the contracts.
 *
 * Raises AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED if an assignment is not possible.
 */
export const reassignTransactionInputs = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { moves, target: targetId, submission, traceContext }: PlannedInputReassignments,
): readonly ReassignmentCommittedEvent[] => {
  const { now } = context;
  const target = requireConnectedSynchronizer(state, targetId);
  const events: ReassignmentCommittedEvent[] = [];
  for (const [index, { submitter, source: sourceId, contracts }] of moves.entries()) {
    checkVettingOnTarget(state, contracts, { target: targetId, now });
    const source = requireConnectedSynchronizer(state, sourceId);
    const seed = deriveSeed(context, `departure of inputs ${index}`);
    const leaving = contracts.map((contract) => countedContract(state, contract));
    const unassignment = { source, target, submitter };
    const unassigned = createUnassignedEvents(leaving, unassignment, {
      now,
      seed,
      config: context.config,
    });
    const common = {
      now,
      submission: { ...submission, workflowId: "", actAs: [submitter] },
      traceContext,
    };
    const offset = state.ledgerEnd + 1 + events.length;
    events.push(
      createReassignmentCommittedEvent({
        ...common,
        offset,
        synchronizer: source,
        seed,
        events: unassigned,
      }),
      createReassignmentCommittedEvent({
        ...common,
        offset: offset + 1,
        synchronizer: target,
        seed: deriveSeed(context, `arrival of inputs ${index}`),
        events: createAssignedEvents({ offset, events: unassigned }, state, submitter),
      }),
    );
  }
  return events;
};

const deriveSeed = ({ seed }: LedgerDecisionInputs, purpose: string): Uint8Array =>
  computeSha256Hmac(seed, utf8ToBytes(purpose));

const requireConnectedSynchronizer = (
  { synchronizers }: LedgerState,
  synchronizerId: SynchronizerId,
): Synchronizer => {
  const found = synchronizers.find(({ id }) => id === synchronizerId);
  if (found !== undefined) return found;
  throw automaticReassignmentFailedError(`this participant is not connected to ${synchronizerId}`);
};

const countedContract = (
  { contracts }: LedgerState,
  contract: Contract,
): ContractWithReassignmentCount => {
  const { activation } = contracts.get(contract.contractId) ?? {};
  if (activation !== undefined) return { contract, counter: activation.reassignmentCounter };
  throw automaticReassignmentFailedError(`the contract ${contract.contractId} is not active`);
};

const checkVettingOnTarget = (
  state: LedgerState,
  contracts: readonly Contract[],
  at: Parameters<typeof findAssignmentVettingObstacle>[2],
): void => {
  for (const contract of contracts) {
    const obstacle = findAssignmentVettingObstacle(state, contract, at);
    if (obstacle !== undefined) throw automaticReassignmentFailedError(obstacle);
  }
};

/** Returns the error for inputs that cannot be reassigned. `reason` is a clause. */
export const automaticReassignmentFailedError = (reason: string): LedgerError =>
  ledgerError("AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED", {
    cause: `The contracts of the command cannot be reassigned to one synchronizer: ${reason}.`,
  });
