import { createHash } from "node:crypto";

/** Names of a journal in its database. All its tables are in one schema. */
export interface Layout {
  /** Quoted for SQL. */
  readonly schema: string;
  /** Channel of the notifications that the journal was written or restored. */
  readonly channel: string;
  /** Keys of advisory locks, which all databases users share. */
  readonly locks: {
    /** Shared while entries are appended; exclusive while the journal is restored or compacted, and for a {@link WriterLease}. */
    readonly journal: string;
    /** Shared by all processes that have the journal open. */
    readonly open: string;
    /** Exclusive while tables are created, and while first content is loaded. */
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
