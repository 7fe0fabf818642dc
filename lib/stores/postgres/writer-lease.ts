import type { DatabaseRow, DatabaseSession, PostgresDatabase } from "./database.ts";
import type { StatementByName } from "./statements.ts";

/**
 * Maximum time that the lock is held while the ledger decides the losing entry again, in
 * milliseconds.
 */
const holdMillis = 250;

/**
 * Appends under the exclusive lock of the journal, for a process that lost a race: with plain
 * retries it could starve. If it loses again while it waits for the lock, it keeps the lock until
 * the ledger has decided again; the next append then cannot lose. Uses one connection.
 */
export class WriterLease {
  readonly #database: PostgresDatabase;
  readonly #statements: StatementByName;
  #session: DatabaseSession | undefined;
  /** Ends the lease; present while the lock is held. */
  #timer: NodeJS.Timeout | undefined;

  constructor(database: PostgresDatabase, statements: StatementByName) {
    this.#database = database;
    this.#statements = statements;
  }

  /**
   * Runs the statement `append`. If it rejects, the lock is released and the outcome may be
   * unknown.
   */
  async append(values: readonly unknown[]): Promise<readonly DatabaseRow[]> {
    const { begin, commit, append } = this.#statements;
    const isHeld = this.#timer !== undefined;
    this.#stopTimer();
    try {
      const session = (this.#session ??= await this.#database.openSession(true));
      if (!isHeld) await session.query(begin, []);
      const rows = await session.query(append, values);
      if (rows[0]?.["is_written"] !== false) await session.query(commit, []);
      else this.#timer = setTimeout(() => this.releaseLease(), holdMillis).unref();
      return rows;
    } catch (error) {
      this.releaseLease();
      throw error;
    }
  }

  /** Closes the connection. The server rolls back its transaction, if it has one. */
  releaseLease(): void {
    this.#stopTimer();
    const session = this.#session;
    this.#session = undefined;
    session?.close().catch(() => undefined);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
