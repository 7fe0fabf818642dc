import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * Raises NEGATIVE_OFFSET for a negative offset. In all functions of this file, `field` is the
 * offset's field in the request.
 */
export const requireNonNegativeOffset = (offset: Offset, field: string): void => {
  if (offset >= 0) return;
  throw ledgerError("NEGATIVE_OFFSET", {
    cause: `${field} is ${offset}. Offsets are 0 or more; 0 is the beginning of the ledger.`,
    path: field,
  });
};

/** Raises NON_POSITIVE_OFFSET for an offset below 1. */
export const requirePositiveOffset = (offset: Offset, field: string): void => {
  if (offset >= 1) return;
  throw ledgerError("NON_POSITIVE_OFFSET", {
    cause: `${field} is ${offset}. The first update has offset 1.`,
    path: field,
  });
};

/** Raises OFFSET_AFTER_LEDGER_END for an offset after the ledger end. */
export const requireNotAfterLedgerEnd = (
  offset: Offset,
  field: string,
  { ledgerEnd }: LedgerState,
): void => {
  if (offset <= ledgerEnd) return;
  throw ledgerError("OFFSET_AFTER_LEDGER_END", {
    cause: `${field} is ${offset}, but the ledger ends at ${ledgerEnd}.`,
    path: field,
  });
};

/** Requires that no entry after `offset` was pruned. Raises PARTICIPANT_PRUNED_DATA_ACCESSED. */
export const requireNotPruned = (offset: Offset, field: string, state: LedgerState): void => {
  if (offset < state.prunedUpTo) throw prunedDataAccessedError(`${field} is ${offset}`, state);
};

/**
 * Checks an exclusive begin on a pruned ledger. The specification requires that it is after the
 * pruning offset (rules.yaml S2); a participant also accepts the pruning offset itself. Raises
 * PARTICIPANT_PRUNED_DATA_ACCESSED.
 */
export const requireBeginNotPruned = (
  begin: Offset,
  field: string,
  { state, config }: Pick<Ledger, "state" | "config">,
): void => {
  const isAtPruning = begin === state.prunedUpTo && state.prunedUpTo > 0;
  if (isAtPruning && config.precedence === "specification") {
    throw prunedDataAccessedError(
      `${field} is ${begin} and must be greater than the pruning offset`,
      state,
    );
  }
  requireNotPruned(begin, field, state);
};

export const prunedDataAccessedError = (reason: string, { prunedUpTo }: LedgerState): LedgerError =>
  ledgerError("PARTICIPANT_PRUNED_DATA_ACCESSED", {
    cause: `${reason}, but the ledger was pruned up to ${prunedUpTo}.`,
    context: { earliest_offset: String(prunedUpTo) },
  });
