/**
 * Returns true for the error that JavaScript throws if its stack, a string, an array or a number is too
 * large: a RangeError, or an InternalError in Firefox.
 */
export const isStackOrSizeLimitError = (error: unknown): error is Error =>
  error instanceof RangeError || (error instanceof Error && error.name === "InternalError");

/**
 * Returns true for the error that JavaScript throws if its stack is full.
 *
 * Does not use a regular expression: if the stack is full when a regular expression is first used,
 * JavaScript reports the expression as malformed.
 */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes("call stack") || error.message.includes("too much recursion"));
