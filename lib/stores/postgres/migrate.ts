import { ledgerError } from "../../base/errors/ledger-error.ts";
import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import type { DatabaseSession } from "./database.ts";
import type { SqlObjectNames } from "./layout.ts";
import { createTables, tablesVersion } from "./tables.ts";

interface MigrationOptions {
  readonly layout: SqlObjectNames;
  /** The name of the schema as the user wrote it. */
  readonly schema: string;
  /** True if missing tables are created. */
  readonly create: boolean;
}

/** Oldest supported version of PostgreSQL. */
const minPostgresVersion = 14;

/**
 * Creates the tables of a journal if they are missing. Only reads if they exist. Rejects with
 * INVALID_ARGUMENT for missing tables if `create` is false, for tables of another release, and for
 * an unsuitable server; also rejects with errors of the database.
 */
export const createMissingTables = async (
  session: DatabaseSession,
  options: MigrationOptions,
): Promise<void> => {
  const found = await inspectDatabase(session, options);
  if (isCurrent(found, options)) return;
  try {
    // The user may have the right to use a schema, but not to create one.
    const schema = found.hasSchema ? "" : `create schema ${options.layout.schema};\n`;
    await session.run(`${schema}${createTables(options.layout)}`);
  } catch (error) {
    // Another process may have created them at the same time.
    if (!isCurrent(await inspectDatabase(session, options), options)) throw error;
  }
};

const querySession = (session: DatabaseSession, text: string, values: readonly string[] = []) =>
  session.query({ name: "", text }, values);

/** Returns the parts of a journal that a database has; the version of the tables is 0 if none. */
const inspectDatabase = async (session: DatabaseSession, { layout, schema }: MigrationOptions) => {
  const [row = {}] = await querySession(
    session,
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      exists (select from pg_namespace where nspname = $1) as has_schema, to_regclass($2) is not null as has_tables`,
    [schema, `${layout.schema}.head`],
  );
  if (Number(row["number"]) < minPostgresVersion * 10_000) {
    throw unusableDatabaseError(
      `the server is PostgreSQL ${String(row["version"])}; use PostgreSQL ${minPostgresVersion} or newer`,
    );
  }
  if (row["encoding"] !== "UTF8") {
    throw unusableDatabaseError(
      `its encoding is ${String(row["encoding"])}; create a database with encoding UTF8`,
    );
  }
  const hasSchema = row["has_schema"] === true;
  if (row["has_tables"] !== true) return { hasSchema, version: 0 };
  const [head] = await querySession(session, `select version from ${layout.schema}.head`);
  if (head === undefined) throw damagedStoreError("the table head is empty");
  return { hasSchema, version: Number(head["version"]) };
};

const unusableDatabaseError = (reason: string) =>
  ledgerError("INVALID_ARGUMENT", { cause: `The database cannot hold this ledger: ${reason}.` });

/** Returns false if the tables have to be created. */
const isCurrent = (
  { version }: Awaited<ReturnType<typeof inspectDatabase>>,
  { schema, create }: MigrationOptions,
): boolean => {
  if (version === tablesVersion) return true;
  if (version > 0) {
    const writer = version > tablesVersion ? "a newer release" : "a build before the first release";
    throw unusableDatabaseError(
      `its schema ${schema} has version ${version}, written by ${writer}; this release reads version ${tablesVersion}. Use that release. To move the ledger, write a dump with that release, and load it with this one into another schema`,
    );
  }
  if (!create) throw unusableDatabaseError(`there is no ledger in its schema ${schema}`);
  return false;
};
