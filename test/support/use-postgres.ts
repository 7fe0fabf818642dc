import { randomBytes } from "node:crypto";

import pg from "pg";

/** The server of the tests' databases: `LEDGER_POSTGRES`, or the one of this machine. */
const server = process.env["LEDGER_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const databaseName = "ledger_in_a_box_tests";

/** Returns the database of the tests: the one in `LEDGER_POSTGRES`, else one that the tests create. */
const databaseOf = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 30_000 });
  await client.connect();
  try {
    if (process.env["LEDGER_POSTGRES"] !== undefined) return server;
    const found = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (found.rowCount === 0) await createDatabase(client);
    return Object.assign(new URL(server), { pathname: `/${databaseName}` }).href;
  } finally {
    await client.end();
  }
};

/** Creates the database. Several test files may do this at the same time. */
const createDatabase = async (client: pg.Client): Promise<void> => {
  await client
    .query(`create database ${databaseName} encoding 'UTF8' template template0`)
    .catch((error: unknown) => {
      const isThere =
        error instanceof Error && "code" in error && /^(42P04|23505)$/u.test(String(error.code));
      if (!isThere) throw error;
    });
};

/** A PostgreSQL server for the tests of a suite. Without a server the tests are skipped, with the reason. */
export interface UsedPostgres {
  /**
   * Returns a connection for `openPostgresStore` with a new, empty schema, which is dropped after the suite.
   */
  readonly newConnection: () => string;
  /** Runs a statement in the database, without a store. */
  readonly runStatement: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>;
}

/** Returns the name of the schema in such a connection. */
export const schemaIn = (connection: string): string =>
  new URL(connection).searchParams.get("schema") ?? "";

export const usePostgres = (): UsedPostgres => {
  let database: string | undefined;
  let pool: pg.Pool | undefined;
  const schemas: string[] = [];
  const run = randomBytes(5).toString("hex");

  before(async function () {
    try {
      database = await databaseOf();
      pool = new pg.Pool({ connectionString: database, max: 2 });
    } catch (error) {
      if (process.env["LEDGER_POSTGRES"] !== undefined) throw error;
      const said = error instanceof Error && error.message !== "" ? error.message : "no answer";
      console.log(`    skipped: no PostgreSQL on this machine (${said})`);
      this.skip();
    }
  });
  after(async () => {
    for (const schema of schemas) await pool?.query(`drop schema if exists ${schema} cascade`);
    await pool?.end();
  });

  return {
    newConnection() {
      const schema = `t_${run}_${schemas.length}`;
      schemas.push(schema);
      return `${database ?? server}?schema=${schema}`;
    },
    async runStatement(text, values = []) {
      const { rows } = (await pool?.query(text, [...values])) ?? { rows: [] };
      return rows as readonly Record<string, unknown>[];
    },
  };
};
