import type { DamlLocation, FunctionFrame } from "../../base/errors/daml-failure.ts";

/** An expression that is being evaluated. */
export interface CodeFrame extends DamlLocation {
  /** True if the expression performs the body of a choice. */
  readonly isExercise: boolean;
  /** True if the package is part of the language's libraries. */
  readonly isLanguageCode: boolean;
}

/** Returns the innermost frame that has a range and is not in a package of the language's libraries. */
export const innermostPlace = <
  Place extends Pick<CodeFrame, "range" | "isWholeDefinition" | "isLanguageCode">,
>(
  stack: readonly Place[],
): Place | undefined => {
  const own = stack.filter(({ isLanguageCode }) => !isLanguageCode);
  return (
    own.findLast(({ range, isWholeDefinition }) => range !== undefined && !isWholeDefinition) ??
    own.findLast(({ range }) => range !== undefined) ??
    own.at(-1) ??
    stack.at(-1)
  );
};

/** Returns the location of a frame, without its other properties. */
export const toLocation = (frame: DamlLocation): DamlLocation => {
  const { packageId, package: name, module, definition, range, isWholeDefinition } = frame;
  return { packageId, package: name, module, definition, range, isWholeDefinition };
};

export const functionFrame = (frame: CodeFrame): FunctionFrame => ({
  kind: "function",
  ...toLocation(frame),
});
