import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";

/**
 * How many more steps, function applications and actions, the running submission may make, and began with.
 * Evaluation is synchronous, so one place serves all engines.
 */
export const budget = { left: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };

/**
 * Runs `evaluate` with at most `steps` function applications and actions. Raises INTERPRETATION_TIME_EXCEEDED.
 * Counting, not measuring time, keeps the outcome the same on every machine.
 */
export const withBudget = <T>(steps: number, evaluate: () => T): T => {
  const { left, whole } = budget;
  budget.left = steps;
  budget.whole = steps;
  try {
    return evaluate();
  } finally {
    budget.left = left;
    budget.whole = whole;
  }
};

/** Runs `evaluate` with a budget of its own, as large as the one that the submission began with. */
export const withWholeBudget = <T>(evaluate: () => T): T => {
  const left = beginWholeBudget();
  try {
    return evaluate();
  } finally {
    resumeBudget(left);
  }
};

/** From now on the budget is whole; what was left of it is for {@link resumeBudget}. */
export const beginWholeBudget = (): number => {
  const { left, whole } = budget;
  budget.left = whole;
  return left;
};

export const resumeBudget = (left: number): void => {
  budget.left = left;
};

/** Takes one step of the budget. Raises INTERPRETATION_TIME_EXCEEDED when there is none left. */
export const takeStep = (): void => {
  budget.left -= 1;
  if (budget.left < 0) throw outOfBudget();
};

/**
 * Takes steps for work that is done at once, without a call that would count. Raises
 * INTERPRETATION_TIME_EXCEEDED.
 */
export const takeSteps = (count: number): void => {
  budget.left -= count;
  if (budget.left < 0) throw outOfBudget();
};

/** The same for going over so many characters, a hundred of which are as fast as a call. */
export const takeStepsOfText = (length: number): void => {
  if (length >= 128) takeSteps(length >> 7);
};

/** The same for going over so many elements. */
export const takeStepsOfElements = (count: number): void => {
  if (count >= 8) takeSteps(count >> 3);
};

/**
 * Takes the steps that a node of the transaction counts for: it lasts as long as the submission, and
 * so many steps leave about as much in memory. Raises INTERPRETATION_TIME_EXCEEDED.
 */
export const takeStepsOfNode = (): void => {
  budget.left -= 100;
  if (budget.left < 0) throw outOfBudget();
};

export const outOfBudget = () =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its budget of steps; the choice may not terminate.",
  });

const depth = { limit: Number.POSITIVE_INFINITY };

/** Runs `evaluate` with at most so many calls waiting for one another. */
export const withDepth = <T>(limit: number, evaluate: () => T): T => {
  const outer = depth.limit;
  depth.limit = limit;
  try {
    return evaluate();
  } finally {
    depth.limit = outer;
  }
};

/** How many calls may wait for one another. */
export const callsAllowed = (): number => depth.limit;

/** Raises DAML_INTERPRETATION_ERROR when no more may wait: memory, unlike a stack, ends with the process. */
export const assertDepth = (waiting: number): void => {
  if (waiting < depth.limit) return;
  throw interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `the evaluation recursed too deeply: ${depth.limit} calls wait for one another.`,
  });
};
