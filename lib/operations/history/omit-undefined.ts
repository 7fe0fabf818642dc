/** `T` with optional keys instead of keys that may be undefined. */
export type UndefinedKeysMadeOptional<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Returns the object without its undefined properties. */
export const omitUndefinedProperties = <T extends object>(
  object: T,
): UndefinedKeysMadeOptional<T> =>
  // The filter establishes the type; Object.fromEntries cannot express it.
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as UndefinedKeysMadeOptional<T>;
