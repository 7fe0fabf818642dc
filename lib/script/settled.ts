/** What a function gives or raises, as a promise. */
export const settled = <T>(compute: () => T): Promise<T> => Promise.resolve().then(compute);
