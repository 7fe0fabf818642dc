import { setImmediate as nextRound } from "node:timers/promises";

import { isLedgerError } from "../../ground/errors/ledger-error.ts";
import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  JournalMark,
  JournalStore,
  JournalWatcher,
} from "../../ledger/stores/journal-store.ts";
import { entryText, entryTextInTurns } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { copyOf } from "../kept/copy.ts";
import {
  closed,
  damaged,
  foreignMark,
  missing,
  noSuchPosition,
  notRunning,
} from "../kept/errors.ts";
import { firstOf, type JournalPath, shortened } from "../kept/journal-path.ts";
import { readEventsInTurns } from "../kept/read-events.ts";
import type { Attendant } from "./attendance.ts";
import type { Row } from "./database.ts";
import type { Journal } from "./journal.ts";
import { compactedHash, type KeptEntry, readKeptEntry } from "./kept-entry.ts";
import { pathIn, type Reach } from "./reach.ts";
import { type Batch, linesOf, takeBatch, type Waiting } from "./writer.ts";

class PostgresMark implements JournalMark {
  readonly position: number;
  readonly store: PostgresStore;
  readonly path: JournalPath;

  constructor(store: PostgresStore, position: number, path: JournalPath) {
    this.position = position;
    this.store = store;
    this.path = path;
  }
}

/** So many writes of a process are in turn with those of the others after it was overtaken. */
const turns = 20;
/** So many entries of others are answered to who was overtaken. */
const maxOvertaking = 256;
/** No position follows it: nothing is written until the journal is read. */
const unread = -1;

/**
 * A journal in a database, which other processes write, too. What waits while something is written is written after that in
 * one transaction.
 */
export class PostgresStore implements JournalStore, Attendant {
  readonly #journal: Journal;
  readonly #writer: string;
  readonly #watchers = new Set<JournalWatcher>();
  /** What is known of the journal: it has come so far at least. */
  #reach: Reach;
  /** Of the newest entry that is known, or waits. */
  #tail: number;
  #waiting: Waiting[] = [];
  /** What others wrote where this one was to write, until it is read. */
  #overtaking: readonly KeptEntry[] = [];
  /** Ends when all is written that was asked for: one thing after the other. Never rejects. */
  #writing: Promise<unknown> = Promise.resolve();
  /** How often something was written, or tried to. */
  #writes = 0;
  /** So many writes are left of its turns. */
  #turns = 0;
  /** The newest of which was told. */
  #heard: number;
  #isWriting = false;
  #closed = false;

  /** `writer` names who writes; nobody else has the name. `reach` is that of the journal, or an earlier one. */
  constructor(journal: Journal, reach: Reach, writer: string) {
    this.#journal = journal;
    this.#reach = reach;
    this.#tail = reach.position;
    this.#heard = reach.generation;
    this.#writer = writer;
  }

  /** What was told on the channel of the journal: `<generation> <position> <writer>`. */
  told(message: string): void {
    const [generation, position, writer] = message.split(" ");
    if (writer === this.#writer) return;
    this.#hearOf(Number(generation));
    const isAhead = Number(position) > this.#reach.position;
    if (isAhead && Number(generation) === this.#reach.generation) this.missed();
  }

  /** Something may have been told that was not heard. */
  missed(): void {
    for (const watcher of this.#watchers) watcher.grown();
  }

  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#journal.alone(work);
  }

  append(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
    return new Promise((resolve) => resolve(this.enqueue(position, events) ?? false));
  }

  enqueue(position: number, events: readonly LedgerEvent[]): Promise<boolean> | undefined {
    this.#assertOpen();
    if (position !== this.#tail + 1) return undefined;
    const text = entryText(events);
    this.#tail = position;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ position, text, resolve, reject });
      if (this.#waiting.length === 1) this.#writeSoon();
    });
  }

  watch(watcher: JournalWatcher): () => void {
    this.#watchers.add(watcher);
    // What was told before somebody watched.
    watcher.grown();
    return () => void this.#watchers.delete(watcher);
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertOpen();
    const known = this.#takeOvertaking(after);
    for await (const kept of known ?? this.#journal.after(after, await this.#look())) {
      const { position, text } = kept;
      yield { position, events: await readEventsInTurns(position, text) };
    }
  }

  async position(): Promise<number> {
    this.#assertOpen();
    return (await this.#look()).position;
  }

  mark(position: number): JournalMark {
    this.#assertOpen();
    const { path, position: end } = this.#reach;
    const first = firstOf(path);
    if (position === 0 || (position >= first && position <= end)) {
      return new PostgresMark(this, position, path);
    }
    throw noSuchPosition(position, { first, end });
  }

  async restore(mark: JournalMark): Promise<void> {
    this.#assertOpen();
    await this.#inTurn(async () => {
      if (!(mark instanceof PostgresMark) || mark.store !== this) throw foreignMark();
      this.#journal.endTurn();
      const { position } = mark;
      const hash = await this.#journal.hashAt(mark.path, position);
      const path = mark.path.filter(({ from }) => from <= position);
      const values = [JSON.stringify(path), position, this.#writer];
      const [row] = await this.#journal.ask("restore", values);
      if (row === undefined) throw damaged("its head is gone");
      this.#reach = {
        ...this.#reach,
        generation: Number(row["now"]),
        branches: Number(row["now_branches"]),
        path: pathIn(row["now_path"]),
        position,
        hash,
      };
      this.#overtaking = [];
      this.#tail = position;
      this.#writes++;
      // Somebody else has restored it after that, and was heard before.
      if (this.#heard > this.#reach.generation) this.#tail = unread;
      else this.#heard = this.#reach.generation;
    });
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.#assertOpen();
    const text = await entryTextInTurns(events());
    await this.#inTurn(async () => {
      this.#journal.endTurn();
      // Where others restored or compacted it just now, once more.
      while (!(await this.#tryToCompact(position, text)));
    });
  }

  fork(): Promise<JournalStore> {
    return new Promise((resolve) => {
      this.#assertOpen();
      resolve(copyOf(this));
    });
  }

  async size(): Promise<number> {
    this.#assertOpen();
    const [row] = await this.#journal.ask("size");
    return Number(row?.["bytes"]);
  }

  async tidy(): Promise<void> {
    this.#assertOpen();
    await this.#inTurn(() => this.#journal.tidy());
  }

  async close(): Promise<void> {
    if (this.#closed) throw closed();
    this.#closed = true;
    this.#journal.giveUp(closed());
    await this.#writing;
    await this.#journal.close();
  }

  /** What is decided in one round of the platform's loop is written together. */
  #writeSoon(): void {
    void this.#inTurn(async () => {
      await nextRound();
      await this.#write(takeBatch(this.#waiting, this.#reach.hash));
      if (this.#waiting.length > 0) this.#writeSoon();
    });
  }

  async #write(batch: Batch): Promise<void> {
    const [first] = batch.entries;
    if (first === undefined) return;
    this.#writes++;
    const isNext = first.position === this.#reach.position + 1 && this.#tail !== unread;
    if (!isNext) return this.#settle(batch, (each) => each.resolve(false));
    try {
      const rows = await this.#append(first.position, batch);
      const [row] = rows;
      if (row === undefined || this.#isOwn(row, batch)) this.#landed(batch);
      else this.#overtaken(batch, first.position, rows);
    } catch (error) {
      this.#settle(batch, (each) => each.reject(refusalOf(error)));
    }
  }

  #append(first: number, { entries, hashes }: Batch): Promise<readonly Row[]> {
    const { generation, hash } = this.#reach;
    const isItsTurn = this.#turns > 0 || this.#journal.hasTurn;
    if (this.#turns > 0) this.#turns--;
    const values = [
      generation,
      first,
      hash,
      linesOf(hashes),
      linesOf(entries.map(({ text }) => text)),
      this.#writer,
      isItsTurn,
      maxOvertaking,
    ];
    return isItsTurn ? this.#journal.appendInTurn(values) : this.#journal.ask("append", values);
  }

  /** Of a write whose answer was lost on the way: all of it is there, or nothing. */
  #isOwn(row: Row, { hashes }: Batch): boolean {
    return row["its_writer"] === this.#writer && row["its_hash"] === hashes[0];
  }

  #landed({ entries, hashes }: Batch): void {
    const position = entries.at(-1)?.position ?? this.#reach.position;
    this.#reach = { ...this.#reach, position, hash: hashes.at(-1) ?? this.#reach.hash };
    this.#overtaking = [];
    for (const { resolve } of entries) resolve(true);
  }

  /** Somebody else wrote there, or the journal is another. */
  #overtaken(batch: Batch, first: number, rows: readonly Row[]): void {
    const now = Number(rows[0]?.["now"]);
    this.#turns = turns;
    if (now !== this.#reach.generation) {
      this.#hearOf(now);
      return this.#settle(batch, (each) => each.resolve(false));
    }
    if (rows[0]?.["at"] === null) throw missing(this.#reach.position);
    let { hash } = this.#reach;
    this.#overtaking = rows.map((row, index) => {
      const { at, its_hash, its_entry } = row;
      const kept = readKeptEntry(
        { position: at, hash: its_hash, entry: its_entry },
        first + index,
        hash,
      );
      hash = kept.hash;
      return kept;
    });
    this.#reach = { ...this.#reach, position: first + rows.length - 1, hash };
    this.#settle(batch, (each) => each.resolve(false));
  }

  /** For all that wait: what was not written takes along what comes after it. */
  #settle({ entries }: Batch, settle: (each: Waiting) => void): void {
    const all = [...entries, ...this.#waiting.splice(0)];
    if (this.#tail !== unread) this.#tail = this.#reach.position;
    all.forEach(settle);
  }

  #takeOvertaking(after: number): readonly KeptEntry[] | undefined {
    const overtaking = this.#overtaking;
    if (overtaking[0]?.position !== after + 1) return undefined;
    this.#overtaking = [];
    return overtaking;
  }

  /** How far the journal has come by now. Where nothing of this store is on its way, that is what it goes on from. */
  async #look(): Promise<Reach> {
    const writes = this.#writes;
    const reach = await this.#journal.reach();
    if (this.#waiting.length === 0 && this.#writes === writes && !this.#isWriting) {
      this.#goOnFrom(reach);
    }
    return reach;
  }

  /** Raises LEDGER_API_INTERNAL_ERROR where it is no longer the journal it was, as when another server took the place of one. */
  #goOnFrom(reach: Reach): void {
    const known = this.#reach;
    if (reach.journal !== known.journal) throw damaged("another journal is in its place");
    const isSame = reach.generation === known.generation;
    if (reach.generation < known.generation || (isSame && reach.position < known.position)) {
      throw damaged(
        `it had come to entry ${known.position}, and ends with entry ${reach.position}`,
      );
    }
    if (isSame && reach.position === known.position && reach.hash !== known.hash) {
      throw damaged(`entry ${reach.position} is not the one that was written`);
    }
    this.#reach = reach;
    this.#tail = reach.position;
    this.#overtaking = [];
    this.#hearOf(reach.generation);
  }

  /** Somebody restored the journal. */
  #hearOf(generation: number): void {
    if (generation > this.#reach.generation) this.#tail = unread;
    if (generation <= this.#heard) return;
    this.#heard = generation;
    for (const watcher of this.#watchers) watcher.restored();
  }

  /** False where somebody else restored or compacted it meanwhile. */
  async #tryToCompact(position: number, text: string): Promise<boolean> {
    const reach = await this.#journal.reach();
    const { generation, branches, path } = reach;
    const isEmpty = reach.position === 0;
    const isThere = position >= firstOf(path) && position <= reach.position;
    if (generation !== this.#reach.generation || !(isEmpty || isThere)) return true;
    const hash = isEmpty ? emptyHash : await this.#journal.hashAt(path, position);
    const next = shortened(path, position, branches + 1);
    const [row] = await this.#journal.ask("compact", [
      generation,
      branches,
      isEmpty,
      JSON.stringify(next),
      position,
      hash,
      text,
      await compactedHash(position, hash, text),
      this.#writer,
    ]);
    if (row === undefined) return false;
    const compacted = {
      ...reach,
      generation: Number(row["now"]),
      branches: branches + 1,
      path: next,
    };
    this.#reach = isEmpty
      ? { ...compacted, position, hash }
      : { ...compacted, position: this.#reach.position, hash: this.#reach.hash };
    this.#heard = Math.max(this.#heard, this.#reach.generation);
    if (isEmpty) this.#tail = position;
    return true;
  }

  #inTurn<Result>(job: () => Promise<Result>): Promise<Result> {
    const done = this.#writing.then(async () => {
      this.#isWriting = true;
      try {
        return await job();
      } finally {
        this.#isWriting = false;
      }
    });
    this.#writing = done.catch(() => undefined);
    return done;
  }

  #assertOpen(): void {
    if (this.#closed) throw closed();
  }
}

/** A transaction that fails has written nothing. */
const refusalOf = (error: unknown): unknown => {
  if (isLedgerError(error)) return error;
  const said = error instanceof Error ? error.message : String(error);
  return notRunning(`The database did not write it: ${said}.`);
};
