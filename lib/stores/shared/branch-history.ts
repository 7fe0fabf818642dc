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
export interface BranchPositionRange extends BranchStart {
  readonly to: number;
}

/** The location of the entries of a journal. */
export interface JournalBranchPath {
  readonly path: BranchHistory;
  /**
   * The entry that replaces all entries up to its position, in a separate branch; present if the
   * journal was compacted while it was open.
   */
  readonly start?: BranchStart | undefined;
}

/** Returns the history with another branch after a position. */
export const addJournalBranch = (
  path: BranchHistory,
  position: number,
  branch: number,
): BranchHistory => [
  ...path.filter(({ from }) => from <= position),
  { branch, from: position + 1 },
];

/** Returns the history that begins with the compacted entry. */
export const startBranchHistoryAtCompacted = ({
  path,
  start,
}: JournalBranchPath): BranchHistory => {
  if (start === undefined) return path;
  const next = start.from + 1;
  const branch = findJournalBranch(path, next);
  const rest = branch === undefined ? [] : [{ branch, from: next }];
  return [start, ...rest, ...path.filter(({ from }) => from > next)];
};

/** Returns the position of the first entry. */
export const getFirstJournalPosition = ({ path, start }: JournalBranchPath): number =>
  start?.from ?? path[0]?.from ?? 1;

/** Returns the branch that has the entry at a position; undefined before the first. */
export const findJournalBranch = (path: BranchHistory, position: number): number | undefined =>
  path.findLast(({ from }) => from <= position)?.branch;

/** Returns the ranges of the entries between two positions, in order. */
export const findBranchRangesBetween = (
  path: BranchHistory,
  from: number,
  to: number,
): readonly BranchPositionRange[] =>
  path.flatMap((stretch, index): readonly BranchPositionRange[] => {
    const next = path[index + 1]?.from ?? Infinity;
    const range = {
      branch: stretch.branch,
      from: Math.max(stretch.from, from),
      to: Math.min(next - 1, to),
    };
    return range.from <= range.to ? [range] : [];
  });

/** A point of a journal. */
export interface JournalPoint extends JournalBranchPath {
  readonly position: number;
}

/**
 * Returns true if the journal up to a point contains the journal up to another. A branch and a
 * position identify an entry, and so the journal up to it.
 */
export const includesJournalPoint = (journal: JournalPoint, other: JournalPoint): boolean => {
  if (other.position === 0) return true;
  const branch = findJournalBranch(other.path, other.position);
  return (
    branch !== undefined &&
    other.position <= journal.position &&
    branch === findJournalBranch(journal.path, other.position)
  );
};

/** The entries between two others, which are not included. */
export interface JournalGap {
  readonly after: { readonly branch: number; readonly position: number };
  readonly before: { readonly branch: number; readonly position: number };
}

/** Returns the ranges of the entries that none of the journals contains. */
export const findJournalGaps = (journals: readonly JournalPoint[]): readonly JournalGap[] => {
  const used = journals
    .flatMap(({ path, position }) =>
      findBranchRangesBetween(path, getFirstJournalPosition({ path }), position),
    )
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
