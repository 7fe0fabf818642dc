/**
 * The candidate that somebody who wrote `text` most likely meant; undefined when none is near. Case
 * and the underscores of snake case count for nothing. Costs the product of the lengths for each
 * candidate of about the same length; texts over 200 characters are near to nothing.
 */
export const nearest = (text: string, candidates: Iterable<string>): string | undefined => {
  if (text === "" || text.length > maxLength) return undefined;
  const written = plain(text);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 4)) + 1;
  for (const candidate of candidates) {
    const other = plain(candidate);
    if (Math.abs(other.length - written.length) >= least) continue;
    const distance = editDistance(written, other);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
};

const maxLength = 200;

const plain = (text: string): string => text.replaceAll("_", "").toLowerCase();

/** How many letters have to be put in, taken out, replaced, or exchanged with the next one. */
const editDistance = (left: string, right: string): number => {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at++) {
    const next = [at];
    for (let to = 1; to <= right.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      const isExchanged =
        at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1];
      const exchanged = isExchanged ? (before[to - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, exchanged));
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
};
