import type { Row, Session, Statement } from "../../lib/stores/postgres/database.ts";
import { PgDatabase } from "../../lib/stores/postgres/pg-database.ts";

type Work = () => Promise<void>;

/** PostgreSQL, where something happens just before the server is asked, or just after it answered. */
export class HookedDatabase extends PgDatabase {
  readonly #before = new Map<string, Work>();
  readonly #after = new Map<string, Work>();
  readonly #asked = new Map<string, () => Promise<unknown>>();
  readonly #sessions: Session[] = [];
  #connecting: Promise<void> = Promise.resolve();

  /** Before the server is asked the next statement of the name. */
  before(what: string, work: Work): void {
    this.#before.set(what, work);
  }

  /** After the server has answered the next statement of the name; the answer is lost where that rejects. */
  after(what: string, work: Work): void {
    this.#after.set(what, work);
  }

  /** Who asked the next statement of the name does not hear what the server answered, and what `work` does is done by then. */
  loseAnswer(what: string, work: Work = () => Promise.resolve()): void {
    this.after(what, async () => {
      await work();
      throw new TypeError("Connection terminated unexpectedly");
    });
  }

  /** The last statement of the name comes to the server once more, as one that was asked again while it was on its way. */
  async comeLate(what: string): Promise<void> {
    await this.#asked.get(what)?.();
  }

  /** The connections that listen are lost, and made again when that may be. */
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
