import { malformedArchiveError } from "../archive/archive-protobuf-reader.ts";

/**
 * Adds a definition under its name. Raises DAR_PARSE_ERROR for a duplicate name at once, because a few
 * compressed bytes can become millions of equal definitions.
 */
export const addUniqueDefinition = <T extends { readonly name: string }>(
  byName: Map<string, T>,
  definition: T,
  what: string,
): void => {
  assertUniqueDefinitionName(byName, definition.name, what);
  byName.set(definition.name, definition);
};

/** Raises DAR_PARSE_ERROR if the name already exists. */
export const assertUniqueDefinitionName = (
  byName: ReadonlyMap<string, unknown>,
  name: string,
  what: string,
): void => {
  if (byName.has(name)) throw malformedArchiveError(`${what} ${name} is defined twice`);
};
