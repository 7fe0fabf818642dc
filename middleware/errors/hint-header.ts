import { truncateText } from "../../lib/internal.ts";
import type { ErrorHint } from "./hint.ts";

/** Header with the hint of a response whose body has no field for it. */
const hintHeader = "Ledger-Hint";

/** Returns the hint that {@link createHintHeaders} wrote into the headers. */
export const readHintHeader = (
  headers: Readonly<Record<string, string>> = {},
): Partial<ErrorHint> | undefined => {
  const { [hintHeader]: text } = headers;
  return text === undefined ? undefined : (JSON.parse(text) as Partial<ErrorHint>);
};

/** Longer texts are truncated, because clients limit the size of headers. */
const maxText = 400;

/** Returns a header with the known parts of a hint as ASCII JSON. */
export const createHintHeaders = (hint: Partial<ErrorHint>): Readonly<Record<string, string>> => {
  const known = Object.entries(hint).filter(([, value]) => value !== null);
  const bounded = known.map(([key, value]) => [
    key,
    typeof value === "string" ? truncateText(value, maxText) : value,
  ]);
  const json = JSON.stringify(Object.fromEntries(bounded));
  const ascii = json.replaceAll(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return { [hintHeader]: ascii };
};
