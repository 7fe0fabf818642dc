/**
 * Facts of one public test suite of the reference implementation (daml-lf.md 23): what goes in and what
 * comes out, in our own notation. The names of the suites are those under `community/daml-lf` of Canton.
 */
export interface PublicTable<Row extends TableRow = TableRow> {
  readonly suite: string;
  /** What its rows are about. */
  readonly about: string;
  readonly groups: readonly RowGroup<Row>[];
  readonly leftOut: readonly LeftOut[];
}

export interface RowGroup<Row extends TableRow = TableRow> {
  /** Read as the end of a sentence that begins with the area. */
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface TableRow {
  /** Why the engine comes to something else; such a row counts as left out. */
  readonly differs?: string;
}

/** Cases of the suite that have no row, and why. */
export interface LeftOut {
  readonly cases: number;
  readonly what: string;
  readonly why: string;
}

const rowsOf = ({ groups }: PublicTable): readonly TableRow[] => groups.flatMap(({ rows }) => rows);

/** How many rows a table carries over: those that the engine agrees with. */
export const carried = (table: PublicTable): number =>
  rowsOf(table).filter(({ differs }) => differs === undefined).length;

/** What a table leaves out, rows that the engine disagrees with included. */
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
