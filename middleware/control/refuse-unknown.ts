import { createInvalidArgumentError } from "../../lib/internal.ts";
import type { ControlRoute } from "./control-routes.ts";
import { parseJsonIfValid } from "./parse-json-object-body.ts";

/**
 * Raises INVALID_ARGUMENT for a field or query parameter that the route does not know. If misspelt
 * names were ignored, a request would do something else without an error.
 */
export const refuseUnknownFieldNames = (
  { fields, parameters = [] }: ControlRoute,
  { body, query }: { readonly body: unknown; readonly query: object },
): void => {
  requireKnown(Object.keys(query), parameters, "query parameter");
  if (fields === undefined) return;
  const json = typeof body === "string" ? parseJsonIfValid(body) : body;
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  requireKnown(isObject ? Object.keys(json) : [], fields, "field");
};

const requireKnown = (names: readonly string[], known: readonly string[], what: string): void => {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw createInvalidArgumentError({
    field: unknown,
    expected: known.length === 0 ? `no ${what} there` : `one of ${known.join(", ")}`,
  });
};
