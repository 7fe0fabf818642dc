import { setImmediate as nextRound } from "node:timers/promises";

import type { Batch, Waiting } from "../kept/batch.ts";
import { closed, damaged, isUnanswered } from "../kept/errors.ts";
import type { Jobs } from "../kept/jobs.ts";
import { linesOf, takeBatch } from "./batch.ts";
import type { Row } from "./database.ts";
import type { Journal } from "./journal.ts";
import { type KeptEntry, readKeptEntry } from "./kept-entry.ts";
import type { KnownReach } from "./known-reach.ts";

/** So many writes of a process are in turn with those of the others after it was overtaken. */
const turns = 20;
/** So many entries of others are answered to who was overtaken. */
const maxOvertaking = 256;

interface BatchWriterParts {
  readonly journal: Journal;
  readonly known: KnownReach;
  /** Each batch is one. */
  readonly jobs: Jobs;
  /** Who writes. */
  readonly writer: string;
}

/** Writes what is decided behind what is known of a journal, a batch at a time. Where others were first, all that waits is not written. */
export class BatchWriter {
  readonly #journal: Journal;
  readonly #known: KnownReach;
  readonly #jobs: Jobs;
  readonly #writer: string;
  #waiting: Waiting[] = [];
  #isWriting = false;
  /** So many writes are left of its turns. */
  #turns = 0;

  constructor({ journal, known, jobs, writer }: BatchWriterParts) {
    this.#journal = journal;
    this.#known = known;
    this.#jobs = jobs;
    this.#writer = writer;
  }

  /** Whether nothing waits, and nothing is being written. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isWriting;
  }

  /** At a position that is free. Resolves to whether it is written there; false when others were first. */
  enqueue(position: number, text: string): Promise<boolean> {
    this.#known.take(position);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ position, text, resolve, reject });
      if (this.#waiting.length === 1) this.#writeSoon();
    });
  }

  /** What is decided in one round of the platform's loop is written together. */
  #writeSoon(): void {
    void this.#jobs.add(async () => {
      await nextRound();
      this.#isWriting = true;
      try {
        await this.#write(takeBatch(this.#waiting, this.#known.reach.hash));
      } finally {
        this.#isWriting = false;
      }
      if (this.#waiting.length > 0) this.#writeSoon();
    });
  }

  async #write(batch: Batch): Promise<void> {
    const [first] = batch.entries;
    if (first === undefined) return;
    try {
      this.#known.requireSound();
      if (!this.#known.isNext(first.position)) return this.#refuse(batch);
      const rows = await this.#append(first.position, batch);
      const [row] = rows;
      if (row === undefined || this.#isOwn(row, batch)) this.#landed(batch);
      else this.#overtaken(batch, first.position, rows);
    } catch (error) {
      this.#known.found(error);
      const behind = isUnanswered(error) ? closed() : error;
      this.#settle(
        batch,
        (each) => each.reject(error),
        (each) => each.reject(behind),
      );
    }
  }

  #append(first: number, { entries, hashes }: Batch): Promise<readonly Row[]> {
    const { generation, hash } = this.#known.reach;
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
    this.#known.landed(
      entries.map(({ position, text }, index) => ({ position, text, hash: hashes[index] ?? "" })),
    );
    for (const { resolve } of entries) resolve(true);
  }

  /** Somebody else wrote there, or the journal is another. */
  #overtaken(batch: Batch, first: number, rows: readonly Row[]): void {
    const now = Number(rows[0]?.["now"]);
    const { generation, hash } = this.#known.reach;
    this.#turns = turns;
    const at = rows[0]?.["at"];
    if (now < generation) throw damaged("it was taken back, and does not know of that any more");
    if (now !== generation) this.#known.hearOf(now);
    // What was to be before it stands in another entry by now, or is gone: who reads it finds out.
    else if (at === null || Number(at) !== first) this.#known.overtakenUnread();
    else this.#known.overtakenBy(readRows(rows, first, hash));
    this.#refuse(batch);
  }

  #refuse(batch: Batch): void {
    this.#settle(batch, (each) => each.resolve(false));
  }

  /** For all that wait: what was not written takes along what comes after it. */
  #settle(
    { entries }: Batch,
    settle: (each: Waiting) => void,
    settleBehind: (each: Waiting) => void = settle,
  ): void {
    const behind = this.#waiting.splice(0);
    this.#known.takeBack();
    entries.forEach(settle);
    behind.forEach(settleBehind);
  }
}

/** What others wrote from a position on, behind a journal of the hash `before`; each is checked. */
const readRows = (rows: readonly Row[], first: number, before: string): readonly KeptEntry[] => {
  let hash = before;
  return rows.map(({ at, its_hash, its_entry }, index) => {
    const row = { position: at, hash: its_hash, entry: its_entry };
    const kept = readKeptEntry(row, first + index, hash);
    ({ hash } = kept);
    return kept;
  });
};
