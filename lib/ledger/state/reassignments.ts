import type { ImmutableOrderedMapEditor } from "../../base/collections/immutable-ordered-map.ts";
import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import type {
  AssignedEvent,
  ReassignmentEvent,
  ReassignmentUpdate,
  UnassignedEvent,
} from "../../base/model/update.ts";
import { minTimestampMicros } from "../../base/values/time.ts";
import type { EventPosition } from "./activation.ts";
import { ContractChangeCollector } from "./contracts.ts";
import type { DueAssignment, InFlightReassignment, Synchronizer } from "./ledger-state.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

/**
 * Applies a reassignment. Unassigned contracts are active on no synchronizer until they are
 * assigned to the target (ledger-api.md 3.1.6). If the target has automatic assignment, the ledger
 * assigns them when the exclusivity timeout has passed.
 */
export const applyReassignment = (draft: LedgerStateDraft, update: ReassignmentUpdate): void => {
  const fold = new ReassignmentFold(draft, update);
  for (const event of update.events) fold.applyEvent(event);
  fold.close(draft);
};

class ReassignmentFold {
  readonly #update: ReassignmentUpdate;
  readonly #contracts: ContractChangeCollector;
  readonly #inFlight: ImmutableOrderedMapEditor<string, InFlightReassignment>;
  readonly #due: ImmutableOrderedMapEditor<string, DueAssignment>;
  readonly #synchronizers: readonly Synchronizer[];

  constructor(draft: LedgerStateDraft, update: ReassignmentUpdate) {
    this.#update = update;
    this.#contracts = new ContractChangeCollector(draft);
    this.#inFlight = draft.inFlight.edit();
    this.#due = draft.assignmentsDue.edit();
    this.#synchronizers = draft.synchronizers;
  }

  applyEvent(event: ReassignmentEvent): void {
    const { offset, synchronizerId } = this.#update;
    const at = { offset, nodeId: event.nodeId, synchronizerId };
    switch (event.kind) {
      case "unassigned":
        return this.#applyUnassigned(event, at);
      case "assigned":
        return this.#applyAssigned(event, at);
    }
  }

  close(draft: LedgerStateDraft): void {
    this.#contracts.close(draft);
    draft.inFlight = this.#inFlight.close();
    draft.assignmentsDue = this.#due.close();
  }

  #applyUnassigned(event: UnassignedEvent, at: EventPosition): void {
    if (!this.#contracts.unassignContract(event.contractId, at)) return;
    const { reassignmentId } = event;
    const known = this.#inFlight.get(reassignmentId);
    if (known !== undefined) {
      this.#inFlight.set(reassignmentId, { ...known, events: [...known.events, event] });
      return;
    }
    const { submission } = this.#update;
    const { offset } = at;
    this.#inFlight.set(reassignmentId, { offset, submission, events: [event] });
    const due = this.#dueTime(event);
    if (due === undefined) return;
    this.#due.set(formatDueKey(due, offset, reassignmentId), { at: due, reassignmentId });
  }

  #applyAssigned(event: AssignedEvent, at: EventPosition): void {
    const { reassignmentCounter, contract, reassignmentId } = event;
    const { workflowId } = this.#update.submission;
    this.#contracts.assignContract(contract, { at, reassignmentCounter, workflowId });
    const { offset, events: [first] = [] } = this.#inFlight.get(reassignmentId) ?? {};
    if (offset === undefined || first === undefined) return;
    this.#inFlight.delete(reassignmentId);
    const { assignmentExclusivity } = first;
    if (assignmentExclusivity !== undefined) {
      this.#due.delete(formatDueKey(assignmentExclusivity, offset, reassignmentId));
    }
  }

  #dueTime({ target, assignmentExclusivity }: UnassignedEvent): Micros | undefined {
    const { parameters } = this.#synchronizers.find(({ id }) => id === target) ?? {};
    return parameters?.automaticAssignment === true ? assignmentExclusivity : undefined;
  }
}

/** Returns a text key. Sorted as texts, keys have the order of the times, then of the offsets. */
const formatDueKey = (time: Micros, offset: Offset, reassignmentId: string): string =>
  [padNumber(time - minTimestampMicros), padNumber(offset), reassignmentId].join(" ");

const padNumber = (number: bigint | number): string => String(number).padStart(18, "0");
