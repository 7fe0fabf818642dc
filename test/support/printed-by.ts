/** The console output of a program while it is loaded. */
export const printedBy = async (load: () => Promise<unknown>): Promise<readonly unknown[]> => {
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
