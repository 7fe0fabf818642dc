import type { Database, Row, Session, Statement } from "./database.ts";
import type { Statements } from "./statements.ts";

/** Milliseconds for which a turn is kept for who decides anew; the server ends it a little later. */
const patience = 250;

const begin: Statement = { name: "ledger-in-a-box begin", text: "begin" };
const commit: Statement = { name: "ledger-in-a-box commit", text: "commit" };

/**
 * The turns of a process that was overtaken: it writes under the lock, and where it was overtaken again while it waited for that,
 * it keeps the lock until it has decided anew. So the next write is its own. One connection, made for the first of them.
 */
export class Turns {
  readonly #database: Database;
  readonly #statements: Statements;
  #session: Session | undefined;
  /** Whether the lock is held for what is decided anew. */
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, statements: Statements) {
    this.#database = database;
    this.#statements = statements;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** As the statement `append`. Rejects as the database does; then the turn is over, and nobody knows what was written. */
  async append(values: readonly unknown[]): Promise<readonly Row[]> {
    clearTimeout(this.#timer);
    try {
      const session = (this.#session ??= await this.#database.session());
      if (!this.#isHeld) await session.query(begin, []);
      this.#isHeld = false;
      const rows = await session.query(this.#statements.append, values);
      if ((rows[0]?.["at"] ?? null) === null) await session.query(commit, []);
      else this.#hold(session);
      return rows;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#isHeld = false;
    const session = this.#session;
    this.#session = undefined;
    session?.close().catch(() => undefined);
  }

  /** Nothing was written: to end it loses nothing. */
  #hold(session: Session): void {
    this.#isHeld = true;
    this.#timer = setTimeout(() => {
      if (this.#session === session && this.#isHeld) this.end();
    }, patience).unref();
  }
}
