import { damaged } from "../kept/errors.ts";
import type { JournalPath } from "../kept/journal-path.ts";
import type { Row } from "./database.ts";

/** How far a journal has come, and where its entries lie. */
export interface Reach {
  /** Which journal it is, as a server that takes the place of another may have a different one. */
  readonly journal: string;
  /** Who goes back is a generation further. */
  readonly generation: number;
  readonly branches: number;
  readonly path: JournalPath;
  readonly position: number;
  /** Of the journal up to there. */
  readonly hash: string;
}

/** How far a journal has come, and what it is by then up to where it was known before. */
export interface Look {
  readonly reach: Reach;
  /** Where it was known before. */
  readonly from: number;
  /** Of the journal up to there; undefined where it has no such entry. */
  readonly fromHash: string | undefined;
}

/** What the tables tell of it; `hash` is undefined where another branch has the last entry. */
export const readReach = (
  row: Row | undefined,
): Omit<Reach, "hash"> & { readonly hash: string | undefined } => {
  if (row === undefined) throw damaged("its head is gone");
  const { hash } = row;
  const path = pathIn(row["path"]);
  const begin = path.at(-1)?.from ?? 1;
  const position = row["position"] === null ? begin - 1 : Number(row["position"]);
  return {
    journal: String(row["journal"]),
    generation: Number(row["generation"]),
    branches: Number(row["branches"]),
    path,
    position,
    hash: typeof hash === "string" ? hash : undefined,
  };
};

export const pathIn = (value: unknown): JournalPath => {
  if (Array.isArray(value) && value.length > 0) return value as JournalPath;
  throw damaged("its head makes no sense");
};
