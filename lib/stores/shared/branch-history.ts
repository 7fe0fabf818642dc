/**
 * The branches of a journal. A branch has the entries from `from` on, up to the start of the next
 * branch. It is written from its first entry on and never changed; a restore starts a new branch.
 * So earlier versions of the journal stay readable.
 */
export type BranchHistory = readonly BranchStart[];

interface BranchStart {
  readonly branch: number;
  readonly from: number;
}

/** A range of positions in a branch, both ends included. */
export interface PositionRange extends BranchStart {
  readonly to: number;
}

/** The location of the entries of a journal. */
export interface JournalPath {
  readonly path: BranchHistory;
  /**
   * The entry that replaces all entries up to its position, in a separate branch; present if the
   * journal was compacted while it was open.
   */
  readonly start?: BranchStart | undefined;
}

/** Returns the history with another branch after a position. */
export const startBranch = (
  path: BranchHistory,
  position: number,
  branch: number,
): BranchHistory => [
  ...path.filter(({ from }) => from <= position),
  { branch, from: position + 1 },
];

/** Returns the history that begins with the compacted entry. */
export const startAtCompacted = ({ path, start }: JournalPath): BranchHistory => {
  if (start === undefined) return path;
  const next = start.from + 1;
  const branch = findBranch(path, next);
  const rest = branch === undefined ? [] : [{ branch, from: next }];
  return [start, ...rest, ...path.filter(({ from }) => from > next)];
};

/** Returns the position of the first entry. */
export const getFirstPosition = ({ path, start }: JournalPath): number =>
  start?.from ?? path[0]?.from ?? 1;

/** Returns the branch that has the entry at a position; undefined before the first. */
export const findBranch = (path: BranchHistory, position: number): number | undefined =>
  path.findLast(({ from }) => from <= position)?.branch;

/** Returns the ranges of the entries between two positions, in order. */
export const findRangesBetween = (
  path: BranchHistory,
  from: number,
  to: number,
): readonly PositionRange[] =>
  path.flatMap((stretch, index): readonly PositionRange[] => {
    const next = path[index + 1]?.from ?? Infinity;
    const range = {
      branch: stretch.branch,
      from: Math.max(stretch.from, from),
      to: Math.min(next - 1, to),
    };
    return range.from <= range.to ? [range] : [];
  });

/** A point of a journal. */
export interface JournalPoint extends JournalPath {
  readonly position: number;
}

/**
 * Returns true if the journal up to a point contains the journal up to another. A branch and a
 * position identify an entry, and so the journal up to it.
 */
export const containsJournal = (journal: JournalPoint, other: JournalPoint): boolean => {
  if (other.position === 0) return true;
  const branch = findBranch(other.path, other.position);
  return (
    branch !== undefined &&
    other.position <= journal.position &&
    branch === findBranch(journal.path, other.position)
  );
};

/** The entries between two others, which are not included. */
export interface JournalGap {
  readonly after: { readonly branch: number; readonly position: number };
  readonly before: { readonly branch: number; readonly position: number };
}

/** Returns the ranges of the entries that none of the journals contains. */
export const findGaps = (journals: readonly JournalPoint[]): readonly JournalGap[] => {
  const used = journals
    .flatMap(({ path, position }) => findRangesBetween(path, getFirstPosition({ path }), position))
    .sort((a, b) => a.branch - b.branch || a.from - b.from);
  const most = Number.MAX_SAFE_INTEGER;
  const gaps: JournalGap[] = [];
  let after = { branch: 0, position: 0 };
  for (const { branch, from, to } of [...used, { branch: most, from: most, to: most }]) {
    const isNext = branch === after.branch && from <= after.position + 1;
    if (!isNext) gaps.push({ after, before: { branch, position: from } });
    after = { branch, position: isNext ? Math.max(after.position, to) : to };
  }
  return gaps;
};
