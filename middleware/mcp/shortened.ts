/** Maximum length of a text in a long answer, in characters. */
const maxText = 2_000;

/** Maximum number of elements of a list, or fields of an object, in a long answer. */
const maxElements = 100;

/** Answers up to this number of characters of JSON stay as they are. */
const maxAnswer = 100_000;

/**
 * Returns a JSON value; of one that is too long for an answer, only the beginnings of its texts and
 * lists, each with a note.
 */
export const shortened = (value: Record<string, unknown>): Record<string, unknown> =>
  JSON.stringify(value).length <= maxAnswer
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorter(part)]));

const shorter = (value: unknown): unknown => {
  if (typeof value === "string") {
    return value.length <= maxText
      ? value
      : `${value.slice(0, maxText)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.slice(0, maxElements).map(shorter);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxElements)
      .map(([name, part]) => [name, shorter(part)]),
  );
};
