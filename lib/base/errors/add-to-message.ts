/** Adds lines to the message of an error, for test runners that print it. The stack begins with the message. */
export const addToMessage = (error: Error, text: string): void => {
  if (text === "") return;
  const { message, stack } = error;
  error.message = `${message}\n${text}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
};
