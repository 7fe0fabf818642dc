/**
 * Matches ids that a ledger generates randomly or by hashing random data: contract ids, update ids,
 * key fingerprints, namespaces and UUIDs. Does not match package ids, because they are hashes of
 * the package and the same on every ledger.
 */
const idForm =
  /\b(?:0[01][0-9a-f]{64,254}|1220[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gu;

/** Matches timestamps, which differ between two runs. */
const timeForm = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/gu;

/** A text, split into its ids, its times and the rest. */
export interface TextSplitByIdsAndTimes {
  /** The remaining text, with a placeholder for each id and time. */
  readonly rest: string;
  readonly ids: readonly string[];
  readonly times: readonly string[];
}

export const splitTextByIdsAndTimes = (text: string): TextSplitByIdsAndTimes => ({
  rest: text.replaceAll(timeForm, "\u0001").replaceAll(idForm, "\u0000"),
  ids: text.match(idForm) ?? [],
  times: text.match(timeForm) ?? [],
});

/** Replaces each id in the text with the result of `replacement`. */
export const replaceEachId = (text: string, replacement: (id: string) => string): string =>
  text.replaceAll(idForm, replacement);
