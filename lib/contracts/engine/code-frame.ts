import type { DamlLocation } from "../../base/errors/daml-failure.ts";

/** An expression that is being evaluated. */
export interface CodeFrame extends DamlLocation {
  /** True if the body of a choice is performed here. */
  readonly isExercise: boolean;
  /** True if the package is part of the language's libraries. */
  readonly isOfLanguage: boolean;
}

/** Returns the innermost frame that has a range and is not in a package of the language's libraries. */
export const innermostPlace = (stack: readonly CodeFrame[]): CodeFrame | undefined => {
  const own = stack.filter(({ isOfLanguage }) => !isOfLanguage);
  return (
    own.findLast(({ range, isWholeDefinition }) => range !== undefined && !isWholeDefinition) ??
    own.findLast(({ range }) => range !== undefined) ??
    own.at(-1) ??
    stack.at(-1)
  );
};
