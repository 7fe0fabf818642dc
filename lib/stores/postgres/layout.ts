/** The names of a journal in its database. All its tables are in one schema. */
export interface SqlObjectNames {
  /** Quoted for SQL. */
  readonly schema: string;
  /** Channel of notifications about writes and restores. */
  readonly channel: string;
  /** SQL expressions of the keys of advisory locks, which all users of a database share. */
  readonly locks: {
    /**
     * Shared while entries are appended. Exclusive while the journal is changed in another way, and
     * for a {@link WriterLease}.
     */
    readonly journal: string;
    /** Shared by all processes that have the journal open. */
    readonly open: string;
    /** Exclusive while the initial content is loaded. */
    readonly setup: string;
  };
}

export const createLayout = (schema: string): SqlObjectNames => {
  const lock = (purpose: string): string =>
    `hashtextextended('ledger-in-a-box ${schema} ${purpose}', 0)`;
  return {
    schema: `"${schema}"`,
    channel: `ledger_in_a_box_${schema}`,
    locks: { journal: lock("journal"), open: lock("open"), setup: lock("setup") },
  };
};
