import type { ContractId, Offset } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { AssignedEvent, UnassignedEvent } from "../../base/model/update.ts";
import type { Activation } from "../../ledger/state/activation.ts";
import type { ContractRecord, LedgerState } from "../../ledger/state/ledger-state.ts";
import type { EventMatcher } from "../../views/visibility/event-matcher.ts";
import {
  projectUnassignedEvent,
  type VisibleUnassignedEvent,
} from "../../views/visibility/project-update.ts";
import { prunedDataAccessedError } from "./offset-checks.ts";
import type { StepGenerator } from "./step-generator.ts";

/** A contract that was unassigned and is not assigned yet. */
export interface InFlightContract {
  readonly contract: Contract;
  /** The activation that the unassignment ended. */
  readonly activation: Activation;
  readonly unassigned: VisibleUnassignedEvent;
  /** Offset of the unassignment. */
  readonly offset: Offset;
}

/**
 * Returns the visible contracts in flight at an offset, sorted by offset and node of the
 * unassignment. If the unassignment of a contract was pruned: raises
 * PARTICIPANT_PRUNED_DATA_ACCESSED if the contract has been assigned since, and omits the contract
 * if it is still in flight (ledger-api.md 3.2). Reads all updates after the offset, and yields at
 * each update and at each event of a reassignment.
 */
export function* findInFlightContractsInSteps(
  state: LedgerState,
  offset: Offset,
  matcher: EventMatcher,
): StepGenerator<readonly InFlightContract[]> {
  // With a single synchronizer, no contract can be in flight.
  if (state.synchronizers.length < 2) return [];
  const assigned = yield* findContractsAssignedSince(state, offset, matcher);
  return [...listStillInFlight(state, offset, matcher), ...assigned].sort(compareByUnassignment);
}

const listStillInFlight = (
  state: LedgerState,
  offset: Offset,
  matcher: EventMatcher,
): readonly InFlightContract[] =>
  [...state.inFlight.values()]
    .filter((reassignment) => reassignment.offset <= offset)
    .flatMap((reassignment) =>
      reassignment.events.flatMap((event) =>
        findInFlightContract(state, { event, offset: reassignment.offset, matcher }),
      ),
    );

function* findContractsAssignedSince(
  state: LedgerState,
  offset: Offset,
  matcher: EventMatcher,
): StepGenerator<readonly InFlightContract[]> {
  const found: InFlightContract[] = [];
  if (offset === state.ledgerEnd) return found;
  const unassignedSince = new Set<ContractId>();
  for (const [, { update }] of state.log.entries(offset + 1)) {
    yield;
    if (update?.kind !== "reassignment") continue;
    for (const event of update.events) {
      yield;
      if (event.kind === "unassigned") {
        unassignedSince.add(event.contractId);
      } else if (!unassignedSince.has(event.contract.contractId)) {
        found.push(...findUnassignmentBefore(state, event, matcher));
      }
    }
  }
  return found;
}

const findUnassignmentBefore = (
  state: LedgerState,
  assigned: AssignedEvent,
  matcher: EventMatcher,
): readonly InFlightContract[] => {
  const { contract, stakeholders, reassignmentId } = assigned;
  if (
    matcher.findEventMatch(contract.templateId, contract.packageName, stakeholders) === undefined
  ) {
    return [];
  }
  for (const { end } of state.contracts.get(contract.contractId)?.ended ?? []) {
    const event = findUnassignedEvent(state, end.offset, assigned);
    if (event !== undefined) {
      return findInFlightContract(state, { event, offset: end.offset, matcher });
    }
  }
  if (state.prunedUpTo === 0) return [];
  throw prunedDataAccessedError(
    `The reassignment ${reassignmentId} was in flight at that time`,
    state,
  );
};

const findUnassignedEvent = (
  state: LedgerState,
  offset: Offset,
  { contract, reassignmentId }: AssignedEvent,
): UnassignedEvent | undefined => {
  const update = state.log.get(offset)?.update;
  if (update?.kind !== "reassignment") return undefined;
  return update.events.find(
    (event): event is UnassignedEvent =>
      event.kind === "unassigned" &&
      event.contractId === contract.contractId &&
      event.reassignmentId === reassignmentId,
  );
};

interface UnassignedContract {
  readonly event: UnassignedEvent;
  readonly offset: Offset;
  readonly matcher: EventMatcher;
}

/**
 * Returns a list with the contract; empty if the contract is not visible, or if its activation was
 * pruned.
 */
const findInFlightContract = (
  state: LedgerState,
  { event, offset, matcher }: UnassignedContract,
): readonly InFlightContract[] => {
  const record = state.contracts.get(event.contractId);
  const activation = record && findEndedActivation(record, offset, event);
  const unassigned = projectUnassignedEvent(event, matcher);
  if (record === undefined || activation === undefined || unassigned === undefined) return [];
  return [{ contract: record.contract, activation, unassigned, offset }];
};

const findEndedActivation = (
  record: ContractRecord,
  offset: Offset,
  event: UnassignedEvent,
): Activation | undefined =>
  record.ended?.find(({ end }) => end.offset === offset && end.nodeId === event.nodeId);

const compareByUnassignment = (left: InFlightContract, right: InFlightContract): number =>
  left.offset - right.offset || left.unassigned.event.nodeId - right.unassigned.event.nodeId;
