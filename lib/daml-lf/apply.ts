import { ledgerError } from "../errors/ledger-error.ts";
import type { ClosureV, Code, FunctionV, PartialV, RuntimeValue } from "./runtime-value.ts";

/**
 * Calls in tail position do not call: they leave what is to be called here and return
 * {@link tailCall}, and whoever wants the value goes on with them. Loops in Daml code so run in
 * constant stack. What is left is a body with its frame, or, where it is not clear yet which
 * arguments the function takes, the function with all of them. Evaluation is synchronous and every
 * pending call is picked up at once, so one place serves all engines.
 */
interface PendingCall {
  body: Code | undefined;
  frame: RuntimeValue[];
  fun: RuntimeValue;
  args: readonly RuntimeValue[];
}

const pending: PendingCall = { body: undefined, frame: [], fun: false, args: [] };

/** Never seen by Daml code. */
export const tailCall: RuntimeValue = { kind: "unit" };

const leave = (body: Code, frame: RuntimeValue[]): RuntimeValue => {
  pending.body = body;
  pending.frame = frame;
  return tailCall;
};

export const callInTail = (fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue => {
  if (isClosure(fun) && fun.arity === args.length)
    return leave(fun.body, frameOfAll(fun, args, noArguments));
  pending.body = undefined;
  pending.fun = fun;
  pending.args = args;
  return tailCall;
};

/** As {@link callInTail} with one argument or two: for most closures without a list of them. */
export const callInTailOne = (fun: RuntimeValue, argument: RuntimeValue): RuntimeValue =>
  isClosure(fun) && fun.arity === 1
    ? leave(fun.body, frameOfOne(fun, argument))
    : callInTail(fun, [argument]);

export const callInTailTwo = (
  fun: RuntimeValue,
  first: RuntimeValue,
  second: RuntimeValue,
): RuntimeValue =>
  isClosure(fun) && fun.arity === 2
    ? leave(fun.body, frameOfTwo(fun, first, second))
    : callInTail(fun, [first, second]);

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
  if (budget.left < 0) throw outOfBudget();
};

/**
 * Takes the steps that a node of the transaction counts for: it lasts as long as the submission, and
 * so many steps leave about as much in memory. Raises INTERPRETATION_TIME_EXCEEDED.
 */
export const takeStepsOfNode = (): void => {
  budget.left -= 100;
  if (budget.left < 0) throw outOfBudget();
};

const outOfBudget = () =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its budget of steps; the choice may not terminate.",
  });

const isFunction = (value: RuntimeValue): value is FunctionV =>
  typeof value === "object" &&
  (value.kind === "closure" || value.kind === "builtin" || value.kind === "partial");

const isClosure = (value: RuntimeValue): value is ClosureV =>
  typeof value === "object" && value.kind === "closure";

const arityOf = (fun: FunctionV): number =>
  fun.kind === "partial" ? fun.fun.arity - fun.args.length : fun.arity;

/**
 * Makes the call that was left behind in tail position, once: the result may be another one.
 * Arguments that the function does not take are left with `applyTo`, to be applied to what the result
 * comes to.
 */
export const makePendingCall = (applyTo: (rest: RuntimeValue[]) => void): RuntimeValue => {
  const { body, frame, fun, args } = pending;
  if (body !== undefined) {
    takeStep();
    return body(frame);
  }
  if (!isFunction(fun)) throw notAFunction();
  const arity = arityOf(fun);
  if (args.length < arity) return partially(fun, args);
  if (args.length === arity) return saturated(fun, args);
  applyTo(args.slice(arity));
  return saturated(fun, args.slice(0, arity));
};

/** The value that a result comes to: itself, or that of the call it left behind. */
const settled = (result: RuntimeValue): RuntimeValue => {
  let value = result;
  while (value === tailCall) value = callPending();
  return value;
};

const callPending = (): RuntimeValue => {
  const { body, frame, fun, args } = pending;
  if (body !== undefined) {
    takeStep();
    return body(frame);
  }
  if (!isFunction(fun)) throw notAFunction();
  const arity = arityOf(fun);
  if (args.length < arity) return partially(fun, args);
  if (args.length === arity) return saturated(fun, args);
  const callee = settled(saturated(fun, args.slice(0, arity)));
  return callInTail(callee, args.slice(arity));
};

/** Applies a function to one or more arguments, to fewer or more than its arity. */
export const apply = (fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue =>
  settled(callInTail(fun, args));

const saturated = (fun: FunctionV, args: readonly RuntimeValue[]): RuntimeValue => {
  takeStep();
  switch (fun.kind) {
    case "closure":
      return fun.body(frameOfAll(fun, args, noArguments));
    case "builtin":
      return fun.run(args);
    case "partial":
      return fun.fun.kind === "closure"
        ? fun.fun.body(frameOfAll(fun.fun, fun.args, args))
        : fun.fun.run([...fun.args, ...args]);
  }
};

/**
 * Applies a function to one argument or to two, as {@link apply} does. A closure that takes just as many
 * runs without a list of arguments in between: fewer frames on the stack, so deeper recursion.
 */
export const applyOne = (fun: RuntimeValue, argument: RuntimeValue): RuntimeValue => {
  if (typeof fun !== "object") throw notAFunction();
  if (fun.kind === "closure" && fun.arity === 1) {
    takeStep();
    const result = fun.body(frameOfOne(fun, argument));
    return result === tailCall ? settled(result) : result;
  }
  if (fun.kind === "partial" && fun.args.length + 1 === fun.fun.arity) {
    takeStep();
    const result = completed(fun, argument);
    return result === tailCall ? settled(result) : result;
  }
  return apply(fun, [argument]);
};

export const applyTwo = (
  fun: RuntimeValue,
  first: RuntimeValue,
  second: RuntimeValue,
): RuntimeValue => {
  if (!isClosure(fun) || fun.arity !== 2) return apply(fun, [first, second]);
  takeStep();
  const result = fun.body(frameOfTwo(fun, first, second));
  return result === tailCall ? settled(result) : result;
};

/** Gives a function the last argument it still lacked. */
const completed = ({ fun, args }: PartialV, last: RuntimeValue): RuntimeValue => {
  if (fun.kind === "builtin") {
    const [first] = args;
    return fun.run2 !== undefined && first !== undefined
      ? fun.run2(first, last)
      : fun.run([...args, last]);
  }
  const frame = new Array<RuntimeValue>(fun.frameSize);
  let slot = 0;
  for (const argument of args) frame[slot++] = argument;
  frame[slot++] = last;
  for (const value of fun.captured) frame[slot++] = value;
  return fun.body(frame);
};

const noArguments: readonly RuntimeValue[] = [];

// A frame holds arguments first, then what the closure captured; the rest is filled by bindings.

const frameOfAll = (
  closure: ClosureV,
  args: readonly RuntimeValue[],
  more: readonly RuntimeValue[],
): RuntimeValue[] => {
  const frame = new Array<RuntimeValue>(closure.frameSize);
  let slot = 0;
  for (const argument of args) frame[slot++] = argument;
  for (const argument of more) frame[slot++] = argument;
  for (const value of closure.captured) frame[slot++] = value;
  return frame;
};

const frameOfOne = (closure: ClosureV, argument: RuntimeValue): RuntimeValue[] => {
  const frame = new Array<RuntimeValue>(closure.frameSize);
  frame[0] = argument;
  let slot = 1;
  for (const value of closure.captured) frame[slot++] = value;
  return frame;
};

const frameOfTwo = (
  closure: ClosureV,
  first: RuntimeValue,
  second: RuntimeValue,
): RuntimeValue[] => {
  const frame = new Array<RuntimeValue>(closure.frameSize);
  frame[0] = first;
  frame[1] = second;
  let slot = 2;
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
