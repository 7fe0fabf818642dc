import type { Micros } from "../../base/identifiers/identifiers.ts";

/** The ledger times a transaction would come out the same at; an absent bound is open. */
export interface LedgerTimeBounds {
  readonly min?: Micros;
  readonly max?: Micros;
}

/** What reading the time tells: the transaction holds for this very time only. */
export const boundsAt = (time: Micros): LedgerTimeBounds => ({ min: time, max: time });

/** Narrows the bounds by the answer to "is ledger time before `limit`?" (daml-lf.md 15). */
export const boundsAfterComparison = (
  bounds: LedgerTimeBounds,
  limit: Micros,
  isBefore: boolean,
): LedgerTimeBounds => {
  const { min, max } = bounds;
  if (isBefore) {
    const upper = earlier(max, limit - 1n);
    return min === undefined ? { max: upper } : { min, max: upper };
  }
  const lower = later(min, limit);
  return max === undefined ? { min: lower } : { min: lower, max };
};

const earlier = (known: Micros | undefined, other: Micros): Micros =>
  known === undefined || other < known ? other : known;

const later = (known: Micros | undefined, other: Micros): Micros =>
  known === undefined || other > known ? other : known;
