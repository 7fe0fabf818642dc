import type { DamlLocation } from "../../base/errors/daml-failure.ts";

/** An expression that is being evaluated. */
export interface CodeFrame extends DamlLocation {
  /** Whether the body of a choice is performed here. */
  readonly isExercise: boolean;
  /** Whether the package is one of those that come with the language. */
  readonly isOfLanguage: boolean;
}

/** The innermost place of a stack that has a range and is not in a package that comes with the language. */
export const innermostPlace = (stack: readonly CodeFrame[]): CodeFrame | undefined => {
  const own = stack.filter(({ isOfLanguage }) => !isOfLanguage);
  return (
    own.findLast(({ range, isWholeDefinition }) => range !== undefined && !isWholeDefinition) ??
    own.findLast(({ range }) => range !== undefined) ??
    own.at(-1) ??
    stack.at(-1)
  );
};
