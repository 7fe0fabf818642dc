import { randomUUID } from "node:crypto";

import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  CheckpointStore,
  JournalMark,
  JournalStore,
  JournalWatcher,
  MarkStore,
  PastStore,
} from "../../ledger/stores/journal-store.ts";
import { entryText, entryTextInTurns } from "../../ledger/stores/text/entry-text.ts";
import { closed, foreignMark, missing, noSuchPosition } from "../kept/errors.ts";
import { forkOf } from "../kept/fork.ts";
import { Jobs } from "../kept/jobs.ts";
import { branchedOff, firstOf, type JournalPath } from "../kept/journal-path.ts";
import { readEventsInTurns } from "../kept/read-events.ts";
import type { Attendant } from "./attendance.ts";
import { BatchWriter } from "./batch-writer.ts";
import { compactJournal } from "./compact.ts";
import type { Row } from "./database.ts";
import type { Journal } from "./journal.ts";
import { KnownReach } from "./known-reach.ts";
import { hashOf, PostgresMark } from "./postgres-mark.ts";
import { PostgresMarks } from "./postgres-marks.ts";
import type { Look, Reach } from "./reach.ts";
import { requireSame } from "./require-same.ts";

/** What a journal is taken back to. */
interface Place {
  readonly mark: PostgresMark;
  readonly path: JournalPath;
  readonly position: number;
  readonly hash: string;
}

/**
 * A journal in a database, which other processes write, too. What waits while something is written is written after that in
 * one transaction.
 */
export class PostgresStore implements JournalStore, Attendant {
  readonly checkpoints: CheckpointStore | undefined;
  readonly marks: MarkStore;
  readonly #journal: Journal;
  readonly #writer: string;
  readonly #known: KnownReach;
  readonly #jobs = new Jobs();
  readonly #batches: BatchWriter;
  /** Whether the journal is being taken to another generation. */
  #isBeingTaken = false;
  /** What this store took the journal back to last, and the generation that this made. */
  #wentTo: { readonly mark: JournalMark; readonly generation: number } | undefined;
  #closed = false;
  #closing: Promise<void> | undefined;

  /** `writer` names who writes; nobody else has the name. `reach` is that of the journal, or an earlier one. */
  constructor(journal: Journal, reach: Reach, writer: string) {
    const known = new KnownReach(reach, journal.copy);
    this.#journal = journal;
    this.#writer = writer;
    this.#known = known;
    this.#batches = new BatchWriter({ journal, known, jobs: this.#jobs, writer });
    this.checkpoints = journal.copy && this.#checkpointsOf(journal.copy.checkpoints);
    this.marks = new PostgresMarks({
      store: this,
      journal,
      reach: () => known.reach,
      inTurn: async (job) => {
        this.#assertOpen();
        return this.#jobs.add(job);
      },
    });
  }

  /** A copy that could not be written is not gone on with. */
  get past(): PastStore | undefined {
    const { copy } = this.#journal;
    return copy?.hasFailed === false ? copy.past : undefined;
  }

  /** What was told on the channel of the journal: `<generation> <position> <writer>`. */
  told(message: string): void {
    const [generation, position, writer] = message.split(" ");
    if (writer === this.#writer) return;
    this.#known.told(Number(generation), Number(position));
  }

  /** Something may have been told that was not heard. */
  missed(): void {
    this.#known.mayHaveGrown();
  }

  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#journal.alone(work);
  }

  append(
    position: number,
    events: readonly LedgerEvent[],
    tellSize?: (bytes: number) => void,
  ): Promise<boolean> {
    return new Promise((resolve) => resolve(this.enqueue(position, events, tellSize) ?? false));
  }

  enqueue(
    position: number,
    events: readonly LedgerEvent[],
    tellSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.#assertOpen();
    if (!this.#known.isFree(position)) return undefined;
    const text = entryText(events);
    tellSize?.(Buffer.byteLength(text));
    return this.#batches.enqueue(position, text);
  }

  watch(watcher: JournalWatcher): () => void {
    return this.#known.watch(watcher);
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertOpen();
    const overtaking = this.#known.takeOvertaking(after);
    const reach = overtaking === undefined ? await this.#look() : this.#known.reach;
    if (after === 0) this.#known.beginWith(reach.generation);
    for await (const kept of overtaking ?? this.#journal.after(after, reach)) {
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
    const { path, position: end, hash } = this.#known.reach;
    const first = firstOf(path);
    if (position === 0 || (position >= first && position <= end)) {
      const mark = new PostgresMark(this, position, path, position === end ? hash : undefined);
      this.#journal.copy?.mark(mark);
      return mark;
    }
    throw noSuchPosition(position, { first, end });
  }

  async restore(mark: JournalMark): Promise<void> {
    this.#assertOpen();
    await this.#takeElsewhere(async () => {
      const to = await this.#placeOf(mark);
      const request = randomUUID();
      let row = await this.#restored(request, this.#known.reach, to);
      // Of the journal as others left it, if they restored it meanwhile.
      while (row["done"] === null) {
        row = await this.#restored(request, { generation: Number(row["now"]) }, to);
      }
    });
  }

  async restoreFrom(from: JournalMark, mark: JournalMark): Promise<boolean> {
    this.#assertOpen();
    let isDone = false;
    await this.#takeElsewhere(async () => {
      const to = await this.#placeOf(mark);
      if (this.#wentTo?.mark !== from) return;
      const { generation } = this.#wentTo;
      const row = await this.#restored(randomUUID(), { generation, last: from.position }, to);
      isDone = row["done"] !== null;
    });
    return isDone;
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.#assertOpen();
    const { generation } = this.#known.reach;
    const text = await entryTextInTurns(events());
    const work = async (): Promise<void> => {
      this.#journal.endTurn();
      const compacted = await compactJournal(this.#journal, {
        look: async () => (await this.#checkedLook()).reach,
        position,
        text,
        generation,
        writer: this.#writer,
      });
      if (compacted !== undefined) this.#known.compacted(compacted);
    };
    // Where it has nothing yet, it begins with that.
    await (this.#known.reach.position === 0 ? this.#takeElsewhere(work) : this.#jobs.add(work));
  }

  fork(): Promise<JournalStore> {
    return new Promise((resolve) => {
      this.#assertOpen();
      resolve(forkOf(this));
    });
  }

  async size(): Promise<number> {
    this.#assertOpen();
    const [row] = await this.#journal.ask("size");
    return Number(row?.["bytes"]);
  }

  async tidy(): Promise<void> {
    this.#assertOpen();
    await this.#jobs.add(() => this.#journal.tidy());
  }

  get failure(): LedgerError | undefined {
    return this.#known.damage;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#closed = true;
    this.#journal.giveUp(closed());
    await this.#jobs.done;
    await this.#journal.close();
  }

  /** Of the journal as it is by now: what is told of it may not have been read yet. */
  #checkpointsOf(kept: CheckpointStore): CheckpointStore {
    return {
      get position() {
        return kept.position;
      },
      newest: async (decode) => {
        await this.#jobs.done;
        const { generation } = await this.#look();
        this.#known.beginWith(generation);
        return generation === this.#known.reach.generation ? kept.newest(decode) : undefined;
      },
      write: (position, lines) => kept.write(position, lines),
    };
  }

  /**
   * How far the journal has come by now. That is what it goes on from, unless what this store writes, or takes it back to, is on its way: then nobody
   * knows yet whether that is in it. What is compacted meanwhile leaves the end as it is.
   */
  async #look(): Promise<Reach> {
    for (;;) {
      const isStillKnown = this.#known.stillKnown();
      const look = await this.#checkedLook();
      const { reach } = look;
      // An answer that comes late tells of a journal that was: more is known by now.
      const isNewest = isStillKnown() || this.#known.isReachedBy(reach);
      if (!isNewest || !this.#batches.isIdle || this.#isBeingTaken) return reach;
      if (!this.#known.isSeenFrom(look)) continue;
      this.#known.goOnFrom(look);
      return reach;
    }
  }

  /** Whatever is known when it is asked for is in it. Rejects with LEDGER_API_INTERNAL_ERROR where it is not, from then on. */
  async #checkedLook(): Promise<Look> {
    const known = this.#known.reach;
    try {
      const look = await this.#journal.look(known.position);
      requireSame(known, look);
      return look;
    } catch (error) {
      this.#known.found(error);
      throw error;
    }
  }

  async #placeOf(mark: JournalMark): Promise<Place> {
    if (!(mark instanceof PostgresMark) || mark.store !== this) throw foreignMark();
    this.#journal.endTurn();
    const { position } = mark;
    const path = mark.path.filter(({ from }) => from <= position);
    return { mark, path, position, hash: await hashOf(mark, this.#journal) };
  }

  /** Once for each request; not where the journal is not the one that is expected. Rejects with LEDGER_API_INTERNAL_ERROR where what it is to be is gone. */
  async #restored(
    request: string,
    expected: { readonly generation: number; readonly last?: number },
    { mark, path, position, hash }: Place,
  ): Promise<Row> {
    const { generation, last = null } = expected;
    const to = [JSON.stringify(path), position, hash, this.#writer];
    const [row] = await this.#journal.ask("restore", [request, generation, last, ...to]);
    if (row === undefined) throw missing(position);
    if (row["done"] === null) return row;
    const [done, branch] = [Number(row["done"]), Number(row["its_branch"])];
    this.#wentTo = { mark, generation: done };
    this.#known.wentBack(mark, {
      ...this.#known.reach,
      generation: done,
      branches: branch,
      path: branchedOff(path, position, branch),
      position,
      hash,
    });
    this.#known.hearOf(Number(row["now"]));
    return row;
  }

  /** After which who has it open has another journal. */
  async #takeElsewhere(work: () => Promise<void>): Promise<void> {
    await this.#jobs.add(async () => {
      this.#isBeingTaken = true;
      try {
        await work();
      } finally {
        this.#isBeingTaken = false;
      }
    });
  }

  /** Raises SERVICE_NOT_RUNNING, and LEDGER_API_INTERNAL_ERROR once it was found that the journal is not what this process knew. */
  #assertOpen(): void {
    if (this.#closed) throw closed();
    this.#known.requireSound();
  }
}
