/**
 * What is left of so many characters when a value is written as JSON, about: fewer than its text has where that escapes anything. Looks no
 * further once nothing is left.
 */
export const lengthLeft = (value: unknown, length: number): number => {
  if (typeof value === "string") return length - value.length;
  if (typeof value !== "object" || value === null) return length - 1;
  let left = length - 1;
  if (Array.isArray(value)) {
    for (const element of value) {
      left = lengthLeft(element, left);
      if (left < 0) break;
    }
    return left;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // In plain data there is nothing but its own.
  for (const name in fields) {
    left = lengthLeft(fields[name], left - name.length);
    if (left < 0) break;
  }
  return left;
};
