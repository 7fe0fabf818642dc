/**
 * Counts the iterations of the event loop until the returned function is called; calls `each` in every
 * iteration.
 */
export const countLoopIterations = (each?: (round: number) => void): (() => number) => {
  let rounds = 0;
  let isOver = false;
  const round = (): void => {
    rounds += 1;
    each?.(rounds);
    if (!isOver) setImmediate(round);
  };
  setImmediate(round);
  return () => {
    isOver = true;
    return rounds;
  };
};
