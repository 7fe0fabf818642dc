import type { NodeId, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * The event ids of coin history increase as texts along the ledger (rules.yaml S18). An id begins
 * with a fixed number of digits that count up. The update and the node of the record follow, for
 * human readers. Clients compare ids and send them back, and do not parse them.
 */

/**
 * The first of the sixteen digits is zero, so that counting on from any given id stays within exact
 * numbers.
 */
const form = /^#(0\d{15}):.+$/s;

export const isEventId = (text: string): boolean => form.test(text);

/** Creates the ids of consecutive records. */
export class EventIds {
  #last: number;

  /** Continues after the records of `state`. */
  constructor({ history }: Pick<LedgerState, "history">) {
    this.#last = numberOf(lastRecord(history)?.eventId) ?? history.size - 1;
  }

  /** Returns the next id. It is larger than all earlier ids, including given ones. */
  next(updateId: UpdateId, nodeId: NodeId): string {
    this.#last++;
    return `#${this.#last.toString().padStart(16, "0")}:${updateId}:${nodeId}`;
  }

  /** Records an id that was given with a record. */
  given(eventId: string): void {
    this.#last = numberOf(eventId) ?? this.#last;
  }
}

export const lastRecord = (history: LedgerState["history"]): HistoryRecord | undefined => {
  const position = history.maxKey();
  return position === undefined ? undefined : history.get(position);
};

/**
 * Returns the counter of an id; undefined for an id that was given when ids had another form, which
 * an old journal may contain.
 */
const numberOf = (eventId: string | undefined): number | undefined => {
  const digits = eventId === undefined ? undefined : form.exec(eventId)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
