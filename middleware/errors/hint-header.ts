import type { Hint } from "./hint.ts";

/** The header that carries a hint where the body of an answer is a participant's and has no place for one. */
const hintHeader = "Ledger-Hint";

/** What {@link hintHeaders} put among the headers of an answer. */
export const hintIn = (
  headers: Readonly<Record<string, string>> = {},
): Partial<Hint> | undefined => {
  const { [hintHeader]: text } = headers;
  return text === undefined ? undefined : (JSON.parse(text) as Partial<Hint>);
};

/** Longer texts are cut: clients take only so much of headers. */
const maxText = 400;

/** The hint as JSON in ASCII, without what is not known. */
export const hintHeaders = (hint: Partial<Hint>): Readonly<Record<string, string>> => {
  const known = Object.entries(hint).filter(([, value]) => value !== null);
  const bounded = known.map(([key, value]) => [
    key,
    typeof value === "string" && value.length > maxText ? `${value.slice(0, maxText)}…` : value,
  ]);
  const json = JSON.stringify(Object.fromEntries(bounded));
  const ascii = json.replaceAll(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return { [hintHeader]: ascii };
};
