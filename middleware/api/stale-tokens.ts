/** By which a body goes on where another answer ended. */
export const tokenFields = ["streamContinuationToken", "pageToken"];

/** The body with tokens of other requests in the place of its own. */
export const withStaleTokens = (body: unknown): unknown => {
  const stale = tokenFields.flatMap((field) => {
    const token = textAt(body, field);
    // It begins with a checksum of its request.
    return token === undefined
      ? []
      : [[field, (token.startsWith("A") ? "B" : "A") + token.slice(1)]];
  });
  return { ...(body as object), ...(Object.fromEntries(stale) as object) };
};

/** A field of a body, where it is a text. */
export const textAt = (body: unknown, field: string): string | undefined => {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, field)) return undefined;
  const { [field]: text } = body as Readonly<Record<string, unknown>>;
  return typeof text === "string" ? text : undefined;
};
