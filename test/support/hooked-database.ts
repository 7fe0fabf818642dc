import type { Row, Session, Statement } from "../../lib/stores/postgres/database.ts";
import { PgDatabase } from "../../lib/stores/postgres/pg-database.ts";

type Work = () => Promise<void>;

/** A PostgreSQL database with hooks just before a statement and just after its response. */
export class HookedDatabase extends PgDatabase {
  readonly #before = new Map<string, Work>();
  readonly #after = new Map<string, Work>();
  readonly #asked = new Map<string, () => Promise<unknown>>();
  readonly #sessions: Session[] = [];
  #connecting: Promise<void> = Promise.resolve();

  /** Runs `work` before the next statement of the name is sent. */
  before(what: string, work: Work): void {
    this.#before.set(what, work);
  }

  /**
   * Runs `work` after the response to the next statement of the name. If it rejects, the response is lost.
   */
  after(what: string, work: Work): void {
    this.#after.set(what, work);
  }

  /** Loses the response to the next statement of the name, after `work` has completed. */
  loseAnswer(what: string, work: Work = () => Promise.resolve()): void {
    this.after(what, async () => {
      await work();
      throw new TypeError("Connection terminated unexpectedly");
    });
  }

  /** Sends the last statement of the name again, like a retry that arrives late. */
  async comeLate(what: string): Promise<void> {
    await this.#asked.get(what)?.();
  }

  /** Cuts the listening connections. The returned function allows new ones. */
  async loseSessions(): Promise<() => void> {
    let release = (): void => undefined;
    this.#connecting = new Promise((resolve) => (release = resolve));
    for (const session of this.#sessions.splice(0)) {
      await session.close();
      await session.ended;
    }
    return release;
  }

  override async query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const what = statement.name.split(" ")[1] ?? "";
    this.#asked.set(what, () => super.query(statement, values));
    await taken(this.#before, what)?.();
    const rows = await super.query(statement, values);
    await taken(this.#after, what)?.();
    return rows;
  }

  override async session(): Promise<Session> {
    await this.#connecting;
    const session = await super.session();
    this.#sessions.push(session);
    return session;
  }
}

const taken = (hooks: Map<string, Work>, what: string): Work | undefined => {
  const work = hooks.get(what);
  hooks.delete(what);
  return work;
};
