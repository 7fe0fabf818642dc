import { interpretationError } from "../transaction/interpretation-error.ts";
import { callInTail, makePendingCall, tailCall } from "./apply.ts";
import type { Code, RuntimeValue } from "./runtime-value.ts";

/**
 * The stack of deep evaluation (docs/decisions/0008): code compiled for it never waits on the stack
 * of the host. Where it needs the value of a call before it can go on, it leaves here how, and then
 * the call as in tail position. Evaluation is synchronous, so one stack serves all engines.
 */
export interface Continuation {
  /** Goes on with the value that was waited for. Like all such code it may leave a call behind. */
  readonly resume: (value: RuntimeValue, frame: RuntimeValue[]) => RuntimeValue;
  /** What to undo when the value never comes. */
  readonly abandon?: () => void;
}

/** Two arrays instead of one of pairs: a level of recursion so takes two words. */
const continuations: Continuation[] = [];
const frames: RuntimeValue[][] = [];

const depth = { limit: Number.POSITIVE_INFINITY };

/** Runs `evaluate` with at most so many continuations waiting at once. */
export const withDepth = <T>(limit: number, evaluate: () => T): T => {
  const outer = depth.limit;
  depth.limit = limit;
  try {
    return evaluate();
  } finally {
    depth.limit = outer;
  }
};

/** Raises DAML_INTERPRETATION_ERROR when no more may wait: memory, unlike a stack, ends with the process. */
export const assertDepth = (waiting: number): void => {
  if (waiting < depth.limit) return;
  throw interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `the evaluation recursed too deeply: ${depth.limit} calls wait for one another.`,
  });
};

/** For continuations that know all they need. */
export const noFrame: RuntimeValue[] = [];

/** What is evaluated next gives its value to `continuation`, unless {@link withdraw} comes first. */
export const awaitIn = (continuation: Continuation, frame: RuntimeValue[]): void => {
  assertDepth(continuations.length);
  continuations.push(continuation);
  frames.push(frame);
};

/** Takes the latest continuation back: what it waited for is there already. */
export const withdraw = (): void => {
  continuations.pop();
  frames.pop();
};

/** What `continuation` makes of the value that `code` gives, now or later. */
export const evaluateThen = (
  code: Code,
  frame: RuntimeValue[],
  continuation: Continuation,
): RuntimeValue => {
  awaitIn(continuation, frame);
  const value = code(frame);
  if (value === tailCall) return value;
  withdraw();
  return continuation.resume(value, frame);
};

/** The frame is what to apply the value to. */
const applying: Continuation = { resume: (fun, args) => callInTail(fun, args) };

const applyLater = (args: RuntimeValue[]): void => {
  awaitIn(applying, args);
};

/**
 * The value that deep code comes to, after all calls it left behind. The stack of the host does not
 * grow with the depth of the calls; it does with that of calls to this function inside `start`.
 */
export const runToEnd = (start: () => RuntimeValue): RuntimeValue => {
  const base = continuations.length;
  try {
    return finish(start(), base);
  } catch (error) {
    abandonAbove(base);
    throw error;
  }
};

const finish = (first: RuntimeValue, base: number): RuntimeValue => {
  let value = first;
  for (;;) {
    while (value === tailCall) value = makePendingCall(applyLater);
    if (continuations.length === base) return value;
    const continuation = continuations.pop();
    const frame = frames.pop();
    if (continuation === undefined || frame === undefined) return value;
    value = continuation.resume(value, frame);
  }
};

const abandonAbove = (base: number): void => {
  while (continuations.length > base) {
    continuations.pop()?.abandon?.();
    frames.pop();
  }
};
