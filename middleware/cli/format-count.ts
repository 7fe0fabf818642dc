/** Returns a number with its noun: `1 transaction`, `2 transactions`. The plural must end in `s`. */
export const formatCountWithNoun = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;
