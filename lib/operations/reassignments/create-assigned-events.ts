import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { AssignedEvent, UnassignedEvent } from "../../base/model/update.ts";
import type { InFlightReassignment, LedgerState } from "../../ledger/state/ledger-state.ts";

/** Returns the events that assign unassigned contracts to their target. */
export const createAssignedEvents = (
  { offset, events }: Pick<InFlightReassignment, "offset" | "events">,
  state: LedgerState,
  submitter: Party,
): readonly AssignedEvent[] =>
  events.map((event) => ({
    kind: "assigned",
    nodeId: event.nodeId,
    source: event.source,
    target: event.target,
    reassignmentId: event.reassignmentId,
    submitter,
    reassignmentCounter: event.reassignmentCounter,
    stakeholders: event.stakeholders,
    contract: requireKnownContract(state, event),
    unassignedAt: offset,
    ...pickExclusivity(event),
  }));

const pickExclusivity = ({
  assignmentExclusivity,
}: UnassignedEvent): Pick<AssignedEvent, "assignmentExclusivity"> =>
  assignmentExclusivity === undefined ? {} : { assignmentExclusivity };

/**
 * Returns the contract. Raises an internal error if it is missing: that is a defect of the ledger,
 * because pruning keeps contracts in flight.
 */
const requireKnownContract = (
  { contracts }: LedgerState,
  { contractId }: UnassignedEvent,
): Contract => {
  const record = contracts.get(contractId);
  if (record !== undefined) return record.contract;
  throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The contract ${contractId} is in flight, but the ledger does not know it.`,
  });
};
