import { RefusedCallError } from "./refusal.ts";
import type { McpTool } from "./tool.ts";

/**
 * Returns the ledger's refusal with a converted hint: its JSON pointer locates the fault in the
 * arguments of the tool, instead of in the request that the tool sent.
 */
export const locateRefusalInArguments = (
  { code, message, hint, context }: RefusedCallError,
  { argumentByPlace = {}, inputSchema }: McpTool,
): RefusedCallError => {
  const pointer = pointerInArguments(hint, argumentByPlace);
  const { properties = {} } = inputSchema as { readonly properties?: object };
  const [, name = ""] = pointer?.split("/") ?? [];
  const place =
    pointer === undefined
      ? {}
      : Object.hasOwn(properties, name)
        ? { part: "arguments", pointer }
        : { part: null, pointer: null };
  return new RefusedCallError({ code, cause: message, hint: { ...hint, ...place }, context });
};

/** Returns the pointer to the argument; undefined if the hint names no part of the request. */
const pointerInArguments = (
  { part = "", pointer }: RefusedCallError["hint"],
  argumentByPlace: Readonly<Record<string, string>>,
): string | undefined => {
  const [, parameter] = /^(?:query|path) parameter (.+)$/u.exec(part ?? "") ?? [];
  if (parameter !== undefined) return argumentByPlace[parameter] ?? `/${parameter}`;
  if (part !== "body" || typeof pointer !== "string") return undefined;
  const place = Object.keys(argumentByPlace).find(
    (each) => pointer === each || pointer.startsWith(`${each}/`),
  );
  return place === undefined
    ? pointer
    : `${argumentByPlace[place] ?? ""}${pointer.slice(place.length)}`;
};
