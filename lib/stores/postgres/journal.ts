import { setTimeout as sleep } from "node:timers/promises";

import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { beginningHash } from "../kept/beginning-hash.ts";
import { damaged, missing, notRunning, unanswered } from "../kept/errors.ts";
import {
  branchAt,
  type Extent,
  extentsOf,
  firstOf,
  type JournalPath,
} from "../kept/journal-path.ts";
import type { JournalCopy } from "../level/journal-copy.ts";
import { Attendance, type Attendant } from "./attendance.ts";
import type { Database, Row, Session } from "./database.ts";
import { type KeptEntry, readKeptEntryInTurns } from "./kept-entry.ts";
import type { Layout } from "./layout.ts";
import { isConnectionLoss, mayBeDone } from "./losses.ts";
import { type Look, type Reach, readReach } from "./reach.ts";
import { type Statements, statementsFor } from "./statements.ts";
import { Turns } from "./turns.ts";

/** So many entries are read at a time. */
const pageSize = 256;

/** Milliseconds: the first and the longest wait for a database that is not there. */
const pauses = { first: 20, longest: 1_000 };
/** So often it is looked whether the connection that listens is still there. */
const lookMillis = 15_000;

/** What is not done, or not known to be, makes a difference to who asked for it. */
const changing: ReadonlySet<keyof Statements> = new Set([
  "append",
  "restore",
  "compact",
  "keepMark",
  "forgetMark",
]);

/** The tables of a journal. Where a connection is lost, what was asked is asked again on another, until it is given up. */
export class Journal {
  readonly #database: Database;
  readonly #layout: Layout;
  readonly #statements: Statements;
  readonly #over = new AbortController();
  readonly #turns: Turns;
  #attendance: Attendance | undefined;
  #looking: NodeJS.Timeout | undefined;
  /** Of its entries, on this machine. */
  #copy: JournalCopy | undefined;

  constructor(database: Database, layout: Layout) {
    this.#database = database;
    this.#layout = layout;
    this.#statements = statementsFor(layout);
    this.#turns = new Turns(database, this.#statements);
  }

  /** Entries are read from there as far as it has them, and put there when they are read. */
  copyTo(copy: JournalCopy): void {
    this.#copy = copy;
  }

  get copy(): JournalCopy | undefined {
    return this.#copy;
  }

  /**
   * Rejects with SERVICE_NOT_RUNNING where the database refuses it, as to who may not do that: nothing was done then; and with
   * REQUEST_TIME_OUT where it changes something, was asked, and nobody waits for an answer any more. Until it is attended, with
   * what the database says, which whoever opens it tells in words of their own.
   */
  ask(name: keyof Statements, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#ask(name, values, false);
  }

  /** As asking to append, in turn with the others; see {@link Turns}. Where the connection is lost, it is asked as ever. */
  async appendInTurn(values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return await this.#turns.append(values);
    } catch (error) {
      const isDone = mayBeDone(error);
      this.#requireGoingOn(isDone);
      if (!isConnectionLoss(error)) throw this.#refusalOf(error);
      return this.#ask("append", values, isDone);
    }
  }

  /** Whether what is written next is sure of its place. */
  get hasTurn(): boolean {
    return this.#turns.isHeld;
  }

  /** Before anything is asked that takes the lock by itself. */
  endTurn(): void {
    if (this.#turns.isHeld) this.#turns.end();
  }

  /** Listens by this connection, and lets go of what is in no journal any more where nobody else has it open. */
  async attend(session: Session, attendant: Attendant): Promise<void> {
    await this.#forget(session);
    const pause = (attempt: number) => this.#pause(attempt);
    const parts = { database: this.#database, statements: this.#statements, layout: this.#layout };
    this.#attendance = new Attendance({ ...parts, attendant, pause });
    await this.#attendance.begin(session);
    this.#looking = setInterval(() => void this.#attendance?.look(), lookMillis).unref();
  }

  /** As far as it has come by now. */
  async reach(): Promise<Reach> {
    return (await this.look(0)).reach;
  }

  /** The same, with what it is by then up to where it is known. */
  async look(from: number): Promise<Look> {
    const row = await this.#reachRow(from);
    const { hash, ...reach } = readReach(row);
    const fromHash = row?.["from_hash"];
    return {
      reach: { ...reach, hash: hash ?? (await this.hashAt(reach.path, reach.position)) },
      from,
      fromHash: typeof fromHash === "string" ? fromHash : undefined,
    };
  }

  async hashAt(path: JournalPath, position: number): Promise<string> {
    if (position === 0) return emptyHash;
    const branch = branchAt(path, position);
    const [row] = branch === undefined ? [] : await this.ask("hashAt", [branch, position]);
    if (row === undefined) throw missing(position);
    return String(row["hash"]);
  }

  /** What follows a position, up to where the journal reaches; each is checked. */
  async *after(position: number, reach: Reach): AsyncGenerator<KeptEntry, void, undefined> {
    const { path, position: end, hash } = reach;
    const first = firstOf(path);
    const from = Math.max(position + 1, first);
    if (from > end) return;
    let before = from === first ? beginningHash(from) : await this.#hashBefore(path, from);
    let expected = from;
    for (const extent of extentsOf(path, from, end)) {
      for await (const kept of this.#entriesIn(extent, before)) {
        yield kept;
        before = kept.hash;
        expected++;
      }
    }
    if (expected <= end) throw missing(expected);
    if (before !== hash) throw damaged(`it does not end with entry ${end} as it did`);
  }

  /** Does it while no other process does anything of the kind. Rejects as `work` does, and with SERVICE_NOT_RUNNING. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const refuse = (error: unknown): never => {
      throw this.#refusalOf(error);
    };
    const session = await this.#database.session().catch(refuse);
    try {
      await session.query(this.#statements.found, []).catch(refuse);
      return await work();
    } finally {
      await session.close();
    }
  }

  /** Rejects with SERVICE_NOT_RUNNING while other processes have it open, and as {@link ask} does. */
  async tidy(): Promise<void> {
    const [row] = await this.ask("attending");
    const others = Number(row?.["processes"]) - 1;
    if (others > 0) throw inUse(others);
    await this.ask("rewrite");
  }

  /** What is asked from now on rejects with this where it cannot be done at once. */
  giveUp(error: unknown): void {
    clearInterval(this.#looking);
    this.#over.abort(error);
  }

  async close(): Promise<void> {
    this.#turns.end();
    await this.#attendance?.end();
    await this.#copy?.close();
    await this.#database.close();
  }

  /** A server that only reads, as it is yet to take another's place, need not have all that was acknowledged. */
  async #reachRow(from: number): Promise<Row | undefined> {
    for (let attempt = 0; ; attempt++) {
      const [row] = await this.ask("reach", [from]);
      if (row?.["only_reads"] !== true || this.#attendance === undefined) return row;
      await this.#pause(attempt);
    }
  }

  /** Whoever begins anywhere has read what comes before. */
  async #hashBefore(path: JournalPath, position: number): Promise<string> {
    const branch = branchAt(path, position - 1) ?? 0;
    return (await this.#copy?.hashAt(branch, position - 1)) ?? this.hashAt(path, position - 1);
  }

  async *#entriesIn(
    extent: Extent,
    before: string | undefined,
  ): AsyncGenerator<KeptEntry, void, undefined> {
    const { branch, from, to } = extent;
    let [expected, hash] = [from, before];
    for await (const kept of this.#copiedIn(extent, before)) {
      yield kept;
      [expected, hash] = [expected + 1, kept.hash];
    }
    for await (const row of this.#rowsIn({ branch, from: expected, to })) {
      const kept = await readKeptEntryInTurns(row, expected, hash);
      this.#copy?.put(branch, [kept]);
      await this.#copy?.goesOn();
      yield kept;
      [expected, hash] = [expected + 1, kept.hash];
    }
  }

  /** What the copy has, as far as it is what was written. */
  async *#copiedIn(
    extent: Extent,
    before: string | undefined,
  ): AsyncGenerator<KeptEntry, void, undefined> {
    if (this.#copy === undefined) return;
    let hash = before;
    for await (const { text: entry, ...row } of this.#copy.entriesIn(extent)) {
      let kept: KeptEntry;
      try {
        kept = await readKeptEntryInTurns({ ...row, entry }, row.position, hash);
      } catch {
        return;
      }
      yield kept;
      ({ hash } = kept);
    }
  }

  /** A page at a time. */
  async *#rowsIn({ branch, from, to }: Extent): AsyncGenerator<Row, void, undefined> {
    for (let next = from; next <= to;) {
      const rows = await this.ask("page", [branch, next, to, pageSize]);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      next = Number(last["position"]) + 1;
    }
  }

  /** `isDone`: whether it may have been done already. */
  async #ask(
    name: keyof Statements,
    values: readonly unknown[],
    isDone: boolean,
  ): Promise<readonly Row[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#database.query(this.#statements[name], values);
      } catch (error) {
        isDone ||= changing.has(name) && mayBeDone(error);
        this.#requireGoingOn(isDone);
        if (!isConnectionLoss(error)) throw this.#refusalOf(error);
        await this.#pause(attempt).catch(() => this.#requireGoingOn(isDone));
      }
    }
  }

  /** Rejects with why it is over, unless what was asked before may have been done. */
  #requireGoingOn(isDone: boolean): void {
    const { signal } = this.#over;
    if (signal.aborted && isDone) throw unanswered();
    signal.throwIfAborted();
  }

  #refusalOf(error: unknown): unknown {
    if (this.#attendance === undefined) return error;
    const said = error instanceof Error ? error.message : String(error);
    return notRunning(`The database refused what was asked of it: ${said}.`);
  }

  async #forget(session: Session): Promise<void> {
    const [row] = await session.query(this.#statements.tryAlone, []);
    if (row?.["is_alone"] !== true) return;
    try {
      await session.query(this.#statements.forget, []);
    } catch (error) {
      // Who may not delete lets it be.
      if (isConnectionLoss(error)) throw error;
    } finally {
      await session.query(this.#statements.leave, []);
    }
  }

  /** Longer each time, and never equally long for two that wait. */
  async #pause(attempt: number): Promise<void> {
    const { signal } = this.#over;
    const millis = Math.min(pauses.longest, pauses.first * 2 ** Math.min(attempt, 10));
    await sleep(millis * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

const inUse = (others: number): LedgerError =>
  notRunning(
    `The ledger is in use: ${others} other ${others === 1 ? "process has" : "processes have"} it open.`,
  );
