import type {
  AssignedEvent,
  ReassignmentEvent,
  ReassignmentUpdate,
  UnassignedEvent,
} from "../model/update.ts";
import { ContractsEditor } from "./contracts.ts";
import type { EventPosition } from "./ledger-state.ts";
import type { OrderedMapEditor } from "./ordered-map.ts";
import type { InFlightReassignment } from "./ledger-state.ts";
import type { StateDraft } from "./state-draft.ts";

/**
 * Contracts leave the synchronizer they are unassigned from and are in flight until they are
 * assigned to their target (ledger-api.md 3.1.6).
 */
export const foldReassignment = (draft: StateDraft, update: ReassignmentUpdate): void => {
  const fold = new ReassignmentFold(draft, update);
  for (const event of update.events) fold.apply(event);
  fold.close(draft);
};

class ReassignmentFold {
  readonly #update: ReassignmentUpdate;
  readonly #contracts: ContractsEditor;
  readonly #inFlight: OrderedMapEditor<string, InFlightReassignment>;

  constructor(draft: StateDraft, update: ReassignmentUpdate) {
    this.#update = update;
    this.#contracts = new ContractsEditor(draft);
    this.#inFlight = draft.inFlight.edit();
  }

  apply(event: ReassignmentEvent): void {
    const { offset, synchronizerId } = this.#update;
    const at = { offset, nodeId: event.nodeId, synchronizerId };
    switch (event.kind) {
      case "unassigned":
        return this.#unassign(event, at);
      case "assigned":
        return this.#assign(event, at);
    }
  }

  close(draft: StateDraft): void {
    this.#contracts.close(draft);
    draft.inFlight = this.#inFlight.close();
  }

  #unassign(event: UnassignedEvent, at: EventPosition): void {
    if (!this.#contracts.unassign(event.contractId, at)) return;
    const others = this.#inFlight.get(event.reassignmentId)?.events ?? [];
    this.#inFlight.set(event.reassignmentId, { offset: at.offset, events: [...others, event] });
  }

  #assign(event: AssignedEvent, at: EventPosition): void {
    const { reassignmentCounter, contract, reassignmentId } = event;
    const { workflowId } = this.#update.submission;
    this.#contracts.assign(contract, { at, reassignmentCounter, workflowId });
    this.#inFlight.delete(reassignmentId);
  }
}
