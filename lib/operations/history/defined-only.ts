/** `T` with the keys that may hold undefined made optional, and undefined taken from what they hold. */
export type Defined<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The same object without the keys that hold undefined. */
export const definedOnly = <T extends object>(object: T): Defined<T> =>
  // The filter is what the type says; Object.fromEntries cannot express it.
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
