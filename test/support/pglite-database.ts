import { type PGlite } from "@electric-sql/pglite";

import type { Database, Row, Session, Statement } from "../../lib/stores/postgres/database.ts";

/**
 * PostgreSQL in this process and in memory, for machines without a server. Has one connection, on which
 * statements run one at a time.
 */
export class PgliteDatabase implements Database, Session {
  readonly #pglite: PGlite;
  readonly #stops: (() => Promise<void>)[] = [];
  #closed: Promise<void> | undefined;
  // Never resolves, since the session ends with the process.
  readonly ended = new Promise<void>(() => undefined);

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async query({ text }: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const { rows } = await this.#pglite.query<Row>(text, [...values]);
    return rows;
  }

  async run(script: string): Promise<void> {
    await this.#pglite.exec(`begin; ${script}; commit`);
  }

  openSession(): Promise<Session> {
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
