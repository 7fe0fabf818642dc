import { setImmediate as nextTurn } from "node:timers/promises";

import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { beginningHash } from "../shared/beginning-hash.ts";
import { readEvents } from "../shared/entry-text.ts";
import { damaged, missing } from "../shared/errors.ts";
import { branchAt, extentsOf, firstOf, type JournalPath } from "../shared/journal-path.ts";
import type { Database } from "./database.ts";
import { damageOf } from "./errors.ts";
import { partKeys, type Parts, PartsCount } from "./parts.ts";
import { entryKey, hashIn, type Head, positionIn, readEntryValue } from "./records.ts";

/** Bytes that are asked of the database at a time: each time costs a turn of the platform's threads, which is seven entries by default. */
export const readAtOnce = 512 * 1024;

/** The entries in a database, along the paths that journals take through it. */
export class LevelEntries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hashAt(path: JournalPath, position: number): Promise<string> {
    if (position === 0) return emptyHash;
    const branch = branchAt(path, position);
    const value =
      branch === undefined ? undefined : await this.#database.get(entryKey(branch, position));
    if (value === undefined) throw missing(position);
    return hashIn(value);
  }

  /** What a journal has after a position, as it is on disk by now; each is checked. */
  async *after(
    after: number,
    { path, position: end, hash }: Pick<Head, "path" | "position" | "hash">,
  ): AsyncGenerator<JournalEntry, void, undefined> {
    const first = firstOf(path);
    const from = Math.max(after + 1, first);
    if (from > end) return;
    const snapshot = this.#database.snapshot();
    try {
      let before = from === first ? beginningHash(from) : await this.hashAt(path, from - 1);
      let expected = from;
      for (const { branch, ...extent } of extentsOf(path, from, end)) {
        const range = { gte: entryKey(branch, extent.from), lte: entryKey(branch, extent.to) };
        const options = { ...range, snapshot, highWaterMarkBytes: readAtOnce };
        for await (const [key, value] of this.#database.iterator(options)) {
          const position = positionIn(key);
          if (position !== expected) throw missing(expected);
          const { hash: own, told } = readEntryValue(value, position, before);
          const isWhole = typeof told === "string";
          yield {
            position,
            events: isWhole
              ? readEvents(position, told)
              : await this.#eventsIn(told, position, snapshot),
          };
          before = own;
          expected++;
        }
      }
      if (expected <= end) throw missing(expected);
      if (before !== hash) throw damaged(`it does not end with entry ${end} as it did`);
    } catch (error) {
      throw damageOf(error);
    } finally {
      await snapshot.close();
    }
  }

  /** In turns. */
  async #eventsIn(
    parts: Parts,
    position: number,
    snapshot: ReturnType<Database["snapshot"]>,
  ): Promise<readonly LedgerEvent[]> {
    const found = new PartsCount(position, parts.stamp);
    const events: LedgerEvent[] = [];
    for (const key of partKeys(parts)) {
      const text = (await this.#database.get(key, { snapshot })) ?? "";
      found.add(text);
      for (const event of readEvents(position, text)) events.push(event);
      await nextTurn();
    }
    found.require(parts);
    return events;
  }
}
