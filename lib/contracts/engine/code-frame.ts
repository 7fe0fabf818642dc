import type { DamlLocation, FunctionFrame } from "../../base/errors/daml-failure.ts";

/** An expression that is being evaluated. */
export interface DamlCodeFrame extends DamlLocation {
  /** True if the expression performs the body of a choice. */
  readonly isExercise: boolean;
  /** True if the package is part of the language's libraries. */
  readonly isLanguageCode: boolean;
}

/**
 * Returns the frame that shows a user best where code failed: the innermost frame outside the
 * language's libraries, if possible one with the range of an expression. If all frames are in these
 * libraries, returns the innermost one. Undefined for an empty stack.
 */
export const findMostHelpfulFrame = <
  Place extends Pick<DamlCodeFrame, "range" | "isWholeDefinition" | "isLanguageCode">,
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
export const extractDamlLocation = (frame: DamlLocation): DamlLocation => {
  const { packageId, package: name, module, definition, range, isWholeDefinition } = frame;
  return { packageId, package: name, module, definition, range, isWholeDefinition };
};

export const toFunctionStackFrame = (frame: DamlCodeFrame): FunctionFrame => ({
  kind: "function",
  ...extractDamlLocation(frame),
});
