import { lengthLeft } from "../../lib/internal.ts";

/** How long a text is written as a whole, in characters. */
export const maxPieceLength = 256 * 1024;

/** More elements than this are written one by one. */
const manyElements = 100;

/**
 * The JSON of a value, when it is short enough to be made at once and held while a client takes its time; undefined when
 * it is not. Costs no more, however long it is.
 */
export const shortJson = (value: unknown): string | undefined => {
  if (hasLongList(value) || lengthLeft(value, maxPieceLength) < 0) return undefined;
  // What has no text is written by who writes pieces.
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length > maxPieceLength ? undefined : text;
};

/** Found out without a look at what is in it, as most values are short. */
const hasLongList = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  for (const field of Object.values(value)) {
    if (Array.isArray(field) && field.length > manyElements) return true;
  }
  return false;
};

/** What `JSON.stringify` gives for plain data, piece by piece, none much longer than {@link maxPieceLength}. */
export function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  if (typeof value === "string" && value.length > maxPieceLength) {
    yield* textPieces(value);
  } else if (typeof value !== "object" || value === null || hasOwnJson(value)) {
    yield value === undefined ? "null" : JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield* elementPieces(value);
  } else {
    yield* fieldPieces(value);
  }
}

/** A field of a record may be named so as well, and is one like the others. */
const hasOwnJson = (value: object): boolean =>
  "toJSON" in value && typeof value.toJSON === "function";

function* elementPieces(elements: readonly unknown[]): Generator<string, void, undefined> {
  yield "[";
  for (const [index, element] of elements.entries()) {
    if (index > 0) yield ",";
    yield* jsonPieces(element);
  }
  yield "]";
}

function* fieldPieces(fields: object): Generator<string, void, undefined> {
  let separator = "{";
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* jsonPieces(value);
    separator = ",";
  }
  yield separator === "{" ? "{}" : "}";
}

function* textPieces(text: string): Generator<string, void, undefined> {
  yield '"';
  for (let at = 0; at < text.length;) {
    let end = at + maxPieceLength;
    // Both halves of a pair are written together.
    if (/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1))) end++;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}
