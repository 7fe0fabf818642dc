import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import { encodeLosslessJson } from "../../base/values/tagged-json.ts";
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

/**
 * Checks that a reader can continue after a revert. It can if the entry at the last offset that it
 * read is unchanged, because then all entries that it read are unchanged. Raises
 * PARTICIPANT_PRUNED_DATA_ACCESSED, OFFSET_AFTER_LEDGER_END.
 */
export const requireReaderUnaffectedByRevert = (
  seen: Pick<Ledger, "state" | "reverts">,
  { state: next, reverts }: Ledger,
): void => {
  const { ledgerEnd } = seen.state;
  if (next.prunedUpTo > ledgerEnd) {
    throw prunedDataAccessedError(`The stream is at ${ledgerEnd}`, next);
  }
  if (reverts === seen.reverts || ledgerEnd === 0) return;
  // Pruned entries cannot be compared.
  const isKnown = next.prunedUpTo < ledgerEnd && ledgerEnd <= next.ledgerEnd;
  if (isKnown && isContinuation(seen.state, next)) return;
  throw ledgerError("OFFSET_AFTER_LEDGER_END", {
    cause: `The ledger was reverted, and its entries may now differ from those that this stream has read up to offset ${ledgerEnd}.`,
  });
};

const isContinuation = ({ log, ledgerEnd }: LedgerState, next: LedgerState): boolean => {
  const [before, now] = [log.get(ledgerEnd), next.log.get(ledgerEnd)];
  if (before === now) return true;
  // Reading an evicted entry gives a new object each time, so compare the contents.
  return (
    next.evicted !== undefined &&
    encodeLosslessJson(before ?? null) === encodeLosslessJson(now ?? null)
  );
};
