/**
 * Whether a JSON text has more values than so many: elements of lists and fields of objects. What is read takes a
 * microsecond a value and more, and 64 bytes, so a text that is short enough may still be too much. Linear in the text, and nothing where it is short.
 */
export const hasMoreValues = (text: string, max: number): boolean => {
  // Each takes a character and a comma.
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

/** Where the quote is that ends what begins with the quote at `at`. */
const endOfText = (text: string, at: number): number => {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
};

/** Whether what JSON.parse gave nests deeper than so many levels: to walk it could need more of a stack than there is. Linear. */
export const isDeeper = (json: unknown, levels: number): boolean => {
  if (typeof json !== "object" || json === null) return false;
  return levels === 0 || Object.values(json).some((each) => isDeeper(each, levels - 1));
};
