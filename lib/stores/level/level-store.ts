import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  CheckpointStore,
  JournalMark,
  JournalStore,
  PastReach,
  PastStore,
} from "../../ledger/stores/journal-store.ts";
import { entryText, entryTextParts } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash, hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import { copyOf } from "../kept/copy.ts";
import { closed, damaged, foreignMark, missing, noSuchPosition } from "../kept/errors.ts";
import {
  branchAt,
  branchedOff,
  extentsOf,
  firstOf,
  type JournalPath,
  shortened,
} from "../kept/journal-path.ts";
import { readEvents } from "../kept/read-events.ts";
import type { Database, PastDatabase, Put } from "./database.ts";
import { failed, levelCodeOf, restored, textOf } from "./errors.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import { LevelPast } from "./level-past.ts";
import { partKeys, type Parts, PartsCount } from "./parts.ts";
import {
  compactedValue,
  entryKey,
  entryValue,
  hashIn,
  type Head,
  headKey,
  headText,
  positionIn,
  type Reach,
  readEntryValue,
} from "./records.ts";

/** Hears how far the journal has come. */
export interface ReachWitness {
  tell(reach: Reach): void;
  close(): Promise<void>;
}

/** What waits to be written, and who for. */
interface Waiting {
  readonly position: number;
  readonly text: string;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

interface LevelStoreParts {
  readonly database: Database;
  /** For what follows from the journal. */
  readonly past: PastDatabase;
  readonly head: Head;
  readonly witness: ReachWitness;
  /** How far the past that is kept was written. */
  readonly written: PastReach;
  readonly upkeep: Upkeep;
}

/** What is done to the databases as a whole. */
export interface Upkeep {
  /** Bytes. */
  size(): Promise<number>;
  /** Gives back the room of what was deleted. */
  tidy(): Promise<void>;
}

class LevelMark implements JournalMark {
  readonly position: number;
  readonly store: LevelStore;
  readonly path: JournalPath;
  /** With what was compacted while the store was open. */
  readonly whole: JournalPath;

  constructor(
    store: LevelStore,
    position: number,
    { path, whole }: Pick<LevelMark, "path" | "whole">,
  ) {
    this.position = position;
    this.store = store;
    this.path = path;
    this.whole = whole;
  }
}

/**
 * A journal in a database of LevelDB. What waits while something is written is written after that in one batch, so that
 * the disk is asked once for all of it. A batch that fails ends the store.
 */
export class LevelStore implements JournalStore {
  readonly past: PastStore;
  readonly checkpoints: CheckpointStore;
  readonly #database: Database;
  readonly #pastDatabase: PastDatabase;
  readonly #witness: ReachWitness;
  readonly #upkeep: Upkeep;
  /** As it is on disk. */
  #head: Head;
  /** The path of the journal, but begins where it began when the store was opened: the past is read along it. */
  #whole: JournalPath;
  /** Of the newest entry, written or waiting. */
  #tail: number;
  #waiting: Waiting[] = [];
  /** Ends when all is written that was asked for: one thing after the other. Never rejects. */
  #writing: Promise<unknown> = Promise.resolve();
  /** Ends when what is written beside that is. Never rejects. */
  #preparing: Promise<unknown> = Promise.resolve();
  #failure: unknown;
  #closed = false;

  constructor({ database, past, head, witness, written, upkeep }: LevelStoreParts) {
    this.#upkeep = upkeep;
    this.#database = database;
    this.#pastDatabase = past;
    this.#head = head;
    this.#whole = head.path;
    this.#tail = head.position;
    this.#witness = witness;
    const write = (puts: readonly Put[]): Promise<void> => this.#writeAll(past, puts);
    const path = (): JournalPath => this.#whole;
    this.past = new LevelPast({ database: past, journal: database, write, path, written });
    const hashAt = (position: number): Promise<string | undefined> => this.#knownHash(position);
    this.checkpoints = new LevelCheckpoints({ database: past, write, hashAt });
  }

  append(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
    return new Promise((resolve) => resolve(this.#put(position, events) ?? false));
  }

  enqueue(position: number, events: readonly LedgerEvent[]): Promise<boolean> | undefined {
    return this.#put(position, events)?.then((isWritten) => {
      if (!isWritten) throw restored();
      return true;
    });
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertUsable();
    // What others have is there before who lost to them reads it.
    await this.#writing;
    yield* this.#entriesAfter(after);
  }

  position(): Promise<number> {
    return new Promise((resolve) => {
      this.#assertUsable();
      resolve(this.#head.position);
    });
  }

  mark(position: number): JournalMark {
    this.#assertUsable();
    const { path, position: end } = this.#head;
    const first = firstOf(path);
    if (position === 0 || (position >= first && position <= end)) {
      return new LevelMark(this, position, { path, whole: this.#whole });
    }
    throw noSuchPosition(position, { first, end });
  }

  async restore(mark: JournalMark): Promise<void> {
    this.#assertUsable();
    await this.#inTurn(async () => {
      if (!(mark instanceof LevelMark) || mark.store !== this) throw foreignMark();
      const { position } = mark;
      const hash = await this.#hashAt(mark.path, position);
      const branch = this.#head.branches + 1;
      const path = branchedOff(mark.path, position, branch);
      const generation = this.#head.generation + 1;
      await this.#write({ generation, position, hash, path, branches: branch }, []);
      this.#whole = branchedOff(mark.whole, position, branch);
      this.#tail = position;
    });
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.#assertUsable();
    const writing = this.#writeParts(position, events());
    this.#preparing = Promise.allSettled([this.#preparing, writing]);
    const parts = await writing;
    await this.#inTurn(async () => {
      const { path, branches } = this.#head;
      const branch = branches + 1;
      // A journal may begin with it.
      const isFirst = this.#head.position === 0;
      const hash = isFirst ? emptyHash : await this.#hashAt(path, position);
      const head = { ...this.#head, path: shortened(path, position, branch), branches: branch };
      const value = compactedValue(position, hash, parts);
      await this.#write(isFirst ? { ...head, position, hash } : head, [
        { type: "put", key: entryKey(branch, position), value },
      ]);
      if (!isFirst) return;
      this.#tail = position;
      this.#whole = head.path;
    });
  }

  /** In memory, with a copy of all entries. */
  async fork(): Promise<JournalStore> {
    this.#assertUsable();
    return copyOf(this);
  }

  size(): Promise<number> {
    this.#assertUsable();
    return this.#upkeep.size();
  }

  async tidy(): Promise<void> {
    this.#assertUsable();
    await this.#inTurn(() => this.#upkeep.tidy());
  }

  async close(): Promise<void> {
    if (this.#closed) throw closed();
    this.#closed = true;
    await this.#preparing;
    await this.#writing;
    await this.#witness.close();
    await this.#pastDatabase.close();
    await this.#database.close();
  }

  /** What is kept after a position, as it is on disk by now. */
  async *#entriesAfter(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    const { path, position: end, hash } = this.#head;
    const first = firstOf(path);
    const from = Math.max(after + 1, first);
    if (from > end) return;
    const snapshot = this.#database.snapshot();
    try {
      let before = from === first ? beginningHash(from) : await this.#hashAt(path, from - 1);
      let expected = from;
      for (const { branch, ...extent } of extentsOf(path, from, end)) {
        const range = { gte: entryKey(branch, extent.from), lte: entryKey(branch, extent.to) };
        for await (const [key, value] of this.#database.iterator({ ...range, snapshot })) {
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
      throw levelCodeOf(error) === "LEVEL_CORRUPTION" ? damaged(textOf(error)) : error;
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

  /** Behind the journal, which goes on. */
  async #writeParts(position: number, events: readonly LedgerEvent[]): Promise<Parts> {
    const written = new PartsCount(position, randomUUID());
    for await (const value of entryTextParts(events)) {
      await this.#writeAll(this.#database, [{ type: "put", key: written.add(value), value }]);
    }
    return written.parts;
  }

  /** Undefined when the position is taken, or leaves a gap; false when the journal was restored meanwhile. */
  #put(position: number, events: readonly LedgerEvent[]): Promise<boolean> | undefined {
    this.#assertUsable();
    if (position !== this.#tail + 1) return undefined;
    const text = entryText(events);
    this.#tail = position;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ position, text, resolve, reject });
      if (this.#waiting.length === 1) void this.#inTurn(() => this.#writeWaiting());
    });
  }

  async #hashAt(path: JournalPath, position: number): Promise<string> {
    if (position === 0) return emptyHash;
    const branch = branchAt(path, position);
    const value =
      branch === undefined ? undefined : await this.#database.get(entryKey(branch, position));
    if (value === undefined) throw missing(position);
    return hashIn(value);
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const puts: Put[] = [];
    let { position, hash } = this.#head;
    const written = waiting.filter((each) => {
      if (each.position !== position + 1) return false;
      position = each.position;
      hash = hashAfter(hash, position, each.text);
      const branch = branchAt(this.#head.path, position) ?? 0;
      const value = entryValue(hash, each.text);
      puts.push({ type: "put", key: entryKey(branch, position), value });
      return true;
    });
    try {
      if (puts.length > 0) await this.#write({ ...this.#head, position, hash }, puts);
      for (const { resolve } of written) resolve(true);
    } catch (error) {
      for (const { reject } of written) reject(error);
    }
    // The journal was restored since they were taken.
    for (const each of waiting.slice(written.length)) each.resolve(false);
  }

  /** All of it or nothing, and on disk. What fails may have been written or not, and is not tried again. */
  async #write(head: Head, puts: readonly Put[]): Promise<void> {
    await this.#writeAll(this.#database, [
      ...puts,
      { type: "put", key: headKey, value: headText(head) },
    ]);
    this.#head = head;
    const { generation, position, hash } = head;
    this.#witness.tell({ generation, position, hash });
  }

  async #writeAll(database: Pick<Database, "batch">, puts: readonly Put[]): Promise<void> {
    if (this.#failure !== undefined) throw failed(this.#failure);
    try {
      await database.batch([...puts], { sync: true });
    } catch (error) {
      this.#failure ??= error;
      throw failed(error);
    }
  }

  /** Of the journal up to a position; undefined where it has none. */
  async #knownHash(position: number): Promise<string | undefined> {
    const { path, position: end } = this.#head;
    if (position > end || position < firstOf(path)) return undefined;
    return this.#hashAt(path, position);
  }

  #inTurn<Result>(job: () => Promise<Result>): Promise<Result> {
    const done = this.#writing.then(job);
    this.#writing = done.catch(() => undefined);
    return done;
  }

  #assertUsable(): void {
    if (this.#closed) throw closed();
    if (this.#failure !== undefined) throw failed(this.#failure);
  }
}

/** What is compacted begins a journal anywhere, and needs no hash of what came before. */
const beginningHash = (position: number): string | undefined =>
  position === 1 ? emptyHash : undefined;
