import { setTimeout as sleep } from "node:timers/promises";

import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  storeClosedError,
  storeNotRunningError,
  storeUnansweredError,
} from "../../ledger/stores/store-errors.ts";
import { findGaps } from "../shared/branch-history.ts";
import { isCancelled, isConnectionError } from "./connection-errors.ts";
import type { DatabaseRow, DatabaseSession, PostgresDatabase } from "./database.ts";
import { readJournalHead, readSnapshotRecords } from "./journal-head.ts";
import type { SqlObjectNames } from "./layout.ts";
import { createStatements, type StatementByName, type StatementName } from "./statements.ts";
import { WriterLease } from "./writer-lease.ts";

/** First and longest pause between attempts to connect, in milliseconds. */
const reconnectDelayMillis = { first: 20, longest: 1_000 };

/** Polling interval, in milliseconds, in case notifications get lost. */
const pollMillis = 2_000;

/** Statements that may have taken effect although no response came. */
const changingStatementNames: ReadonlySet<StatementName> = new Set(["append", "change"]);

export interface NotificationHandler {
  onNotify(message: string): void;
  /** Called at intervals and after a lost connection, because notifications may have been missed. */
  checkForEntries(): void;
}

/**
 * Runs statements on the tables of a journal, and listens for writes of other processes on one
 * connection. If a connection is lost, uses another one until the journal is closed.
 */
export class JournalClient {
  readonly #database: PostgresDatabase;
  readonly #layout: SqlObjectNames;
  readonly #statements: StatementByName;
  readonly #closing = new AbortController();
  readonly lease: WriterLease;
  /** The connection that listens. */
  #session: DatabaseSession | undefined;
  #polling: NodeJS.Timeout | undefined;
  /** Number of failed attempts to listen since the last connection. */
  #failures = 0;

  constructor(database: PostgresDatabase, layout: SqlObjectNames) {
    this.#database = database;
    this.#layout = layout;
    this.#statements = createStatements(layout);
    this.lease = new WriterLease(database, this.#statements);
  }

  /**
   * Runs a statement, the first time with `firstAttempt` if it is given. Rejects with
   * SERVICE_NOT_RUNNING if the database refuses the statement or the journal is closed, and with
   * SEQUENCER_REQUEST_FAILED if the database cancels it: then it had no effect. Rejects with
   * REQUEST_TIME_OUT for a change that may have taken effect.
   */
  async runStatement(
    name: StatementName,
    values: readonly unknown[] = [],
    firstAttempt?: () => Promise<readonly DatabaseRow[]>,
  ): Promise<readonly DatabaseRow[]> {
    const run = () => this.#database.query(this.#statements[name], values);
    /** True if an attempt may have taken effect because its response was lost. */
    let isUnanswered = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await (attempt === 0 ? (firstAttempt ?? run)() : run());
      } catch (error) {
        const isLost = isConnectionError(error);
        isUnanswered ||= isLost && changingStatementNames.has(name);
        this.#assertOpen(isUnanswered);
        if (!isLost) throw isUnanswered ? storeUnansweredError() : this.#toCallerError(error);
        await this.#waitBeforeRetry(attempt).catch(() => this.#assertOpen(isUnanswered));
      }
    }
  }

  /**
   * Runs a statement on a connection without a timeout, then `work`, and closes the connection.
   * Rejects with the error of `work`, and with SERVICE_NOT_RUNNING.
   */
  async runAfter<Result>(name: StatementName, work: () => Promise<Result>): Promise<Result> {
    const refuse = (error: unknown): never => {
      throw this.#toCallerError(error);
    };
    const session = await this.#database.openSession().catch(refuse);
    try {
      await session.query(this.#statements[name], []).catch(refuse);
      return await work();
    } finally {
      await session.close();
    }
  }

  /**
   * Starts listening on a connection. First deletes the entries that no journal contains, if no
   * other process has the journal open.
   */
  async startListening(session: DatabaseSession, handler: NotificationHandler): Promise<void> {
    try {
      await this.#deleteUnused(session);
    } catch (error) {
      // The database user may lack the right to delete.
      if (isConnectionError(error)) throw error;
    }
    await this.#listen(session, handler);
    void this.#keepListening(session, handler);
    this.#polling = setInterval(() => handler.checkForEntries(), pollMillis).unref();
  }

  /** Stops retries: from now on, a statement rejects if its first attempt fails. */
  stop(): void {
    this.#closing.abort(storeClosedError());
  }

  async close(): Promise<void> {
    clearInterval(this.#polling);
    this.lease.releaseLease();
    await this.#session?.close();
    await this.#database.close();
  }

  /**
   * Listens, and holds a shared lock, so that no other process deletes entries that this process
   * may restore.
   */
  async #listen(session: DatabaseSession, handler: NotificationHandler): Promise<void> {
    this.#session = session;
    await session.listen(this.#layout.channel, (message) => handler.onNotify(message));
    await session.query(this.#statements.lockOpen, []);
  }

  /** Connects again whenever the connection ends, until the journal is closed. */
  async #keepListening(first: DatabaseSession, handler: NotificationHandler): Promise<void> {
    const isClosed = (): boolean => this.#closing.signal.aborted;
    let session: DatabaseSession | undefined = first;
    for (;;) {
      await session?.ended;
      if (isClosed()) return;
      try {
        session = await this.#database.openSession();
        await this.#listen(session, handler);
        handler.checkForEntries();
        this.#failures = 0;
      } catch {
        await session?.close().catch(() => undefined);
        session = undefined;
        await this.#waitBeforeRetry(this.#failures++).catch(() => undefined);
      }
      if (isClosed()) await session?.close();
    }
  }

  /**
   * Deletes the entries that neither the journal nor a named snapshot contains, if no process has
   * the journal open.
   */
  async #deleteUnused(session: DatabaseSession): Promise<void> {
    const [row] = await session.query(this.#statements.snapshots, []);
    // Other processes may append until the entries are deleted.
    const head = { ...readJournalHead(row), position: Number.MAX_SAFE_INTEGER };
    const records = readSnapshotRecords(row);
    const gaps = findGaps([head, ...records]);
    await session.query(this.#statements.deleteUnused, [
      head.generation,
      gaps.map(({ after }) => after.branch),
      gaps.map(({ after }) => after.position),
      gaps.map(({ before }) => before.branch),
      gaps.map(({ before }) => before.position),
    ]);
  }

  #assertOpen(isUnanswered: boolean): void {
    const { signal } = this.#closing;
    if (signal.aborted && isUnanswered) throw storeUnansweredError();
    signal.throwIfAborted();
  }

  /**
   * Returns the error for the caller. While the journal is being opened, the original error is
   * returned, and openStoreOnDatabase translates it.
   */
  #toCallerError(error: unknown): unknown {
    if (this.#session === undefined) return error;
    const message = error instanceof Error ? error.message : String(error);
    return isCancelled(error)
      ? ledgerError("SEQUENCER_REQUEST_FAILED", {
          cause: `The database cancelled the statement (${message}), and nothing was written. Repeat the request; if this goes on, check the load of the server.`,
        })
      : storeNotRunningError(`The database refused a statement: ${message}.`);
  }

  /** Waits before a retry, with exponential backoff and jitter. Rejects when the journal is closed. */
  async #waitBeforeRetry(attempt: number): Promise<void> {
    const { signal } = this.#closing;
    const millis = Math.min(
      reconnectDelayMillis.longest,
      reconnectDelayMillis.first * 2 ** Math.min(attempt, 10),
    );
    await sleep(millis * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}
