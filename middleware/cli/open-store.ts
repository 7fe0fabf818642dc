import { isLedgerError, ledgerError } from "../../lib/index.ts";
import type { JournalStore } from "../../lib/store.ts";
import type { SharedJournalStore } from "../../lib/stores/postgres/index.ts";
import { isDatabaseUrl } from "./store-location.ts";

/**
 * Opens a store in a folder or database. Rejects with the errors of `openLevelStore` and
 * `openPostgresStore`, and with INVALID_ARGUMENT if `pg` is not installed.
 */
export const openLedgerStore = async (
  place: string,
  options: { readonly create?: boolean } = {},
): Promise<JournalStore | SharedJournalStore> => {
  if (!isDatabaseUrl(place)) {
    const { openLevelStore } = await import("../../lib/stores/level/index.ts");
    return openLevelStore(place, options);
  }
  const { openPostgresStore } = await importWithPg(
    () => import("../../lib/stores/postgres/index.ts"),
  );
  return openPostgresStore(place, options);
};

/**
 * Runs work, such as loading fixtures into a new ledger. If the store is shared, the work runs
 * under an exclusive lock of the store.
 */
export const withStoreLock = <Result>(
  store: JournalStore | SharedJournalStore,
  work: () => Promise<Result>,
): Promise<Result> => ("runExclusively" in store ? store.runExclusively(work) : work());

/** Imports a module that needs `pg`, an optional dependency. */
const importWithPg = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    if (isLedgerError(error) || !isMissing(error)) throw error;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "A ledger in PostgreSQL needs the package pg: npm install pg",
    });
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "ERR_MODULE_NOT_FOUND" &&
  error.message.includes("'pg'");
