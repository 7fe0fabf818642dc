import { createInvalidArgumentError } from "../base/errors/argument-error.ts";

/**
 * Returns a function that checks whether a JSON pointer matches the pattern. In the pattern, `*`
 * matches any one name or index, and `**` matches any number of names and indexes. Raises
 * INVALID_ARGUMENT if the pattern does not begin with a slash.
 */
export const compilePointerPattern = (
  pattern: string,
): ((pointer: readonly string[]) => boolean) => {
  if (!pattern.startsWith("/")) {
    throw createInvalidArgumentError({
      field: "texts",
      expected: "a JSON pointer, with * for any name and ** for any names, like /**/memo",
      found: pattern,
    });
  }
  const names = pattern
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return (pointer) => matchesPointer(names, pointer);
};

const matchesPointer = (pattern: readonly string[], pointer: readonly string[]): boolean => {
  const [name, ...rest] = pattern;
  if (name === undefined) return pointer.length === 0;
  if (name === "**") {
    return (
      matchesPointer(rest, pointer) ||
      (pointer.length > 0 && matchesPointer(pattern, pointer.slice(1)))
    );
  }
  return (
    (name === "*" || name === pointer[0]) &&
    pointer.length > 0 &&
    matchesPointer(rest, pointer.slice(1))
  );
};
