import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import { interpretationError } from "../../contracts/transaction/interpretation-error.ts";
import type { Turns } from "../../ledger/port/turns.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { Interpretation } from "./interpretation.ts";
import type { InterpretationContext } from "./run-command.ts";

/**
 * Runs the commands of a submission on a state, at a ledger time, and returns one transaction.
 * Pure. Raises the errors of ledger-api.md 2.8, and ALLOWED_LANGUAGE_VERSIONS for a transaction
 * with packages that its protocol version does not allow. An endless recursion, or a value too
 * large for the machine, is a DAML_INTERPRETATION_ERROR.
 *
 * Throws a {@link Suspension} at the end of the time slice that the context grants. Called again in
 * a later slice with the same object, it continues.
 */
export const interpret = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  context: InterpretationContext,
): FinishedTransaction => {
  const interpretation = interpretationOn(state, admitted, context);
  const { turns, ledgerTime, round = 0 } = context;
  const begun = { interpretation, state, ledgerTime, round };
  // Work that runs in slices is kept even if it ends in its first: it may have to be decided again.
  if (turns !== undefined && (turns.hasBegun || turns.pace.beginsAgain !== true)) {
    putAside(turns, begun);
  }
  try {
    return interpretation.goOn();
  } catch (error) {
    if (error instanceof Suspension && turns !== undefined) putAside(turns, begun);
    throw isOutOfSpace(error) ? outOfSpace(error) : error;
  }
};

/**
 * A ledger time of an interpretation, with the number of repetitions because of later ledger times.
 */
export interface Round {
  readonly ledgerTime: Micros;
  readonly round: number;
}

interface Begun extends Round {
  readonly interpretation: Interpretation;
  readonly state: LedgerState;
}

/**
 * Interrupted interpretations of earlier slices; only the one with the newest ledger time, because
 * each may use much memory.
 */
const begunIn = new WeakMap<Turns, Begun>();

/**
 * Returns the round of the interrupted interpretation, if it still gives the same result on this
 * state. Raises the errors of {@link interpret}.
 */
export const begunRound = (state: LedgerState, turns: Turns | undefined): Round | undefined => {
  const begun = turns?.hasBegun === true ? begunIn.get(turns) : undefined;
  return begun !== undefined && holdsOn(begun, state) ? begun : undefined;
};

const interpretationOn = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  context: InterpretationContext,
): Interpretation => {
  const { turns, ledgerTime } = context;
  const begun = turns?.hasBegun === true ? begunIn.get(turns) : undefined;
  const isSame = begun?.ledgerTime === ledgerTime && holdsOn(begun, state);
  return isSame ? begun.interpretation : new Interpretation(state, admitted, context);
};

const holdsOn = ({ interpretation, state }: Begun, present: LedgerState): boolean =>
  state === present || interpretation.holdsOn(present);

/** Keeps the interpretation for the next slice. One that ends in the queue at once, as nearly all do, is not kept. */
const putAside = (turns: Turns, begun: Begun): void => {
  turns.hasBegun = true;
  begunIn.set(turns, begun);
};

/**
 * Returns true for a RangeError, which JavaScript throws if its stack, a string, an array or a
 * number is too large.
 */
const isOutOfSpace = (error: unknown): error is RangeError =>
  error instanceof RangeError && !isLedgerError(error);

const outOfSpace = ({ message }: RangeError) =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `The commands need more space than there is (${message}). Does a choice call itself without end?`,
  });
