import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { isLedgerError, ledgerError } from "../../lib/index.ts";
import type { JournalStore } from "../../lib/store.ts";
import type { SharedJournalStore } from "../../lib/stores/postgres/index.ts";
import type { CopySetting } from "./settings.ts";
import { isDatabase } from "./store-place.ts";

interface OpenOptions {
  readonly create?: boolean;
  readonly copy?: CopySetting | undefined;
  /** Hears, in a line, why there is no copy where nobody has asked for one. */
  readonly note?: (line: string) => void;
}

/** Rejects as `openLevelStore` and `openPostgresStore` do, and with INVALID_ARGUMENT where `pg` is not installed. */
export const openStore = async (
  place: string,
  { copy, note, ...options }: OpenOptions = {},
): Promise<JournalStore | SharedJournalStore> => {
  if (!isDatabase(place)) {
    const { openLevelStore } = await import("../../lib/stores/level/index.ts");
    return openLevelStore(place, options);
  }
  const { openPostgresStore } = await driven(() => import("../../lib/stores/postgres/index.ts"));
  if (copy === undefined) return openPostgresStore(place, options);
  const { folders, isNamed } = copy;
  if (isNamed) return openPostgresStore(place, { ...options, copy: folders });
  // What is on a ledger is for its user only. Where that cannot be, it is told why when one is opened there.
  await mkdir(dirname(folders[0] ?? ""), { recursive: true, mode: 0o700 }).catch(() => undefined);
  const withoutCopy = (why: unknown): void =>
    note?.(`There is no copy of the database here, and history stays in memory: ${causeOf(why)}\n`);
  return openPostgresStore(place, { ...options, copy: folders, withoutCopy });
};

const causeOf = (error: unknown): string =>
  isLedgerError(error) ? error.details.cause : String(error);

/** Does what must not be done by several processes at once, as putting the first things onto a ledger. */
export const alone = <Result>(
  store: JournalStore | SharedJournalStore,
  work: () => Promise<Result>,
): Promise<Result> => ("alone" in store ? store.alone(work) : work());

/** `pg` is installed by who has a database. */
const driven = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    if (isLedgerError(error) || !isMissing(error)) throw error;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "A ledger in PostgreSQL needs the package pg beside ledger-in-a-box: npm install pg",
    });
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "ERR_MODULE_NOT_FOUND" &&
  error.message.includes("'pg'");
