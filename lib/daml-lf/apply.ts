import { ledgerError } from "../errors/ledger-error.ts";
import type { ClosureV, FunctionV, RuntimeValue } from "./runtime-value.ts";

/**
 * Calls in tail position do not call: they leave function and arguments here and return
 * {@link tailCall}, and the loop in {@link apply} goes on with them. Loops in Daml code so run in
 * constant stack. Evaluation is synchronous and every pending call is picked up at once, so one
 * place serves all engines.
 */
const pending: { fun: RuntimeValue; args: readonly RuntimeValue[] } = { fun: false, args: [] };

/** Never seen by Daml code. */
export const tailCall: RuntimeValue = { kind: "unit" };

export const callInTail = (fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue => {
  pending.fun = fun;
  pending.args = args;
  return tailCall;
};

/** How many more steps, function applications and actions, the running submission may make, and began with. */
const budget = { left: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };

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
  if (budget.left >= 0) return;
  throw ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its budget of steps; the choice may not terminate.",
  });
};

const isFunction = (value: RuntimeValue): value is FunctionV =>
  typeof value === "object" &&
  (value.kind === "closure" || value.kind === "builtin" || value.kind === "partial");

const arityOf = (fun: FunctionV): number =>
  fun.kind === "partial" ? fun.fun.arity - fun.args.length : fun.arity;

/**
 * Makes the call that {@link callInTail} left behind, once: the result may be another one. Arguments
 * that the function does not take are left with `applyTo`, to be applied to what the result comes to.
 */
export const makePendingCall = (applyTo: (rest: RuntimeValue[]) => void): RuntimeValue => {
  const { fun, args } = pending;
  if (!isFunction(fun)) throw notAFunction();
  const arity = arityOf(fun);
  if (args.length < arity) return partially(fun, args);
  if (args.length === arity) return saturated(fun, args);
  applyTo(args.slice(arity));
  return saturated(fun, args.slice(0, arity));
};

/** Applies a function to one or more arguments, to fewer or more than its arity. */
export const apply = (fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue => {
  let callee = fun;
  let rest = args;
  for (;;) {
    if (!isFunction(callee)) throw notAFunction();
    const arity = arityOf(callee);
    if (rest.length < arity) return partially(callee, rest);
    const more = rest.length > arity;
    const result = saturated(callee, more ? rest.slice(0, arity) : rest);
    if (more) {
      callee = result === tailCall ? apply(pending.fun, pending.args) : result;
      rest = rest.slice(arity);
    } else if (result === tailCall) {
      callee = pending.fun;
      rest = pending.args;
    } else return result;
  }
};

const saturated = (fun: FunctionV, args: readonly RuntimeValue[]): RuntimeValue => {
  takeStep();
  switch (fun.kind) {
    case "closure":
      return fun.body(frameOf(fun, args));
    case "builtin":
      return fun.run(args);
    case "partial": {
      const all = [...fun.args, ...args];
      return fun.fun.kind === "closure" ? fun.fun.body(frameOf(fun.fun, all)) : fun.fun.run(all);
    }
  }
};

/**
 * Applies a function to one argument or to two, as {@link apply} does. A closure that takes just as many
 * runs without a list of arguments in between: fewer frames on the stack, so deeper recursion.
 */
export const applyOne = (fun: RuntimeValue, argument: RuntimeValue): RuntimeValue => {
  if (typeof fun !== "object" || fun.kind !== "closure" || fun.arity !== 1)
    return apply(fun, [argument]);
  takeStep();
  const frame = new Array<RuntimeValue>(fun.frameSize);
  frame[0] = argument;
  let slot = 1;
  for (const value of fun.captured) frame[slot++] = value;
  const result = fun.body(frame);
  return result === tailCall ? apply(pending.fun, pending.args) : result;
};

export const applyTwo = (
  fun: RuntimeValue,
  first: RuntimeValue,
  second: RuntimeValue,
): RuntimeValue => {
  if (typeof fun !== "object" || fun.kind !== "closure" || fun.arity !== 2)
    return apply(fun, [first, second]);
  takeStep();
  const frame = new Array<RuntimeValue>(fun.frameSize);
  frame[0] = first;
  frame[1] = second;
  let slot = 2;
  for (const value of fun.captured) frame[slot++] = value;
  const result = fun.body(frame);
  return result === tailCall ? apply(pending.fun, pending.args) : result;
};

/** Arguments first, then what the closure captured; the rest is filled by bindings. */
const frameOf = (closure: ClosureV, args: readonly RuntimeValue[]): RuntimeValue[] => {
  const frame = new Array<RuntimeValue>(closure.frameSize);
  let slot = 0;
  for (const argument of args) frame[slot++] = argument;
  for (const value of closure.captured) frame[slot++] = value;
  return frame;
};

const partially = (fun: FunctionV, args: readonly RuntimeValue[]): RuntimeValue => {
  if (args.length === 0) return fun;
  return fun.kind === "partial"
    ? { kind: "partial", fun: fun.fun, args: [...fun.args, ...args] }
    : { kind: "partial", fun, args };
};

const notAFunction = () =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: something that is no function was applied.",
  });
