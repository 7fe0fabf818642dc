import type { OlderEntries, OlderSequence } from "../../base/collections/older-entries.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import { readTaggedJson } from "../../base/values/tagged-json.ts";
import { branchesOf, lost, type Past, stretchOf } from "./past.ts";
import { offsetKey } from "./past-log.ts";

/** Records of coin history in the archive, by number. */
export class PastHistory implements OlderSequence<number, HistoryRecord> {
  readonly #past: Past;

  constructor(past: Past) {
    this.#past = past;
  }

  get size(): number {
    return this.#past.history.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  }

  get(number: number): HistoryRecord | undefined {
    const { history, reader } = this.#past;
    const stretch = stretchOf(history, number);
    if (stretch === undefined) return undefined;
    const text = reader.find(stretch.branch, "record", offsetKey(number));
    if (text === undefined) throw lost(this.#past, `record ${number} of coin history`);
    return readTaggedJson(text) as HistoryRecord;
  }

  minKey(): number | undefined {
    return this.#past.history[0]?.from;
  }

  maxKey(): number | undefined {
    return this.#past.history.at(-1)?.to;
  }

  *entries(begin = 0): Generator<[number, HistoryRecord], void, undefined> {
    for (const { from, to } of this.#past.history) {
      for (let number = Math.max(from, begin); number <= to; number++) yield this.#at(number);
    }
  }

  *entriesReversed(end = Infinity): Generator<[number, HistoryRecord], void, undefined> {
    for (const { from, to } of this.#past.history.toReversed()) {
      for (let number = Math.min(to, end); number >= from; number--) yield this.#at(number);
    }
  }

  #at(number: number): [number, HistoryRecord] {
    const record = this.get(number);
    if (record === undefined) throw lost(this.#past, `record ${number} of coin history`);
    return [number, record];
  }
}

/** The numbers of records in the archive, by event id. */
export class PastEvents implements OlderEntries<string, number> {
  readonly #past: Past;

  constructor(past: Past) {
    this.#past = past;
  }

  get(eventId: string): number | undefined {
    const { history, reader } = this.#past;
    for (const { branch, to } of branchesOf(history)) {
      const number = Number(reader.find(branch, "event", eventId) ?? Infinity);
      if (number <= to) return number;
    }
    return undefined;
  }
}
