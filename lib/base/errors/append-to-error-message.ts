/**
 * Appends lines to the message of an error, and to the message at the beginning of its stack, so
 * that test runners print them.
 */
export const appendToErrorMessage = (error: Error, text: string): void => {
  if (text === "") return;
  const { message, stack } = error;
  error.message = `${message}\n${text}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
};
