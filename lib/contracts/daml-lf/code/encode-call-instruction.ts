import { CALL_OPCODE, RETURN_OPCODE, TAIL_CALL_OPCODE } from "./instructions.ts";

/** A function application: the registers or constants of the function and of its arguments. */
interface FunctionCall {
  readonly fun: number;
  readonly args: readonly number[];
}

/** Returns the words of a call whose result goes into a register. */
export const encodeCallInstruction = (to: number, application: FunctionCall): readonly number[] => {
  const { words, last } = splitApplication(to, application);
  return [...words, ...encodeCallChain(CALL_OPCODE, to, last)];
};

/** Returns the words of a call in tail position. `spare` is a free register. */
export const encodeTailCall = (spare: number, application: FunctionCall): readonly number[] => {
  const { words, last } = splitApplication(spare, application);
  return [...words, ...encodeCallChain(TAIL_CALL_OPCODE, spare, last), RETURN_OPCODE, spare];
};

/**
 * Maximum number of arguments per chain of calls. The number of words of a chain grows with the square of
 * its arguments, so longer applications are split.
 */
const maxArgsPerChain = 32;

/** Returns calls for all arguments except the last ones, and the remaining application. */
const splitApplication = (to: number, { fun, args }: FunctionCall) => {
  const words: number[] = [];
  let last: FunctionCall = { fun, args };
  while (last.args.length > maxArgsPerChain) {
    const { fun: applied, args: left } = last;
    words.push(
      ...encodeCallChain(CALL_OPCODE, to, { fun: applied, args: left.slice(0, maxArgsPerChain) }),
    );
    last = { fun: to, args: left.slice(maxArgsPerChain) };
  }
  return { words, last };
};

/**
 * Returns a chain of calls. The first call passes all arguments, and each later call passes one
 * argument less. If a function takes only some of the arguments, execution continues at the call
 * that passes the remaining ones.
 */
const encodeCallChain = (
  operation: number,
  to: number,
  { fun, args }: FunctionCall,
): readonly number[] =>
  args.flatMap((_, given) => {
    const left = args.slice(given);
    return [operation, to, left.length, given === 0 ? fun : to, ...left];
  });
