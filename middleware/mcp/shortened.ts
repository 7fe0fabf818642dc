/** Maximum length of a text in a long answer, in characters. */
const maxText = 2_000;

/** Maximum number of elements of a list, or fields of an object, in a long answer. */
const maxElements = 100;

/** Answers with at most this number of characters of JSON are not shortened. */
const maxAnswerLength = 100_000;

/**
 * Returns a JSON value for an answer. If the value is too long, its texts and lists are truncated, each
 * with a note.
 */
export const shortenAnswer = (value: Record<string, unknown>): Record<string, unknown> =>
  JSON.stringify(value).length <= maxAnswerLength
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortenParts(part)]));

const shortenParts = (value: unknown): unknown => {
  if (typeof value === "string") {
    return value.length <= maxText
      ? value
      : `${value.slice(0, maxText)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.slice(0, maxElements).map(shortenParts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxElements)
      .map(([name, part]) => [name, shortenParts(part)]),
  );
};
