/** Minimum length of the texts that are counted only once. */
const longText = 1024;

/** Memory of a field name, in characters: objects with the same field names share them. */
const charactersOfName = 16;

/**
 * Returns `length` minus the approximate length of the value as JSON. Escapes are not counted, so
 * the real JSON may be longer. Stops when the result is negative. With `counted`, estimates the
 * memory of the value instead: each long text counts once, and not at all if it is in `counted`.
 */
export const lengthLeft = (value: unknown, length: number, counted?: Set<string>): number => {
  if (typeof value === "string") {
    if (counted === undefined || value.length < longText) return length - value.length;
    if (counted.has(value)) return length - 1;
    counted.add(value);
    return length - value.length;
  }
  if (typeof value !== "object" || value === null) return length - 1;
  let left = length - 1;
  if (Array.isArray(value)) {
    for (const element of value) {
      left = lengthLeft(element, left, counted);
      if (left < 0) break;
    }
    return left;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // Plain data has no inherited properties.
  for (const name in fields) {
    const ofName = counted === undefined ? name.length : Math.min(name.length, charactersOfName);
    left = lengthLeft(fields[name], left - ofName, counted);
    if (left < 0) break;
  }
  return left;
};
