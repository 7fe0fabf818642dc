/** Runs a function and returns its result or exception as a promise. */
export const runAsPromise = <T>(compute: () => T): Promise<T> => Promise.resolve().then(compute);
