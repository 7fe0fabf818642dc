import { createInvalidArgumentError } from "../../lib/internal.ts";

/**
 * Returns the body as an object; the host's body parser may already have parsed it. Raises
 * INVALID_ARGUMENT for a body that is neither a JSON object nor an array.
 */
export const parseJsonObjectBody = (body: unknown): Readonly<Record<string, unknown>> => {
  const json = typeof body === "string" ? parseJsonIfValid(body) : body;
  if (typeof json === "object" && json !== null) return json as Readonly<Record<string, unknown>>;
  throw createInvalidArgumentError({ expected: "a JSON object" });
};

/** Returns the parsed text; undefined if it is not JSON. */
export const parseJsonIfValid = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
