import { randomBytes } from "node:crypto";

import pg from "pg";

/** Where tests have their databases: what `LEDGER_POSTGRES` names, or the server of this machine. */
const server = process.env["LEDGER_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const databaseName = "ledger_in_a_box_tests";

/** The database of the tests: on a server somebody named that database, else one of their own. */
const databaseOf = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3_000 });
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

/** Several files may find that there is none at once. */
const createDatabase = async (client: pg.Client): Promise<void> => {
  await client
    .query(`create database ${databaseName} encoding 'UTF8' template template0`)
    .catch((error: unknown) => {
      const isThere =
        error instanceof Error && "code" in error && /^(42P04|23505)$/u.test(String(error.code));
      if (!isThere) throw error;
    });
};

/** A server for the tests of a suite, which are skipped, with the reason, where there is none. */
export interface UsedPostgres {
  /** Names a schema where nothing is yet, each time another, in a connection for `openPostgresStore`; it is gone after the suite. */
  readonly place: () => string;
  /** Asks the database itself. */
  readonly ask: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>;
}

/** The schema that a connection of `place` names. */
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
      const said = error instanceof Error && error.message !== "" ? error.message : "no answer";
      console.log(`    skipped: no PostgreSQL by LEDGER_POSTGRES or on this machine (${said})`);
      this.skip();
    }
  });
  after(async () => {
    for (const schema of schemas) await pool?.query(`drop schema if exists ${schema} cascade`);
    await pool?.end();
  });

  return {
    place() {
      const schema = `t_${run}_${schemas.length}`;
      schemas.push(schema);
      return `${database ?? server}?schema=${schema}`;
    },
    async ask(text, values = []) {
      const { rows } = (await pool?.query(text, [...values])) ?? { rows: [] };
      return rows as readonly Record<string, unknown>[];
    },
  };
};
