/** The names of a journal in its database. All its tables are in one schema. */
export type SqlObjectNames = ReturnType<typeof createLayout>;

export const createLayout = (schema: string) => {
  const lock = (purpose: string): string =>
    `hashtextextended('ledger-in-a-box ${schema} ${purpose}', 0)`;
  return {
    /** Quoted for SQL. */
    schema: `"${schema}"`,
    /** Channel of notifications about writes and restores. */
    channel: `ledger_in_a_box_${schema}`,
    /** SQL expressions of the keys of advisory locks, which all users of a database share. */
    locks: {
      /**
       * Shared while entries are appended. Exclusive while the journal is changed in another way,
       * and for a {@link WriterLease}.
       */
      journal: lock("journal"),
      /** Shared by all processes that have the journal open. */
      open: lock("open"),
      /** Exclusive while the initial content is loaded. */
      setup: lock("setup"),
    },
  };
};
