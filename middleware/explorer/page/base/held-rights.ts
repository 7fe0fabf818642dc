import type { RightJson } from "../../../../lib/api.ts";

export interface HeldUserRight {
  /** Such as `CanActAs`. */
  readonly kind: string;
  /** Undefined for a right that is of no single party. */
  readonly party: string | undefined;
}

export const listHeldUserRights = (held: readonly RightJson[]): readonly HeldUserRight[] =>
  held.flatMap(({ kind }) =>
    Object.entries(kind).map(([name, { value }]) => ({ kind: name, party: value.party })),
  );

/** Returns the parties of the rights of a kind. */
export const listPartiesOfRightKind = (
  rights: readonly HeldUserRight[],
  kind: string,
): readonly string[] => rights.flatMap((right) => (right.kind === kind ? (right.party ?? []) : []));
