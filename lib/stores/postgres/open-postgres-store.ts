import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { isLedgerError, type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  booleanOptionCheck,
  requireWellFormedOptions,
  textOptionCheck,
} from "../../base/errors/options.ts";
import { isJsonObject } from "../../base/values/json-object.ts";
import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import { storeNotRunningError } from "../../ledger/stores/store-errors.ts";
import { getSqlState, isConnectionError } from "./connection-errors.ts";
import type { DatabaseSession, PostgresDatabase } from "./database.ts";
import { JournalClient } from "./journal-client.ts";
import { readJournalHead } from "./journal-head.ts";
import { createLayout } from "./layout.ts";
import { createMissingTables } from "./migrate.ts";
import { PgDatabase, type PostgresPoolOptions } from "./pg-database.ts";
import { PostgresStore } from "./postgres-store.ts";

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions {
  /**
   * Schema of the tables: up to 40 lowercase letters, digits and underscores, beginning with a
   * letter; default `ledger_in_a_box`.
   */
  readonly schema?: string;
  /** True if missing tables are created, which is the default. */
  readonly create?: boolean;
}

/** A journal that several processes may have open at the same time. */
export interface SharedJournalStore extends JournalStore {
  /**
   * Runs `work` while no other process runs work through this method, such as loading the initial
   * content of a ledger. Rejects with the error of `work`, and with SERVICE_NOT_RUNNING.
   */
  runExclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Opens the journal in a schema of PostgreSQL, 14 or newer, and creates it if it is missing.
 * Several processes may have it open: each reads the others' writes within milliseconds. An entry
 * is on the server's disk when it is acknowledged. A fork is a copy in memory.
 *
 * `connection` is `postgres://user@host/database`, with `?schema=` for another schema, or options
 * of the `Pool` of `pg`. Rejects with SERVICE_NOT_RUNNING if no server answers. Rejects with
 * INVALID_ARGUMENT for an invalid connection or schema, for tables of another release, and if the
 * user lacks a right. Damage is detected when entries are read.
 */
export const openPostgresStore = async (
  connection: string | PostgresPoolOptions,
  options: PostgresStoreOptions = {},
): Promise<SharedJournalStore> => {
  requireWellFormedOptions(options, { schema: textOptionCheck, create: booleanOptionCheck });
  const { pool, ...named } = parseConnection(connection);
  return openStoreOnDatabase(new PgDatabase(pool), { ...named, ...options });
};

/** Like {@link openPostgresStore}, on an open database, which is closed with the store. */
export const openStoreOnDatabase = async (
  database: PostgresDatabase,
  { schema = "ledger_in_a_box", create = true }: PostgresStoreOptions,
): Promise<SharedJournalStore> => {
  let session: DatabaseSession | undefined;
  try {
    const layout = createLayout(checkedSchema(schema));
    session = await database.openSession();
    await createMissingTables(session, { layout, schema, create });
    const client = new JournalClient(database, layout);
    const [row] = await client.runStatement("head");
    const store = new PostgresStore(client, readJournalHead(row));
    await client.startListening(session, store);
    return store;
  } catch (error) {
    await session?.close().catch(() => undefined);
    await database.close();
    throw openError(error);
  }
};

const parseConnection = (connection: string | PostgresPoolOptions) => {
  if (isJsonObject(connection)) return { pool: connection };
  const url = URL.canParse(connection) ? new URL(connection) : undefined;
  if (url === undefined || !/^postgres(?:ql)?:$/u.test(url.protocol)) throw invalidConnection();
  const schema = url.searchParams.get("schema");
  const options = url.searchParams.get("options");
  for (const each of ["schema", "options"]) url.searchParams.delete(each);
  const pool = { connectionString: url.href, options };
  return schema === null ? { pool } : { pool, schema };
};

/** Returns the error for an invalid URL. Does not show the URL, because it may contain a password. */
const invalidConnection = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The connection is not a URL of PostgreSQL. Write postgres://user@host:5432/database.",
  });

const checkedSchema = (schema: string): string => {
  if (/^[a-z][a-z0-9_]{0,39}$/u.test(schema)) return schema;
  const expected = "a letter, then letters, digits and underscores, up to 40, all lowercase";
  throw createInvalidArgumentError({ field: "schema", expected, found: schema });
};

const openError = (error: unknown): unknown => {
  if (isLedgerError(error) || !(error instanceof Error)) return error;
  // If several addresses fail, Node reports only a code.
  const reason = error.message || ("code" in error ? String(error.code) : error.name);
  if (getSqlState(error) !== undefined && !isConnectionError(error)) {
    return ledgerError("INVALID_ARGUMENT", {
      cause: `The database refuses to open the ledger: ${reason}.`,
    });
  }
  return storeNotRunningError(
    `The database does not answer: ${reason}. Check that the server runs, and the host and port of the connection.`,
  );
};
