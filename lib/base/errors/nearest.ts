/** How many letters are still compared with each other before names are near to nothing. */
export interface Comparing {
  cells: number;
}

/** For one text; several that are looked for at once may share it. */
export const comparing = (): Comparing => ({ cells: 2_000_000 });

/**
 * The candidate that somebody who wrote `text` most likely meant; undefined when none is near. Case
 * and the underscores of snake case count for nothing. Texts over 200 characters are near to nothing; whoever has
 * thousands of long names of about one length is told the nearest of those that could be compared.
 */
export const nearest = (
  text: string,
  candidates: Iterable<string>,
  left: Comparing = comparing(),
): string | undefined => {
  if (text === "" || text.length > maxLength) return undefined;
  const written = plain(text);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 4)) + 1;
  const rows = rowsOf(written.length + least + 1);
  for (const candidate of candidates) {
    // Not worth being made plain.
    if (candidate.length > maxCandidateLength) continue;
    const other = plain(candidate);
    if (Math.abs(other.length - written.length) >= least) continue;
    const distance = other === written ? 0 : distanceBelow(least, [written, other], { rows, left });
    if (distance === undefined) continue;
    least = distance;
    best = candidate;
    if (least === 0) break;
  }
  return best;
};

const maxLength = 200;

/** Underscores make it longer than what it is compared with. */
const maxCandidateLength = 2 * maxLength;

const plain = (text: string): string => text.replaceAll("_", "").toLowerCase();

type Rows = readonly [Uint16Array, Uint16Array, Uint16Array];

const rowsOf = (length: number): Rows => [
  new Uint16Array(length),
  new Uint16Array(length),
  new Uint16Array(length),
];

/**
 * How many letters have to be put in, taken out, replaced, or exchanged with the next one; undefined when it is not
 * below the limit, which is found out early, or when there are no cells left. Only what lies about the diagonal can be
 * below it; what lies beside counts as the limit.
 */
const distanceBelow = (
  limit: number,
  [left, right]: readonly [string, string],
  { rows, left: comparing }: { readonly rows: Rows; readonly left: Comparing },
): number | undefined => {
  let [before, row, next] = rows;
  for (let to = 0; to <= Math.min(limit, right.length); to++) row[to] = to;
  let leastBefore = 0;
  for (let at = 1; at <= left.length; at++) {
    const from = Math.max(1, at - limit + 1);
    const end = Math.min(right.length, at + limit - 1);
    comparing.cells = Math.max(0, comparing.cells - (end - from + 1));
    if (comparing.cells === 0) return undefined;
    next[from - 1] = from === 1 ? at : limit;
    let least = next[from - 1] ?? limit;
    const letter = left.charCodeAt(at - 1);
    const letterBefore = left.charCodeAt(at - 2);
    for (let to = from; to <= end; to++) {
      const isSame = letter === right.charCodeAt(to - 1);
      let distance = Math.min(
        (row[to - 1] ?? limit) + (isSame ? 0 : 1),
        (row[to] ?? limit) + 1,
        (next[to - 1] ?? limit) + 1,
      );
      // Before the first there is no letter, which is like none.
      if (letter === right.charCodeAt(to - 2) && letterBefore === right.charCodeAt(to - 1)) {
        distance = Math.min(distance, (before[to - 2] ?? limit) + 1);
      }
      next[to] = distance;
      least = Math.min(least, distance);
    }
    next[end + 1] = limit;
    // An exchange reaches back over a row.
    if (Math.min(least, leastBefore + 1) >= limit) return undefined;
    leastBefore = least;
    [before, row, next] = [row, next, before];
  }
  const distance = row[right.length] ?? limit;
  return distance < limit ? distance : undefined;
};
