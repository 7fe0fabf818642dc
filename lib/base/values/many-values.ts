/**
 * Returns true if a JSON text has more than `max` values: elements of lists and fields of objects.
 * Parsing takes at least a microsecond and 64 bytes per value, so even a text of allowed length may
 * be too expensive. Linear; immediate for short texts.
 */
export const hasMoreValues = (text: string, max: number): boolean => {
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
 * Returns true if parsed JSON has more than `levels` levels: walking it could overflow the stack.
 * Linear.
 */
export const isDeeper = (json: unknown, levels: number): boolean => {
  if (typeof json !== "object" || json === null) return false;
  return levels === 0 || Object.values(json).some((each) => isDeeper(each, levels - 1));
};
