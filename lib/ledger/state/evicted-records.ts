import type {
  StoredMapReader,
  StoredSortedMapReader,
} from "../../base/collections/stored-map-reader.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import { decodeLosslessJson } from "../../base/values/tagged-json.ts";
import {
  type EvictedHistory,
  findEvictedRange,
  getJournalBranchEnds,
  missingArchiveRecordError,
} from "./evicted-history.ts";
import { formatOffsetKey } from "./evicted-log.ts";

/** The records of coin history in the archive, by number. */
export class EvictedCoinHistoryRecords implements StoredSortedMapReader<number, CoinHistoryRecord> {
  readonly #evicted: EvictedHistory;

  constructor(evicted: EvictedHistory) {
    this.#evicted = evicted;
  }

  get size(): number {
    return this.#evicted.history.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  }

  get(number: number): CoinHistoryRecord | undefined {
    const { history, reader } = this.#evicted;
    const range = findEvictedRange(history, number);
    if (range === undefined) return undefined;
    const text = reader.find(range.branch, "record", formatOffsetKey(number));
    if (text === undefined) {
      throw missingArchiveRecordError(this.#evicted, `record ${number} of coin history`);
    }
    return decodeLosslessJson(text) as CoinHistoryRecord;
  }

  minKey(): number | undefined {
    return this.#evicted.history[0]?.from;
  }

  maxKey(): number | undefined {
    return this.#evicted.history.at(-1)?.to;
  }

  *entries(begin = 0): Generator<[number, CoinHistoryRecord], void, undefined> {
    for (const { from, to } of this.#evicted.history) {
      for (let number = Math.max(from, begin); number <= to; number++) {
        yield this.#readRequiredRecord(number);
      }
    }
  }

  *entriesReversed(end = Infinity): Generator<[number, CoinHistoryRecord], void, undefined> {
    for (const { from, to } of this.#evicted.history.toReversed()) {
      for (let number = Math.min(to, end); number >= from; number--) {
        yield this.#readRequiredRecord(number);
      }
    }
  }

  #readRequiredRecord(number: number): [number, CoinHistoryRecord] {
    const record = this.get(number);
    if (record === undefined) {
      throw missingArchiveRecordError(this.#evicted, `record ${number} of coin history`);
    }
    return [number, record];
  }
}

/** The numbers of records in the archive, by event id. */
export class EvictedRecordNumbersByEventId implements StoredMapReader<string, number> {
  readonly #evicted: EvictedHistory;

  constructor(evicted: EvictedHistory) {
    this.#evicted = evicted;
  }

  get(eventId: string): number | undefined {
    const { history, reader } = this.#evicted;
    for (const { branch, to } of getJournalBranchEnds(history)) {
      const number = Number(reader.find(branch, "event", eventId) ?? Infinity);
      if (number <= to) return number;
    }
    return undefined;
  }
}
