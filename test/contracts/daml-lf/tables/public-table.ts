/**
 * A table of facts from one public test suite of the reference implementation (daml-lf.md 23): inputs and
 * outputs in our notation. Suites are named as in `community/daml-lf` of Canton.
 */
export interface PublicTable<Row extends TableRow = TableRow> {
  readonly suite: string;
  /** The topic of the rows. */
  readonly about: string;
  readonly groups: readonly RowGroup<Row>[];
  readonly leftOut: readonly LeftOut[];
}

export interface RowGroup<Row extends TableRow = TableRow> {
  /** The title of the test, after the topic of the table. */
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface TableRow {
  /** Why our engine has another result. Such a row counts as left out. */
  readonly differs?: string;
}

/** Cases of the suite that have no row, and the reason. */
export interface LeftOut {
  readonly cases: number;
  readonly what: string;
  readonly why: string;
}

const rowsOf = ({ groups }: PublicTable): readonly TableRow[] => groups.flatMap(({ rows }) => rows);

/** Returns the number of rows with which our engine agrees. */
export const carried = (table: PublicTable): number =>
  rowsOf(table).filter(({ differs }) => differs === undefined).length;

/** Returns the cases that a table leaves out, including rows with which the engine disagrees. */
export const leftOutOf = (table: PublicTable): readonly LeftOut[] => {
  const reasons = new Map<string, number>();
  for (const { differs } of rowsOf(table)) {
    if (differs !== undefined) reasons.set(differs, (reasons.get(differs) ?? 0) + 1);
  }
  return [
    ...table.leftOut,
    ...[...reasons].map(([why, cases]) => ({ cases, what: "rows with another outcome", why })),
  ];
};
