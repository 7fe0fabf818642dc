import { createStalePageToken } from "../../lib/internal.ts";

/** Names of fields with a page token, which continues an earlier response. */
const pageTokenFields = ["streamContinuationToken", "pageToken"];

/** Returns a body, or parameters, in which the page tokens are replaced by those of other requests. */
export const replacePageTokensWithStale = <Given>(given: Given): Given => {
  const stale = pageTokenFields.flatMap((field) => {
    const token = readTextField(given, field);
    if (token === undefined) return [];
    // A token of a list of parties, users or packages begins with the list's name. With another
    // first character, the list refuses it like a token of another list.
    const ofAnother =
      createStalePageToken(token) ?? `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
    return [[field, ofAnother]];
  });
  return { ...given, ...(Object.fromEntries(stale) as object) };
};

/** Returns true if a body, or parameters, contain a page token. */
export const hasPageToken = (given: unknown): boolean =>
  pageTokenFields.some((field) => (readTextField(given, field) ?? "") !== "");

/** Returns a field if it is a string. */
const readTextField = (given: unknown, field: string): string | undefined => {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, field)) return undefined;
  const { [field]: text } = given as Readonly<Record<string, unknown>>;
  return typeof text === "string" ? text : undefined;
};
