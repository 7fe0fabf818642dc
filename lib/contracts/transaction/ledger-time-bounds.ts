import type { Micros } from "../../base/identifiers/identifiers.ts";

/** Ledger times at which a transaction has the same result. An absent bound is unlimited. */
export interface LedgerTimeBounds {
  readonly min?: Micros;
  readonly max?: Micros;
}

/** Returns the bounds after the ledger time was read: exactly this time. */
export const createExactTimeBounds = (time: Micros): LedgerTimeBounds => ({ min: time, max: time });

/** Returns the bounds narrowed by the result of comparing the ledger time with `limit` (daml-lf.md 15). */
export const narrowTimeBounds = (
  bounds: LedgerTimeBounds,
  limit: Micros,
  isBefore: boolean,
): LedgerTimeBounds => {
  const { min, max } = bounds;
  if (isBefore) {
    const upper = selectEarlier(max, limit - 1n);
    return min === undefined ? { max: upper } : { min, max: upper };
  }
  const lower = selectLater(min, limit);
  return max === undefined ? { min: lower } : { min: lower, max };
};

const selectEarlier = (known: Micros | undefined, other: Micros): Micros =>
  known === undefined || other < known ? other : known;

const selectLater = (known: Micros | undefined, other: Micros): Micros =>
  known === undefined || other > known ? other : known;
