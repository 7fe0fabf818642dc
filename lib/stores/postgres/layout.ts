import { createHash } from "node:crypto";

/** What a journal is called in its database: everything of it is in one schema. */
export interface Layout {
  /** As SQL writes it. */
  readonly schema: string;
  /** On which is told that it was written or restored. */
  readonly channel: string;
  /** Numbers of advisory locks, which are those of the whole database. */
  readonly locks: {
    /** Shared by who writes a position that may be taken, held alone by who takes its turn, restores or compacts. */
    readonly journal: string;
    /** Shared by all that have it open. */
    readonly attached: string;
    /** Held by who creates it, or puts the first things onto it. */
    readonly founding: string;
  };
}

export const layoutOf = (schema: string): Layout => ({
  schema: `"${schema}"`,
  channel: `ledger_in_a_box_${schema}`,
  locks: {
    journal: lockOf(schema, "journal"),
    attached: lockOf(schema, "attached"),
    founding: lockOf(schema, "founding"),
  },
});

const lockOf = (schema: string, what: string): string =>
  createHash("sha256")
    .update(`ledger-in-a-box ${schema} ${what}`)
    .digest()
    .readBigInt64BE()
    .toString();
