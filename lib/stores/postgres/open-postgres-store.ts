import { randomUUID } from "node:crypto";

import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { isLedgerError, type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import type { JournalCopy } from "../level/journal-copy.ts";
import type { Database, Session } from "./database.ts";
import { Journal } from "./journal.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { isConnectionLoss, sqlStateOf } from "./losses.ts";
import { migrate } from "./migrate.ts";
import { PgDatabase, type PostgresPoolOptions } from "./pg-database.ts";
import { PostgresStore } from "./postgres-store.ts";
import type { Reach } from "./reach.ts";

/** How a store is opened. */
export interface PostgresStoreOptions {
  /** Where its tables are: a letter, then letters, digits and underscores, up to 40, all lowercase; `ledger_in_a_box` when absent. */
  readonly schema?: string;
  /** Whether one is made where there is none; so when absent. */
  readonly create?: boolean;
  /**
   * The folder, of this process alone, or the first of several that no other has, for a copy of what the database has: with one, history leaves the memory, and a start takes as long as there
   * are active contracts. It is made where there is none, and made anew where it is not of this journal. None when absent: then all that happened is
   * held in memory, and a start reads the whole journal.
   */
  readonly copy?: string | readonly string[];
  /**
   * Hears why there can be no copy, as where the disk is full or all folders are in use: then the store is opened without one. When absent, that
   * is what opening it rejects with.
   */
  readonly withoutCopy?: (why: unknown) => void;
}

/** A journal that several processes may have open at once. */
export interface SharedJournalStore extends JournalStore {
  /**
   * Does `work` while no other process does anything by this method: for who puts the first things onto a ledger. Rejects as
   * `work` does, and with SERVICE_NOT_RUNNING.
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * The journal that is kept in a schema of PostgreSQL, 14 or newer, which is made where there is none. Several processes may
 * have it open: each decides by itself, and what one of them writes the others have within milliseconds. An entry
 * is on the server's disk when it is acknowledged. A fork of it is a copy in memory.
 *
 * `connection` is `postgres://user@host/database`, with `?schema=` if there is to be one of that name, or what the `Pool` of `pg` takes. Rejects
 * with SERVICE_NOT_RUNNING where no server answers and where another process has the `copy`, with INVALID_ARGUMENT for a connection, schema or folder that is none and
 * for what the user may not do, and with LEDGER_API_INTERNAL_ERROR where it can be told at once that it is damaged; the rest is when it is read.
 * O(what was reverted since nobody had it open).
 */
export const openPostgresStore = async (
  connection: string | PostgresPoolOptions,
  options: PostgresStoreOptions = {},
): Promise<SharedJournalStore> => {
  const { pool, schema } = placeOf(connection);
  return openStoreOn(new PgDatabase(pool), { ...schema, ...options });
};

/** As {@link openPostgresStore}, in a database that is reached already, and is closed with the store. */
export const openStoreOn = async (
  database: Database,
  options: PostgresStoreOptions,
): Promise<SharedJournalStore> => {
  const { schema = "ledger_in_a_box", create = true } = options;
  let session: Session | undefined;
  try {
    const layout = layoutOf(checked(schema));
    session = await database.session();
    await migrate(session, { layout, schema, create });
    return await opened(database, session, { ...options, layout });
  } catch (error) {
    await session?.close().catch(() => undefined);
    await database.close();
    throw refusalOf(error);
  }
};

const opened = async (
  database: Database,
  session: Session,
  {
    layout,
    copy,
    withoutCopy,
  }: Pick<PostgresStoreOptions, "copy" | "withoutCopy"> & { readonly layout: Layout },
): Promise<SharedJournalStore> => {
  const journal = new Journal(database, layout);
  try {
    const reach = await journal.reach();
    if (copy !== undefined) {
      const kept = await openedCopy(copy, journal, reach).catch(unlessHeard(withoutCopy));
      if (kept !== undefined) journal.copyTo(kept);
    }
    const store = new PostgresStore(journal, reach, randomUUID());
    await journal.attend(session, store);
    return store;
  } catch (error) {
    await journal.copy?.close();
    journal.giveUp(error);
    throw error;
  }
};

/** What keeps it is loaded by who wants one. */
const openedCopy = async (
  given: string | readonly string[],
  journal: Journal,
  reach: Reach,
): Promise<JournalCopy> => {
  const { openJournalCopy } = await import("../level/open-journal-copy.ts");
  const hashAt = (position: number): Promise<string | undefined> =>
    journal.hashAt(reach.path, position).catch((error: unknown) => {
      if (isLedgerError(error)) return undefined;
      throw error;
    });
  const folders = [given].flat();
  for (const folder of folders.slice(0, -1)) {
    const copy = await openJournalCopy(folder, { ...reach, hashAt }).catch(unlessInUse);
    if (copy !== undefined) return copy;
  }
  return openJournalCopy(folders.at(-1) ?? "", { ...reach, hashAt });
};

const unlessHeard =
  (withoutCopy: PostgresStoreOptions["withoutCopy"]) =>
  (error: unknown): undefined => {
    if (withoutCopy === undefined) throw error;
    withoutCopy(error);
  };

const unlessInUse = (error: unknown): undefined => {
  if (isLedgerError(error) && error.code === "SERVICE_NOT_RUNNING") return undefined;
  throw error;
};

const placeOf = (connection: string | PostgresPoolOptions) => {
  if (typeof connection !== "string") return { pool: connection };
  if (!URL.canParse(connection)) throw noConnection();
  const url = new URL(connection);
  if (!/^postgres(?:ql)?:$/u.test(url.protocol)) throw noConnection();
  const schema = url.searchParams.get("schema");
  url.searchParams.delete("schema");
  const pool = { connectionString: url.href };
  return schema === null ? { pool } : { pool, schema: { schema } };
};

/** What was given may hold a password, and is not told. */
const noConnection = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "A database is named as postgres://user@host:5432/database, and this is no such name.",
  });

const checked = (schema: string): string => {
  if (/^[a-z][a-z0-9_]{0,39}$/u.test(schema)) return schema;
  const expected = "a letter, then letters, digits and underscores, up to 40, all lowercase";
  throw invalidArgument({ field: "schema", expected, found: schema });
};

const refusalOf = (error: unknown): unknown => {
  const said = error instanceof Error ? error.message : String(error);
  const state = sqlStateOf(error);
  if (state !== undefined && !isConnectionLoss(error)) {
    return ledgerError("INVALID_ARGUMENT", {
      cause: `The database does not open: ${said}.`,
    });
  }
  if (!(error instanceof Error) || "details" in error) return error;
  return ledgerError("SERVICE_NOT_RUNNING", {
    cause: `The database does not answer: ${said || connectionCode(error)}.`,
    context: { service_name: "journal store" },
  });
};

/** Node tells of several addresses that failed by their code alone. */
const connectionCode = (error: Error): string =>
  "code" in error ? String(error.code) : error.name;
