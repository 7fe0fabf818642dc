import { ledgerError } from "../../base/errors/ledger-error.ts";
import { damaged } from "../../ledger/stores/store-errors.ts";
import type { Session, Statement } from "./database.ts";
import type { Layout } from "./layout.ts";
import { createVersion4 } from "./migrations/version-4.ts";

interface MigrationOptions {
  readonly layout: Layout;
  /** The name of the schema as the user wrote it. */
  readonly schema: string;
  /** True if missing tables are created. */
  readonly create: boolean;
}

/**
 * Version of the tables that this release reads and writes. Versions 1 to 3 were never released.
 */
const currentVersion = 4;
const oldestServer = 14;

/**
 * Creates or upgrades the tables of a journal, one process at a time. Only reads if they are
 * current. Rejects with INVALID_ARGUMENT for missing tables if `create` is false, for tables of a
 * newer release, and for an unsuitable server; also rejects with errors of the database.
 */
export const migrate = async (session: Session, options: MigrationOptions): Promise<void> => {
  await checkServer(session);
  if (isCurrent(await versionOf(session, options), options)) return;
  const { layout } = options;
  await session.query(statement("lock", `select pg_advisory_lock(${layout.locks.setup})`), []);
  try {
    // Another process may have migrated while this one waited.
    if (isCurrent(await versionOf(session, options), options)) return;
    await session.run(`${await schemaScript(session, options)}${createVersion4(layout)}`);
  } finally {
    await session.query(
      statement("unlock", `select pg_advisory_unlock(${layout.locks.setup})`),
      [],
    );
  }
};

const statement = (name: string, text: string): Statement => ({
  name: `ledger-in-a-box ${name}`,
  text,
});

const checkServer = async (session: Session): Promise<void> => {
  const text =
    "select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding";
  const [row] = await session.query(statement("server", text), []);
  if (Number(row?.["version"]) < oldestServer * 10_000) {
    throw unusable(`PostgreSQL ${oldestServer} or newer is needed`);
  }
  if (row?.["encoding"] !== "UTF8") {
    throw unusable(
      `its encoding is ${String(row?.["encoding"])}; create a database with encoding UTF8`,
    );
  }
};

const unusable = (reason: string) =>
  ledgerError("INVALID_ARGUMENT", { cause: `The database cannot hold this ledger: ${reason}.` });

/** Returns the version of the tables; 0 if there are none. */
const versionOf = async (session: Session, { layout }: MigrationOptions): Promise<number> => {
  const text = "select to_regclass($1) is not null as exists";
  const [found] = await session.query(statement("tables", text), [`${layout.schema}.head`]);
  if (found?.["exists"] !== true) return 0;
  const query = `select version from ${layout.schema}.head`;
  const [row] = await session.query(statement("version", query), []);
  if (row === undefined) throw damaged("the table head is empty");
  return Number(row["version"]);
};

const isCurrent = (version: number, { schema, create }: MigrationOptions): boolean => {
  if (version > currentVersion) {
    throw unusable(
      `its schema ${schema} has version ${version}, written by a newer release; this release reads versions up to ${currentVersion}. Use that release`,
    );
  }
  if (version > 0 && version < currentVersion) {
    throw unusable(
      `its schema ${schema} has version ${version}, of a build before the first release with PostgreSQL. Dump it with that build, and load it into another schema`,
    );
  }
  if (version === 0 && !create) throw unusable(`there is none in its schema ${schema}`);
  return version === currentVersion;
};

/**
 * Returns a script that creates the schema if it is missing. A user may have the right to use a
 * schema, but not to create one.
 */
const schemaScript = async (
  session: Session,
  { layout, schema }: MigrationOptions,
): Promise<string> => {
  const text = "select exists (select from pg_namespace where nspname = $1) as exists";
  const [row] = await session.query(statement("schema", text), [schema]);
  return row?.["exists"] === true ? "" : `create schema ${layout.schema};\n`;
};
