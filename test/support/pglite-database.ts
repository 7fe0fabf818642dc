import { type PGlite } from "@electric-sql/pglite";

import type {
  DatabaseRow,
  DatabaseSession,
  PostgresDatabase,
  PreparedStatement,
} from "../../lib/stores/postgres/database.ts";

/**
 * PostgreSQL in this process and in memory, for machines without a server. Has one connection, on which
 * statements run one at a time.
 */
export class PgliteDatabase implements PostgresDatabase, DatabaseSession {
  readonly #pglite: PGlite;
  readonly #stops: (() => Promise<void>)[] = [];
  #closed: Promise<void> | undefined;
  // Never resolves, since the session ends with the process.
  readonly ended = new Promise<void>(() => undefined);

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async query(
    { text }: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly DatabaseRow[]> {
    const { rows } = await this.#pglite.query<DatabaseRow>(text, [...values]);
    return rows;
  }

  async run(script: string): Promise<void> {
    await this.#pglite.exec(`begin; ${script}; commit`);
  }

  openSession(): Promise<DatabaseSession> {
    return Promise.resolve(this);
  }

  async listen(channel: string, onMessage: (message: string) => void): Promise<void> {
    this.#stops.push(await this.#pglite.listen(channel, onMessage));
  }

  /** Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#stop();
    return this.#closed;
  }

  async #stop(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }
}
