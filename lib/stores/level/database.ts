import type { ClassicLevel } from "classic-level";

/** What is asked of the LevelDB that the journal is in. */
export interface Database extends Pick<
  ClassicLevel,
  "get" | "getSync" | "iterator" | "snapshot" | "close"
> {
  batch(changes: Change[], options: { readonly sync: true }): Promise<void>;
}

/** What is asked of the one that holds what follows from the journal. */
export interface PastDatabase extends Pick<
  ClassicLevel,
  "get" | "getSync" | "getMany" | "iterator" | "clear" | "close"
> {
  batch(puts: Put[], options: { readonly sync: true }): Promise<void>;
}

export interface Put {
  readonly type: "put";
  readonly key: string;
  readonly value: string;
}

export type Change = Put | { readonly type: "del"; readonly key: string };

/** Writes all of it or nothing, durably. Rejects when it could not, or when anything could not before. */
export type Write = (puts: readonly Put[]) => Promise<void>;
