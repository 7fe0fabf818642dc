/**
 * What a ledger draws at random or from hashes of that: ids of contracts, updates, keys and namespaces, and UUIDs. Package ids are
 * hashes of what they name and the same everywhere: they are none of these.
 */
const idForm =
  /\b(?:0[01][0-9a-f]{64,254}|1220[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gu;

/** Points in time, on which no two runs agree. */
const timeForm = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/gu;

/** A text taken apart. */
export interface TextParts {
  /** What has to be equal, with a mark in the place of each id and time. */
  readonly rest: string;
  readonly ids: readonly string[];
  readonly times: readonly string[];
}

export const partsOf = (text: string): TextParts => ({
  rest: text.replaceAll(timeForm, "\u0001").replaceAll(idForm, "\u0000"),
  ids: text.match(idForm) ?? [],
  times: text.match(timeForm) ?? [],
});

/** The text with other ids in the places of its own. */
export const replaceIds = (text: string, other: (id: string) => string): string =>
  text.replaceAll(idForm, other);
