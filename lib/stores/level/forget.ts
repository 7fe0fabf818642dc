import type { ClassicLevel } from "classic-level";

import { branchAt, type Extent, extentsOf, firstOf } from "../shared/journal-path.ts";
import { allParts, partsOf } from "./parts.ts";
import { entryKey, type Head, partsAt } from "./records.ts";

type Journal = Pick<Head, "path" | "position">;

/** Lets go of what is in no journal any more: neither in the one as it is, nor up to a mark that is kept. Other marks went with who had it open. */
export const forget = async (
  database: ClassicLevel,
  head: Pick<Head, "path" | "position" | "branches">,
  marks: readonly Journal[],
): Promise<void> => {
  const journals: readonly Journal[] = [head, ...marks];
  let gt = entryKey(0, 0);
  for (const { branch, from, to } of extentsIn(journals)) {
    await clear(database, gt, entryKey(branch, from));
    gt = entryKey(branch, to);
  }
  await clear(database, gt, entryKey(head.branches + 1, 0));
  await forgetParts(database, journals);
};

/** Where all their entries lie, in order. */
const extentsIn = (journals: readonly Journal[]): readonly Extent[] => {
  const all = journals
    .flatMap(({ path, position }) => extentsOf(path, firstOf(path), position))
    .sort((a, b) => a.branch - b.branch || a.from - b.from);
  const merged: Extent[] = [];
  for (const each of all) {
    const last = merged.at(-1);
    if (last?.branch === each.branch && each.from <= last.to + 1) {
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, each.to) };
    } else {
      merged.push(each);
    }
  }
  return merged;
};

/** A journal that was compacted has its first entry in parts. */
const forgetParts = async (database: ClassicLevel, journals: readonly Journal[]): Promise<void> => {
  const firsts = journals.map(({ path }) =>
    entryKey(branchAt(path, firstOf(path)) ?? 0, firstOf(path)),
  );
  const values = await database.getMany([...new Set(firsts)]);
  const stamps = values.flatMap((value) => partsAt(value)?.stamp ?? []).sort();
  let { gt } = allParts;
  for (const stamp of stamps) {
    const own = partsOf(stamp);
    await clear(database, gt, own.gt);
    gt = own.lt;
  }
  await clear(database, gt, allParts.lt);
};

/** All that lies in between, and the room that it takes. */
const clear = async (database: ClassicLevel, gt: string, lt: string): Promise<void> => {
  const [found] = await database.keys({ gt, lt, limit: 1 }).all();
  if (found === undefined) return;
  await database.clear({ gt, lt });
  await database.compactRange(gt, lt);
};
