import { apply, applyOne, applyTwo, callInTail, callInTailOne, callInTailTwo } from "./apply.ts";
import { evaluate, evaluateAll, type Operand } from "./compiled-operand.ts";
import type { BuiltinV, Code } from "./runtime-value.ts";

/** Code that applies a builtin function to just as many arguments as it takes. */
export const compileBuiltinCall = ({ run, run2 }: BuiltinV, args: readonly Operand[]): Code => {
  const [first, second] = args;
  if (run2 !== undefined && first !== undefined && second !== undefined)
    return (frame) => {
      const right = evaluate(second, frame);
      return run2(evaluate(first, frame), right);
    };
  const lastFirst = args.toReversed();
  return (frame) => run(evaluateAll(lastFirst, frame));
};

/** Code that applies a function; in tail position it leaves the call behind. */
export const compileApplication = (fun: Operand, args: readonly Operand[], tail: boolean): Code => {
  const [first, second] = args;
  if (args.length === 1 && first !== undefined) return toOne(fun, first, tail);
  if (args.length === 2 && first !== undefined && second !== undefined)
    return toTwo(fun, first, { second, tail });
  const lastFirst = args.toReversed();
  return tail
    ? (frame) => {
        const values = evaluateAll(lastFirst, frame);
        return callInTail(evaluate(fun, frame), values);
      }
    : (frame) => {
        const values = evaluateAll(lastFirst, frame);
        return apply(evaluate(fun, frame), values);
      };
};

const toOne = (fun: Operand, argument: Operand, tail: boolean): Code =>
  tail
    ? (frame) => {
        const value = evaluate(argument, frame);
        return callInTailOne(evaluate(fun, frame), value);
      }
    : (frame) => {
        const value = evaluate(argument, frame);
        return applyOne(evaluate(fun, frame), value);
      };

const toTwo = (
  fun: Operand,
  first: Operand,
  { second, tail }: { readonly second: Operand; readonly tail: boolean },
): Code =>
  tail
    ? (frame) => {
        const right = evaluate(second, frame);
        const left = evaluate(first, frame);
        return callInTailTwo(evaluate(fun, frame), left, right);
      }
    : (frame) => {
        const right = evaluate(second, frame);
        const left = evaluate(first, frame);
        return applyTwo(evaluate(fun, frame), left, right);
      };
