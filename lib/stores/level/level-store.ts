import { randomUUID } from "node:crypto";

import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  ArchiveReach,
  CheckpointStore,
  HistoryArchive,
  JournalMark,
  JournalStore,
  SnapshotStore,
} from "../../ledger/stores/journal-store.ts";
import { entryText, entryTextParts } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import type { PendingEntry } from "../shared/batch.ts";
import { copyToMemory } from "../shared/entry-text.ts";
import { closed, foreignMark, noSuchPosition } from "../shared/errors.ts";
import { Jobs } from "../shared/jobs.ts";
import { branchedOff, firstOf, type JournalPath, shortened } from "../shared/journal-path.ts";
import { batchBehind } from "./batch.ts";
import type { Database, PastDatabase, Put } from "./database.ts";
import { restored } from "./errors.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import { LevelEntries } from "./level-entries.ts";
import { LevelMark } from "./level-mark.ts";
import { LevelMarks, type SnapshotRecord } from "./level-marks.ts";
import { LevelPast } from "./level-past.ts";
import { LevelWriter } from "./level-writer.ts";
import { type Parts, PartsCount } from "./parts.ts";
import { compactedValue, entryKey, type Head } from "./records.ts";
import type { Upkeep } from "./upkeep.ts";
import type { ReachWitness } from "./witness.ts";

interface LevelStoreParts {
  readonly database: Database;
  /** For what follows from the journal. */
  readonly past: PastDatabase;
  readonly head: Head;
  /** Those that are kept. */
  readonly marks: readonly SnapshotRecord[];
  readonly witness: ReachWitness;
  /** How far the past that is kept was written. */
  readonly written: ArchiveReach;
  readonly upkeep: Upkeep;
}

/**
 * A journal in a database of LevelDB. What waits while something is written is written after that in one batch, so that
 * the disk is asked once for all of it. A batch that fails ends the store.
 */
export class LevelStore implements JournalStore {
  readonly archive: HistoryArchive;
  readonly checkpoints: CheckpointStore;
  readonly snapshots: SnapshotStore;
  readonly #database: Database;
  readonly #entries: LevelEntries;
  readonly #pastDatabase: PastDatabase;
  readonly #witness: ReachWitness;
  readonly #upkeep: Upkeep;
  readonly #levelPast: LevelPast;
  readonly #writer: LevelWriter;
  readonly #jobs = new Jobs();
  /** The path of the journal, but begins where it began when the store was opened: the past is read along it. */
  #whole: JournalPath;
  /** Of the newest entry, written or waiting. */
  #tail: number;
  #waiting: PendingEntry[] = [];
  /** Ends when what is written beside that is. Never rejects. */
  #preparing: Promise<unknown> = Promise.resolve();
  #closed = false;
  #closing: Promise<void> | undefined;

  constructor({ database, past, head, marks, witness, written, upkeep }: LevelStoreParts) {
    this.#upkeep = upkeep;
    this.#database = database;
    this.#entries = new LevelEntries(database);
    this.#pastDatabase = past;
    this.#whole = head.path;
    this.#tail = head.position;
    this.#witness = witness;
    this.#writer = new LevelWriter(database, head, witness);
    const write = (puts: readonly Put[]): Promise<void> => this.#writer.writeTo(past, puts);
    const path = (): JournalPath => this.#whole;
    const kept = new LevelPast({ database: past, journal: database, write, path, written });
    this.archive = kept;
    this.#levelPast = kept;
    const hashAt = async (position: number): Promise<string | undefined> => {
      // Of a journal that began elsewhere, it would tell of entries that are not read any more, or does not tell of those that are.
      const isTold = kept.first === undefined || kept.first === firstOf(this.#whole);
      return isTold ? this.#knownHash(position) : undefined;
    };
    this.checkpoints = new LevelCheckpoints({ database: past, write, hashAt });
    this.snapshots = new LevelMarks({
      store: this,
      entries: this.#entries,
      records: marks,
      head: () => this.#head,
      inTurn: async (job) => {
        this.#assertUsable();
        return this.#jobs.add(job);
      },
      write: (changed, changes) => this.#writer.write(changed, changes),
    });
  }

  append(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> {
    return new Promise((resolve) => resolve(this.#put(position, events, onSize) ?? false));
  }

  enqueue(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    return this.#put(position, events, onSize)?.then((isWritten) => {
      if (!isWritten) throw restored();
      return true;
    });
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertUsable();
    // What others have is there before who lost to them reads it.
    await this.#jobs.done;
    yield* this.#entries.after(after, this.#head);
  }

  async *readAt(mark: JournalMark): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertUsable();
    if (!(mark instanceof LevelMark) || mark.store !== this) throw foreignMark();
    const hash = await this.#entries.hashAt(mark.path, mark.position);
    yield* this.#entries.after(0, { path: mark.path, position: mark.position, hash });
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
    await this.#jobs.add(async () => {
      if (!(mark instanceof LevelMark) || mark.store !== this) throw foreignMark();
      const { position } = mark;
      const hash = await this.#entries.hashAt(mark.path, position);
      const branch = this.#head.branches + 1;
      const path = branchedOff(mark.path, position, branch);
      const generation = this.#head.generation + 1;
      await this.#writer.write(
        { ...this.#head, generation, position, hash, path, branches: branch },
        [],
      );
      this.#whole = branchedOff(mark.whole, position, branch);
      this.#tail = position;
    });
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.#assertUsable();
    const writing = this.#writeParts(position, events());
    this.#preparing = Promise.allSettled([this.#preparing, writing]);
    const parts = await writing;
    await this.#jobs.add(async () => {
      const { path, branches } = this.#head;
      const branch = branches + 1;
      // A journal may begin with it.
      const isFirst = this.#head.position === 0;
      const hash = isFirst ? emptyHash : await this.#entries.hashAt(path, position);
      const head = { ...this.#head, path: shortened(path, position, branch), branches: branch };
      const value = compactedValue(position, hash, parts);
      await this.#writer.write(isFirst ? { ...head, position, hash } : head, [
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
    return copyToMemory(this.read(0));
  }

  size(): Promise<number> {
    this.#assertUsable();
    return this.#upkeep.size();
  }

  async vacuum(): Promise<void> {
    this.#assertUsable();
    await this.#jobs.add(() => this.#upkeep.tidy());
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  get failure(): LedgerError | undefined {
    return this.#writer.failure;
  }

  async #close(): Promise<void> {
    this.#closed = true;
    await this.#preparing;
    await this.#jobs.done;
    await this.#levelPast.settled();
    await this.#witness.close();
    await this.#pastDatabase.close();
    await this.#database.close();
  }

  /** Behind the journal, which goes on. */
  async #writeParts(position: number, events: readonly LedgerEvent[]): Promise<Parts> {
    const written = new PartsCount(position, randomUUID());
    for await (const value of entryTextParts(events)) {
      await this.#writer.writeTo(this.#database, [{ type: "put", key: written.add(value), value }]);
    }
    return written.parts;
  }

  /** Undefined when the position is taken, or leaves a gap; false when the journal was restored meanwhile. */
  #put(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.#assertUsable();
    if (position !== this.#tail + 1) return undefined;
    const text = entryText(events);
    onSize?.(Buffer.byteLength(text));
    this.#tail = position;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ position, text, resolve, reject });
      if (this.#waiting.length === 1) void this.#jobs.add(() => this.#writeWaiting());
    });
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#writer.assertWorks();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      return;
    }
    const { entries, puts, head } = batchBehind(this.#head, waiting);
    try {
      if (entries.length > 0) await this.#writer.write(head, puts);
      for (const { resolve } of entries) resolve(true);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
    // The journal was restored since they were taken.
    for (const each of waiting.slice(entries.length)) each.resolve(false);
  }

  /** Of the journal up to a position; undefined where it has none. */
  async #knownHash(position: number): Promise<string | undefined> {
    const { path, position: end } = this.#head;
    if (position > end || position < firstOf(path)) return undefined;
    return this.#entries.hashAt(path, position);
  }

  /** As it is on disk. */
  get #head(): Head {
    return this.#writer.head;
  }

  #assertUsable(): void {
    if (this.#closed) throw closed();
    this.#writer.assertWorks();
  }
}
