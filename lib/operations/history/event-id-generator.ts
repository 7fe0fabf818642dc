import type { NodeId, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * The form of the event ids in the coin history (docs/guide/coin-history.md). Compared as texts,
 * later ids are larger (rules.yaml S18): an id begins with a counter of sixteen digits. The update
 * id and the node id of the record follow, for human readers. Clients compare ids and send them
 * back, and do not parse them.
 */

/**
 * The first digit must be zero, so that the counter stays below 2^53 even after the largest
 * possible id of an imported record.
 */
const eventIdPattern = /^#(0\d{15}):.+$/s;

export const isHistoryEventId = (text: string): boolean => eventIdPattern.test(text);

/** Creates the ids of consecutive records. */
export class HistoryEventIdGenerator {
  #last: number;

  /** Continues after the records of `state`. */
  constructor({ history }: Pick<LedgerState, "history">) {
    this.#last = parseEventNumber(findLastCoinHistoryRecord(history)?.eventId) ?? history.size - 1;
  }

  /**
   * Returns the next id. It is larger than all earlier ids, including those passed to
   * {@link continueAfter}.
   */
  next(updateId: UpdateId, nodeId: NodeId): string {
    this.#last++;
    return `#${this.#last.toString().padStart(16, "0")}:${updateId}:${nodeId}`;
  }

  /** Makes all further ids larger than `eventId`, the id of an imported record. */
  continueAfter(eventId: string): void {
    this.#last = parseEventNumber(eventId) ?? this.#last;
  }
}

export const findLastCoinHistoryRecord = (
  history: LedgerState["history"],
): CoinHistoryRecord | undefined => {
  const position = history.maxKey();
  return position === undefined ? undefined : history.get(position);
};

/**
 * Returns the counter of an id; undefined for an id of an earlier form, which an old journal may
 * contain.
 */
const parseEventNumber = (eventId: string | undefined): number | undefined => {
  const digits = eventId === undefined ? undefined : eventIdPattern.exec(eventId)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
