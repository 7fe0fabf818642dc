/** Returns what a program prints with `console.log` while `load` runs it. */
export const consoleOutputOf = async (
  load: () => Promise<unknown>,
): Promise<readonly unknown[]> => {
  const printed: unknown[] = [];
  const { log } = console;
  try {
    console.log = (...values: unknown[]) => printed.push(...values);
    await load();
  } finally {
    console.log = log;
  }
  return printed;
};
