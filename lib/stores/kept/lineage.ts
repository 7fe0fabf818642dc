import type { KeptMark, KeptMarks } from "../../ledger/stores/journal-store.ts";
import { branchAt, extentsOf, type JournalPath } from "./journal-path.ts";

/** A mark that is kept, and where the entries lie that it marks. */
export interface PlacedMark extends KeptMark {
  readonly mark: { readonly position: number; readonly path: JournalPath };
}

/** How marks follow from each other; `path` and `position` are those of the journal as it is. */
export const lineageOf = (
  marks: readonly PlacedMark[],
  { path, position }: PlacedMark["mark"],
): KeptMarks => {
  const before = new MarksByBranch();
  const after = new Map<string, string>();
  for (const { name, mark } of marks) {
    const last = before.lastOn(mark.path, mark.position);
    if (last !== undefined) after.set(name, last);
    before.add(name, mark);
  }
  return { marks, after, passed: before.lastOn(path, position) };
};

interface Place {
  readonly name: string;
  readonly position: number;
}

/** Position and branch tell an entry from all others, and with it the journal up to there. */
class MarksByBranch {
  readonly #places = new Map<number, Place[]>();

  /** Of one position, the last is the newest. */
  add(name: string, { path, position }: PlacedMark["mark"]): void {
    const branch = position === 0 ? nowhere : (branchAt(path, position) ?? nowhere);
    const places = this.#places.get(branch) ?? [];
    const before = places.findLastIndex((each) => each.position <= position);
    places.splice(before + 1, 0, { name, position });
    this.#places.set(branch, places);
  }

  lastOn(path: JournalPath, end: number): string | undefined {
    for (const { branch, from, to } of extentsOf(path, 1, end).toReversed()) {
      const last = this.#places
        .get(branch)
        ?.findLast(({ position }) => position >= from && position <= to);
      if (last !== undefined) return last.name;
    }
    return this.#places.get(nowhere)?.at(-1)?.name;
  }
}

/** No branch has the number: for what is before all entries. */
const nowhere = 0;

/** Up to which position the entries along two paths are the same. */
export const sharedUpTo = (one: JournalPath, other: JournalPath): number => {
  const differs = one.findIndex(({ branch, from }, index) => {
    const stretch = other[index];
    return stretch?.branch !== branch || stretch.from !== from;
  });
  const count = differs === -1 ? one.length : differs;
  if (count === 0) return 0;
  return Math.min(one[count]?.from ?? Infinity, other[count]?.from ?? Infinity) - 1;
};
