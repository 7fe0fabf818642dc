import { invalidArgument } from "../../lib/internal.ts";

/** What a parser of the host may have read before. Raises INVALID_ARGUMENT unless it is an object. */
export const readJson = (body: unknown): Readonly<Record<string, unknown>> => {
  const json = typeof body === "string" ? parseJson(body) : body;
  if (typeof json === "object" && json !== null) return json as Readonly<Record<string, unknown>>;
  throw invalidArgument({ expected: "a JSON object" });
};

/** Undefined for what is no JSON. */
export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
