/** Counts how often the loop of the platform goes round, until it is asked; `each` hears of every one. */
export const countRounds = (each?: (round: number) => void): (() => number) => {
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
