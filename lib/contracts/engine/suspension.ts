/** How much of an evaluation is done before others go on. */
export interface Pace {
  /** What is left of this turn, in steps of Daml code. An engine counts them down, and may overdraw. */
  steps: number;
  /** Whether what is interrupted is begun once more from the beginning, so that it may be wherever it is. */
  beginsAgain?: boolean;
}

/** For who waits until the evaluation has ended. */
export const unpaced: Pace = { steps: Number.POSITIVE_INFINITY };

/**
 * Thrown by what was interrupted because its turn is over. `goOn` gives what it was to give, raises what it
 * was to raise, or is interrupted again; it may be called once.
 */
export class Suspension<T = unknown> extends Error {
  readonly goOn: () => T;

  constructor(goOn: () => T) {
    super("The turn is over.");
    this.goOn = goOn;
  }
}

/** Runs what tells now and then how many steps it has taken; it is interrupted there when the turn is over. */
export const inSteps = <T>(work: Generator<number, T>, pace: Pace = unpaced): T => {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    pace.steps -= step.value;
    if (pace.steps <= 0) throw new Suspension(() => inSteps(work, pace));
  }
};

/** Gives the result of a computation to the next, also when the first is interrupted. */
export const inTurns = <T, Result>(compute: () => T, then: (value: T) => Result): Result => {
  let value: T;
  try {
    value = compute();
  } catch (error) {
    if (!(error instanceof Suspension)) throw error;
    throw new Suspension(() => inTurns((error as Suspension<T>).goOn, then));
  }
  return then(value);
};
