import type { NodeId, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * Event ids of coin history: they increase along the ledger, as texts (rules.yaml S18). So they begin
 * with digits that count; the update and the node that the record tells of come behind, for people
 * who look at them. Clients compare them and send them back, and read nothing else in them.
 */

/** The first of the sixteen digits is zero: what counts on from a given id is an exact number, too. */
const form = /^#(0\d{15}):.+$/s;

export const isEventId = (text: string): boolean => form.test(text);

/** Makes the ids of records that come one after the other. */
export class EventIds {
  #last: number;

  /** For records that come after all of `state`. */
  constructor({ history }: Pick<LedgerState, "history">) {
    this.#last = numberOf(lastRecord(history)?.eventId) ?? history.size - 1;
  }

  /** The next one; larger than all there were, given ones included. */
  next(updateId: UpdateId, nodeId: NodeId): string {
    this.#last++;
    return `#${this.#last.toString().padStart(16, "0")}:${updateId}:${nodeId}`;
  }

  /** A record brought an id of its own. */
  given(eventId: string): void {
    this.#last = numberOf(eventId) ?? this.#last;
  }
}

export const lastRecord = (history: LedgerState["history"]): HistoryRecord | undefined => {
  const position = history.maxKey();
  return position === undefined ? undefined : history.get(position);
};

/** Undefined of an id that was given when ids had another form; a journal may have such ones. */
const numberOf = (eventId: string | undefined): number | undefined => {
  const digits = eventId === undefined ? undefined : form.exec(eventId)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
