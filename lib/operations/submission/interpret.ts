import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import { interpretationError } from "../../contracts/transaction/interpretation-error.ts";
import type { Turns } from "../../ledger/port/turns.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { Interpretation, type InterpretationContext } from "./interpretation.ts";

/**
 * Runs the commands of a submission against a state, as of a ledger time, into one transaction.
 * Pure. Raises the errors of ledger-api.md 2.8, and ALLOWED_LANGUAGE_VERSIONS for a transaction that
 * uses packages its protocol version does not have; a template that never stops calling itself, or
 * builds what no machine can hold, is a DAML_INTERPRETATION_ERROR.
 *
 * Throws a {@link Suspension} when the turn is over that the context grants; asked again in a later one
 * of the same turns, it goes on.
 */
export const interpret = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  context: InterpretationContext,
): FinishedTransaction => {
  const interpretation = interpretationOn(state, admitted, context);
  const { turns, ledgerTime, round = 0 } = context;
  const begun = { interpretation, state, ledgerTime, round };
  if (turns?.hasBegun === true) putAside(turns, begun);
  try {
    return interpretation.goOn();
  } catch (error) {
    if (error instanceof Suspension && turns !== undefined) putAside(turns, begun);
    throw isOutOfSpace(error) ? outOfSpace(error) : error;
  }
};

/** As of which ledger time commands are interpreted, and for the how many-th time because of a later one. */
export interface Round {
  readonly ledgerTime: Micros;
  readonly round: number;
}

interface Begun extends Round {
  readonly interpretation: Interpretation;
  readonly state: LedgerState;
}

/** What was begun in earlier turns, as of its newest ledger time only: each may hold as much as a machine can bear. */
const begunIn = new WeakMap<Turns, Begun>();

/** The round that was under way when the turn before was over, if it comes to the same on this state. Raises as {@link interpret}. */
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

/** For the next turn. What ends within its first turn, as nearly all does, is not kept. */
const putAside = (turns: Turns, begun: Begun): void => {
  turns.hasBegun = true;
  begunIn.set(turns, begun);
};

/** RangeError is what the machine throws when its stack or a string, array or number is full. */
const isOutOfSpace = (error: unknown): error is RangeError =>
  error instanceof RangeError && !isLedgerError(error);

const outOfSpace = ({ message }: RangeError) =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `The commands need more space than there is (${message}). Does a choice call itself without end?`,
  });
