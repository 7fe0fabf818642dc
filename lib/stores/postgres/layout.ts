import { createHash } from "node:crypto";

/** The names of a journal in its database. All its tables are in one schema. */
export interface Layout {
  /** Quoted for SQL. */
  readonly schema: string;
  /** Channel of notifications about writes and restores. */
  readonly channel: string;
  /** Keys of advisory locks, which all users of a database share. */
  readonly locks: {
    /**
     * Shared while entries are appended. Exclusive while the journal is restored or compacted, and
     * for a {@link WriterLease}.
     */
    readonly journal: string;
    /** Shared by all processes that have the journal open. */
    readonly open: string;
    /** Exclusive while tables are created, and while the initial content is loaded. */
    readonly setup: string;
  };
}

export const layoutOf = (schema: string): Layout => ({
  schema: `"${schema}"`,
  channel: `ledger_in_a_box_${schema}`,
  locks: {
    journal: lockOf(schema, "journal"),
    open: lockOf(schema, "open"),
    setup: lockOf(schema, "setup"),
  },
});

const lockOf = (schema: string, purpose: string): string =>
  createHash("sha256")
    .update(`ledger-in-a-box ${schema} ${purpose}`)
    .digest()
    .readBigInt64BE()
    .toString();
