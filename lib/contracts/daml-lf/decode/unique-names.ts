import { malformedArchive } from "../archive/message-reader.ts";

/**
 * Adds a definition under its name. Raises DAR_PARSE_ERROR where there is one of that name: at once,
 * because a few bytes can inflate to millions of the same.
 */
export const addDefinition = <T extends { readonly name: string }>(
  byName: Map<string, T>,
  definition: T,
  what: string,
): void => {
  expectNew(byName, definition.name, what);
  byName.set(definition.name, definition);
};

/** Raises DAR_PARSE_ERROR where there is something of that name. */
export const expectNew = (
  byName: ReadonlyMap<string, unknown>,
  name: string,
  what: string,
): void => {
  if (byName.has(name)) throw malformedArchive(`${what} ${name} is defined twice`);
};
