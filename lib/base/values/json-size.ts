/**
 * Returns true if a JSON text has more than `max` values: elements of lists and fields of objects.
 * Call it before parsing: parsing takes at least a microsecond and 64 bytes of memory per value, so
 * even a text of allowed length may take too much. Linear; O(1) for short texts.
 */
export const hasMoreJsonValuesThan = (text: string, max: number): boolean => {
  // Each value takes at least one character and a comma.
  if (text.length <= 2 * max) return false;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfText(text, at);
        break;
      case comma:
      case bracket:
      case brace:
        if (++values > max) return true;
        break;
    }
  }
  return false;
};

const [quote, comma, bracket, brace] = [0x22, 0x2c, 0x5b, 0x7b];

/** Returns the position of the quote that ends the string that starts at `at`. */
const endOfText = (text: string, at: number): number => {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
};

/**
 * Returns true if parsed JSON has more than `levels` nesting levels, so that recursive code could
 * overflow the stack. Linear.
 */
export const isParsedJsonNestedDeeperThan = (json: unknown, levels: number): boolean => {
  if (typeof json !== "object" || json === null) return false;
  return (
    levels === 0 ||
    Object.values(json).some((each) => isParsedJsonNestedDeeperThan(each, levels - 1))
  );
};

/** Minimum length of texts that count only once if they occur several times. */
const longText = 1024;

/**
 * Maximum number of characters that are counted for a field name: objects with the same field names
 * share the names in memory.
 */
const charactersOfName = 16;

/**
 * Returns `length` minus the approximate length of the value as JSON. Escapes are not counted, so
 * the real JSON may be longer. Stops when the result is negative. With `counted`, estimates the
 * memory of the value instead: then each long text counts only once, and texts that are already in
 * `counted` do not count.
 */
export const subtractJsonLength = (
  value: unknown,
  length: number,
  counted?: Set<string>,
): number => {
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
      left = subtractJsonLength(element, left, counted);
      if (left < 0) break;
    }
    return left;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // Plain data has no inherited properties.
  for (const name in fields) {
    const ofName = counted === undefined ? name.length : Math.min(name.length, charactersOfName);
    left = subtractJsonLength(fields[name], left - ofName, counted);
    if (left < 0) break;
  }
  return left;
};
