import { CALL, RETURN, TAIL_CALL } from "./instructions.ts";

/** An application: the registers or constants of the function and of its arguments. */
interface Application {
  readonly fun: number;
  readonly args: readonly number[];
}

/** Applies a function; the result goes into a register. */
export const callWords = (to: number, application: Application): readonly number[] => {
  const { words, last } = allButLast(to, application);
  return [...words, ...chain(CALL, to, last)];
};

/** Applies a function in tail position, with a register that holds nothing. */
export const tailCallWords = (spare: number, application: Application): readonly number[] => {
  const { words, last } = allButLast(spare, application);
  return [...words, ...chain(TAIL_CALL, spare, last), RETURN, spare];
};

/** A chain has words for every argument in every link: more arguments than so many get chains of their own. */
const longest = 32;

/** The calls with all arguments but the last so many, and the application that is left to do. */
const allButLast = (to: number, { fun, args }: Application) => {
  const words: number[] = [];
  let last: Application = { fun, args };
  while (last.args.length > longest) {
    const { fun: applied, args: left } = last;
    words.push(...chain(CALL, to, { fun: applied, args: left.slice(0, longest) }));
    last = { fun: to, args: left.slice(longest) };
  }
  return { words, last };
};

/** The call, and behind it those for functions that take fewer arguments. */
const chain = (operation: number, to: number, { fun, args }: Application): readonly number[] =>
  args.flatMap((_, given) => {
    const left = args.slice(given);
    return [operation, to, left.length, given === 0 ? fun : to, ...left];
  });
