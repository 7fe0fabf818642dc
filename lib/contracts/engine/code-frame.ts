import type { DamlLocation, FunctionFrame } from "../../base/errors/daml-failure.ts";

/** An expression that is being evaluated. */
export interface CodeFrame extends DamlLocation {
  /** True if the body of a choice is performed here. */
  readonly isExercise: boolean;
  /** True if the package is part of the language's libraries. */
  readonly isOfLanguage: boolean;
}

/** Returns the innermost frame that has a range and is not in a package of the language's libraries. */
export const innermostPlace = <
  Place extends Pick<CodeFrame, "range" | "isWholeDefinition" | "isOfLanguage">,
>(
  stack: readonly Place[],
): Place | undefined => {
  const own = stack.filter(({ isOfLanguage }) => !isOfLanguage);
  return (
    own.findLast(({ range, isWholeDefinition }) => range !== undefined && !isWholeDefinition) ??
    own.findLast(({ range }) => range !== undefined) ??
    own.at(-1) ??
    stack.at(-1)
  );
};

/** The place alone. */
export const placeOf = (frame: DamlLocation): DamlLocation => {
  const { packageId, package: name, module, definition, range, isWholeDefinition } = frame;
  return { packageId, package: name, module, definition, range, isWholeDefinition };
};

export const functionFrame = (frame: CodeFrame): FunctionFrame => ({
  kind: "function",
  ...placeOf(frame),
});
