/** By which a request goes on where another answer ended. */
const tokenFields = ["streamContinuationToken", "pageToken"];

/** A body, or parameters, with tokens of other requests in the place of their own. */
export const withStaleTokens = <Given>(given: Given): Given => {
  const stale = tokenFields.flatMap((field) => {
    const token = textAt(given, field);
    // It begins with a checksum of its request, or with the name of its list.
    return token === undefined
      ? []
      : [[field, (token.startsWith("A") ? "B" : "A") + token.slice(1)]];
  });
  return { ...given, ...(Object.fromEntries(stale) as object) };
};

/** Whether a body, or parameters, have a token. */
export const hasToken = (given: unknown): boolean =>
  tokenFields.some((field) => (textAt(given, field) ?? "") !== "");

/** A field that is a text. */
const textAt = (given: unknown, field: string): string | undefined => {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, field)) return undefined;
  const { [field]: text } = given as Readonly<Record<string, unknown>>;
  return typeof text === "string" ? text : undefined;
};
