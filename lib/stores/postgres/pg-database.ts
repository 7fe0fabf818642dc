import pg from "pg";

import type {
  DatabaseRow,
  DatabaseSession,
  PostgresDatabase,
  PreparedStatement,
} from "./database.ts";

/** Connection options: those of the `Pool` of `pg`. */
export interface PostgresPoolOptions {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string | (() => string | Promise<string>);
  readonly database?: string;
  /** Options of `tls.connect`; true for the platform's defaults. */
  readonly ssl?: boolean | object;
  /** Maximum number of connections, besides the ones that listen and hold a lock; default 4. */
  readonly max?: number;
  readonly [option: string]: unknown;
}

/** Time after which the server cancels a statement, in milliseconds. */
const statementTimeout = 30_000;
/**
 * Time after which the client destroys a connection that does not answer, in milliseconds. By then
 * the server has cancelled the statement, unless the options allow it more time.
 */
const queryTimeout = statementTimeout + 5_000;

/**
 * Settings that every connection needs: acknowledged entries are on disk; a statement sees
 * everything that was committed before it; a process that stops in a transaction does not block the
 * others.
 */
const requiredSettings =
  "-c synchronous_commit=on -c idle_in_transaction_session_timeout=500 -c default_transaction_isolation=read\\ committed";

/** A PostgreSQL server, accessed by `pg`. */
export class PgDatabase implements PostgresDatabase {
  readonly #options: pg.PoolConfig;
  readonly #pool: pg.Pool;

  constructor(options: PostgresPoolOptions) {
    const own = options["options"];
    // The server uses the last value of a setting.
    const settings = [
      `-c statement_timeout=${statementTimeout}`,
      typeof own === "string" ? own : "",
      requiredSettings,
    ];
    this.#options = {
      max: 4,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
      query_timeout: queryTimeout,
      application_name: "ledger-in-a-box",
      ...options,
      options: settings.join(" "),
    };
    this.#pool = new pg.Pool(this.#options);
    // The pool replaces an idle connection that fails.
    this.#pool.on("error", () => undefined);
  }

  query(statement: PreparedStatement, values: readonly unknown[]): Promise<readonly DatabaseRow[]> {
    return runQuery(this.#pool, statement, values);
  }

  async openSession(hasTimeout = false): Promise<DatabaseSession> {
    const options = `${this.#options.options ?? ""} -c statement_timeout=0`;
    const withoutTimeout = { ...this.#options, query_timeout: 0, options };
    const client = new pg.Client(hasTimeout ? this.#options : withoutTimeout);
    const session = new PgSession(client);
    await client.connect();
    return session;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const runQuery = async (
  client: pg.Pool | pg.Client,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<readonly DatabaseRow[]> =>
  (await client.query<DatabaseRow>({ name, text, values: [...values] })).rows;

class PgSession implements DatabaseSession {
  readonly #client: pg.Client;
  readonly ended: Promise<void>;

  constructor(client: pg.Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
  }

  query(statement: PreparedStatement, values: readonly unknown[]): Promise<readonly DatabaseRow[]> {
    return runQuery(this.#client, statement, values);
  }

  async run(script: string): Promise<void> {
    await this.#client.query(script);
  }

  async listen(channel: string, onNotify: (message: string) => void): Promise<void> {
    this.#client.on("notification", ({ payload }) => onNotify(payload ?? ""));
    await this.#client.query(`listen "${channel}"`);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
