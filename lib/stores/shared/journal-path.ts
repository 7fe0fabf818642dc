/**
 * Where the entries of a journal lie: those from `from` on in a branch, up to where the next begins. A branch is
 * written from its first entry on and never changed; who goes back begins another. So earlier journals stay whole.
 */
export type JournalPath = readonly Stretch[];

interface Stretch {
  readonly branch: number;
  readonly from: number;
}

/** A part of a branch, both ends included. */
export interface Extent extends Stretch {
  readonly to: number;
}

/** Goes on in a branch after the position. */
export const branchedOff = (path: JournalPath, position: number, branch: number): JournalPath => [
  ...path.filter(({ from }) => from <= position),
  { branch, from: position + 1 },
];

/** The entry at the position, which stands for all up to there, is in a branch of its own. */
export const shortened = (path: JournalPath, position: number, branch: number): JournalPath => [
  { branch, from: position },
  ...behind(path, position),
];

/** What follows a position. */
export const behind = (path: JournalPath, position: number): JournalPath => {
  const next = position + 1;
  const branch = branchAt(path, next);
  const goingOn = branch === undefined ? [] : [{ branch, from: next }];
  return [...goingOn, ...path.filter(({ from }) => from > next)];
};

/** The position of the first entry. */
export const firstOf = (path: JournalPath): number => path[0]?.from ?? 1;

/** The branch that the entry at a position is in; undefined before the first. */
export const branchAt = (path: JournalPath, position: number): number | undefined =>
  path.findLast(({ from }) => from <= position)?.branch;

/** Where the entries from one position to another lie, in order. */
export const extentsOf = (path: JournalPath, from: number, to: number): readonly Extent[] =>
  path.flatMap((stretch, index): readonly Extent[] => {
    const next = path[index + 1]?.from ?? Infinity;
    const extent = {
      branch: stretch.branch,
      from: Math.max(stretch.from, from),
      to: Math.min(next - 1, to),
    };
    return extent.from <= extent.to ? [extent] : [];
  });
