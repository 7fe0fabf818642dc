export {
  openPostgresStore,
  type PostgresStoreOptions,
  type SharedJournalStore,
} from "./open-postgres-store.ts";
export type { PostgresPoolOptions } from "./pg-database.ts";
