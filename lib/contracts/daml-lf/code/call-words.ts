import { CALL, RETURN, TAIL_CALL } from "./instructions.ts";

/** An application: the registers or constants of the function and of its arguments. */
interface Application {
  readonly fun: number;
  readonly args: readonly number[];
}

/** Applies a function; the result goes into a register. */
export const callWords = (to: number, application: Application): readonly number[] =>
  chain(CALL, to, application);

/** Applies a function in tail position, with a register that holds nothing. */
export const tailCallWords = (spare: number, application: Application): readonly number[] => [
  ...chain(TAIL_CALL, spare, application),
  RETURN,
  spare,
];

/** The call, and behind it those for functions that take fewer arguments. */
const chain = (operation: number, to: number, { fun, args }: Application): readonly number[] =>
  args.flatMap((_, given) => {
    const left = args.slice(given);
    return [operation, to, left.length, given === 0 ? fun : to, ...left];
  });
