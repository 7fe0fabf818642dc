import { invalidArgument } from "../base/errors/argument-error.ts";

/**
 * Whether a place in JSON is one of those that a pattern means: a JSON pointer in which a name of one star stands for any one name or
 * index, and a name of two stars for any number of them. Raises INVALID_ARGUMENT for what does not begin with a slash.
 */
export const pointerPattern = (pattern: string): ((pointer: readonly string[]) => boolean) => {
  if (!pattern.startsWith("/")) {
    throw invalidArgument({
      field: "texts",
      expected: "a JSON pointer, with * for any name and ** for any names, like /**/memo",
      found: pattern,
    });
  }
  const names = pattern
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return (pointer) => fits(names, pointer);
};

const fits = (pattern: readonly string[], pointer: readonly string[]): boolean => {
  const [name, ...rest] = pattern;
  if (name === undefined) return pointer.length === 0;
  if (name === "**") {
    return fits(rest, pointer) || (pointer.length > 0 && fits(pattern, pointer.slice(1)));
  }
  return (
    (name === "*" || name === pointer[0]) && pointer.length > 0 && fits(rest, pointer.slice(1))
  );
};
