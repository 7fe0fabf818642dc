/** The remaining budget for comparing texts: a number of table cells. */
export interface TextComparisonBudget {
  cells: number;
}

/** Returns a budget for one text. Several lookups may share it. */
export const createTextComparisonBudget = (): TextComparisonBudget => ({ cells: 2_000_000 });

/**
 * Returns the candidate that the author of `text` most likely meant; undefined if none is similar.
 * Ignores case and underscores. Texts over 200 characters have no nearest candidate. If the budget
 * runs out, returns the nearest of the candidates compared so far.
 */
export const findMostSimilarText = (
  text: string,
  candidates: Iterable<string>,
  left: TextComparisonBudget = createTextComparisonBudget(),
): string | undefined => {
  if (text === "" || text.length > maxLength) return undefined;
  const written = normalizeName(text);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 4)) + 1;
  const rows = createDistanceRows(written.length + least + 1);
  for (const candidate of candidates) {
    // Skip candidates that are too long to normalise.
    if (candidate.length > maxCandidateLength) continue;
    const other = normalizeName(candidate);
    if (Math.abs(other.length - written.length) >= least) continue;
    const distance =
      other === written ? 0 : computeDistanceBelow(least, [written, other], { rows, left });
    if (distance === undefined) continue;
    least = distance;
    best = candidate;
    if (least === 0) break;
  }
  return best;
};

const maxLength = 200;

/** Twice the maximum length, because underscores are removed before comparing. */
const maxCandidateLength = 2 * maxLength;

const normalizeName = (text: string): string => text.replaceAll("_", "").toLowerCase();

type EditDistanceRows = readonly [Uint16Array, Uint16Array, Uint16Array];

const createDistanceRows = (length: number): EditDistanceRows => [
  new Uint16Array(length),
  new Uint16Array(length),
  new Uint16Array(length),
];

/**
 * Returns the edit distance: the number of letters to insert, delete, replace, or exchange with the
 * next one. Returns undefined if the distance is not below the limit, or if the budget is used up.
 * Computes only the cells near the diagonal, because no other cell can be below the limit.
 */
const computeDistanceBelow = (
  limit: number,
  [left, right]: readonly [string, string],
  {
    rows,
    left: comparing,
  }: { readonly rows: EditDistanceRows; readonly left: TextComparisonBudget },
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
      // Before the first letter, charCodeAt returns NaN, which is never equal to a letter.
      if (letter === right.charCodeAt(to - 2) && letterBefore === right.charCodeAt(to - 1)) {
        distance = Math.min(distance, (before[to - 2] ?? limit) + 1);
      }
      next[to] = distance;
      least = Math.min(least, distance);
    }
    next[end + 1] = limit;
    // A row two steps back can still contribute, because an exchange of letters uses it.
    if (Math.min(least, leastBefore + 1) >= limit) return undefined;
    leastBefore = least;
    [before, row, next] = [row, next, before];
  }
  const distance = row[right.length] ?? limit;
  return distance < limit ? distance : undefined;
};
