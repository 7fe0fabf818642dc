import type {
  DatabaseRow,
  DatabaseSession,
  PreparedStatement,
} from "../../lib/stores/postgres/database.ts";
import { PgDatabase } from "../../lib/stores/postgres/pg-database.ts";

type Work = () => Promise<void>;

/** A PostgreSQL database with hooks just before a statement and just after its response. */
export class HookedDatabase extends PgDatabase {
  readonly #before = new Map<string, Work>();
  readonly #after = new Map<string, Work>();
  readonly #sessions: DatabaseSession[] = [];
  #connecting: Promise<void> = Promise.resolve();

  /** Runs `work` before the next statement of this operation is sent. */
  before(operation: string, work: Work): void {
    this.#before.set(operation, work);
  }

  /**
   * Runs `work` after the response to the next statement of this operation. If `work` rejects, the response is
   * lost.
   */
  after(operation: string, work: Work): void {
    this.#after.set(operation, work);
  }

  /** Loses the response to the next statement of this operation, after `work` has completed. */
  loseResponse(operation: string, work: Work = () => Promise.resolve()): void {
    this.after(operation, async () => {
      await work();
      throw new TypeError("Connection terminated unexpectedly");
    });
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

  override async query(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly DatabaseRow[]> {
    const operation = statement.name.split(" ")[1] ?? "";
    await takeHook(this.#before, operation)?.();
    const rows = await super.query(statement, values);
    await takeHook(this.#after, operation)?.();
    return rows;
  }

  override async openSession(): Promise<DatabaseSession> {
    await this.#connecting;
    const session = await super.openSession();
    this.#sessions.push(session);
    return session;
  }
}

const takeHook = (hooks: Map<string, Work>, operation: string): Work | undefined => {
  const work = hooks.get(operation);
  hooks.delete(operation);
  return work;
};
