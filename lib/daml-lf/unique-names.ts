import { malformed } from "./message-reader.ts";

/** The definitions by their names, in their order. Raises DAR_PARSE_ERROR where two have one name. */
export const byUniqueName = <T extends { readonly name: string }>(
  definitions: readonly T[],
  what: string,
): ReadonlyMap<string, T> => {
  const byName = new Map<string, T>();
  for (const definition of definitions) {
    if (byName.has(definition.name)) throw malformed(`${what} ${definition.name} is defined twice`);
    byName.set(definition.name, definition);
  }
  return byName;
};
