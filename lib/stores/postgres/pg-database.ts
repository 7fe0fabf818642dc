import pg from "pg";

import { invalidArgument } from "../../ground/errors/argument-error.ts";
import type { Connection, Database, Row, Session, Statement } from "./database.ts";
import { asUnasked } from "./losses.ts";
import { type Timers, Vigil, type Watched } from "./vigil.ts";

/** How `pg` connects: what its `Pool` takes, as it is. */
export interface PostgresPoolOptions {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string | (() => string | Promise<string>);
  readonly database?: string;
  /** As `tls.connect` takes them; true for those of the platform. */
  readonly ssl?: boolean | object;
  /** Connections at once, besides the one that listens; 4 when absent. */
  readonly max?: number;
  readonly [option: string]: unknown;
}

/**
 * What every connection is told. A transaction that does nothing, of a process that stands still, does not keep the others waiting;
 * what is read after a lock was taken is as of then; what was acknowledged is on disk.
 */
const settings =
  "-c synchronous_commit=on -c idle_in_transaction_session_timeout=500 -c default_transaction_isolation=read\\ committed";

/** PostgreSQL, by `pg`. `reportError` hears of connections that fail while nobody uses them. */
export class PgDatabase implements Database {
  readonly #options: pg.PoolConfig;
  readonly #pool: pg.Pool;
  readonly #vigil: Vigil;

  constructor(options: PostgresPoolOptions, timers: Timers = machineTimers) {
    // Of the server, by who has some; what comes later counts.
    const own = options["options"];
    this.#options = {
      max: 4,
      // A server that is gone without a word is noticed within half a minute by who waits for its answer.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
      // What is asked again is done once: who does not answer at all is asked on another connection.
      query_timeout: 30_000,
      application_name: "ledger-in-a-box",
      ...options,
      options: `${typeof own === "string" ? own : ""} ${settings}`,
    };
    this.#pool = poolOf(this.#options);
    // Another connection takes its place when one is needed.
    this.#pool.on("error", () => undefined);
    const ask = (text: string, values: readonly unknown[]) => this.#askAside(text, values);
    this.#vigil = new Vigil({ ask, timers });
  }

  query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#onOne((client) => {
      const query = (): Promise<readonly Row[]> => queryOn(client, statement, values);
      return statement.lasts === true ? this.#vigil.over(watched(client), query) : query();
    });
  }

  async run(script: string): Promise<void> {
    await this.#onOne((client) => {
      const query = () => client.query(lasting(script));
      return this.#vigil.over(watched(client), query);
    });
  }

  async session(): Promise<Session> {
    const client = new pg.Client(this.#options);
    const session = new PgSession(client, this.#vigil);
    await client.connect().catch(asUnasked);
    return session;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** As with the pool's own `query`, a connection on which something failed is not used again. */
  async #onOne<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch(asUnasked);
    // What is asked on it rejects when it fails.
    client.on("error", ignore);
    let hasFailed = true;
    try {
      const result = await work(client);
      hasFailed = false;
      return result;
    } finally {
      client.release(hasFailed);
      client.off("error", ignore);
    }
  }

  /** Those of the pool may all be waiting. */
  async #askAside(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const client = new pg.Client(this.#options);
    client.on("error", ignore);
    try {
      await client.connect();
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    } finally {
      client.end().catch(ignore);
    }
  }
}

/** Of the platform. */
const machineTimers: Timers = {
  schedule(delayMillis, callback) {
    const timer = setTimeout(callback, delayMillis).unref();
    return () => clearTimeout(timer);
  },
};

const ignore = (): void => undefined;

const watched = (client: pg.Client): Watched => ({
  ask: async (text) => (await client.query<Row>(text)).rows,
  destroy: () => void client.connection.stream.destroy(),
});

const poolOf = (options: pg.PoolConfig): pg.Pool => {
  try {
    return new pg.Pool(options);
  } catch (error) {
    const expected = `what pg takes (${error instanceof Error ? error.message : String(error)})`;
    throw invalidArgument({ field: "connection", expected, found: "something else" });
  }
};

const queryOn = async (
  asked: pg.ClientBase,
  { name, text, lasts = false }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> => {
  const { rows } = await asked.query<Row>({
    name,
    values: [...values],
    ...(lasts ? lasting(text) : { text }),
  });
  return rows;
};

/** What waits for others, or works through much, is not asked again: it would be done a second time behind itself. Days, as timers have them: a {@link Vigil} is over it. */
const lasting = (text: string) => ({ text, query_timeout: 2 ** 31 - 1 });

class PgSession implements Connection, Session {
  readonly #client: pg.Client;
  readonly #vigil: Vigil;
  readonly ended: Promise<void>;

  constructor(client: pg.Client, vigil: Vigil) {
    this.#client = client;
    this.#vigil = vigil;
    this.ended = new Promise((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
  }

  query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const query = (): Promise<readonly Row[]> => queryOn(this.#client, statement, values);
    return statement.lasts === true ? this.#vigil.over(watched(this.#client), query) : query();
  }

  async run(script: string): Promise<void> {
    const query = () => this.#client.query(lasting(script));
    await this.#vigil.over(watched(this.#client), query);
  }

  async listen(channel: string, hear: (message: string) => void): Promise<void> {
    this.#client.on("notification", ({ payload }) => hear(payload ?? ""));
    await this.#client.query(`listen "${channel}"`);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
