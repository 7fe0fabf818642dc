import { lengthLeft } from "../../lib/internal.ts";

/** Maximum length of a text that is written as a whole, in characters. */
export const maxPieceLength = 256 * 1024;

/** Number of elements above which a list is written element by element. */
const manyElements = 100;

/**
 * Returns the JSON of a short value; undefined for a long one. The cost is bounded for any length.
 */
export const shortJson = (value: unknown): string | undefined => {
  if (hasLongList(value) || lengthLeft(value, maxPieceLength) < 0) return undefined;
  // A value without JSON text is written in pieces as well.
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length > maxPieceLength ? undefined : text;
};

/**
 * Returns true if a field of the value is a long list. Does not look into the fields, because most
 * values are short.
 */
const hasLongList = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  for (const field of Object.values(value)) {
    if (Array.isArray(field) && field.length > manyElements) return true;
  }
  return false;
};

/**
 * Yields the text of `JSON.stringify` for plain data in pieces not much longer than {@link
 * maxPieceLength}.
 */
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

/**
 * Returns true for an object with a method toJSON; a record may have a plain field of that name.
 */
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
    // Keep surrogate pairs together.
    if (/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1))) end++;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}
