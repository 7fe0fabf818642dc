/** Texts from here on are looked for among those that were counted. */
const longText = 1024;

/** What a field holds besides its value: names are shared by the objects that have them. */
const heldForName = 16;

/**
 * What is left of so many characters when a value is written as JSON, about: fewer than its text has where that escapes anything. Looks no
 * further once nothing is left. With `counted`, what the value holds of the memory: each long text counts once, however often it
 * stands there, and not at all when it is among those.
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
  // In plain data there is nothing but its own.
  for (const name in fields) {
    const ofName = counted === undefined ? name.length : Math.min(name.length, heldForName);
    left = lengthLeft(fields[name], left - ofName, counted);
    if (left < 0) break;
  }
  return left;
};
