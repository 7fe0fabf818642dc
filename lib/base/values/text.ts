import { ledgerError } from "../errors/ledger-error.ts";

const forbiddenCharacterPattern = /[\0\p{Surrogate}]/u;

/** Returns true for texts that a ledger value may contain: without NUL and lone surrogates. */
export const isWellFormedText = (text: string): boolean =>
  isPlain(text) || !forbiddenCharacterPattern.test(text);

/**
 * Returns true for short texts of common characters. This loop is several times faster than the
 * pattern.
 */
const isPlain = (text: string): boolean => {
  if (text.length > 256) return false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0 || unit >= 0xd800) return false;
  }
  return true;
};

/**
 * Joins the parts to a text that is stored contiguously, for ids that are looked up often. A
 * template literal would be stored as a tree of its parts (a rope), in which reading a character
 * takes ten times as long.
 */
export const concatFlatString = (...parts: readonly string[]): string => parts.join("");

/** Raises MALFORMED_TEXT unless {@link isWellFormedText} returns true. */
export const assertWellFormedText = (text: string): void => {
  if (!isWellFormedText(text)) {
    throw ledgerError("MALFORMED_TEXT", {
      cause: "Text must not contain the NUL character or an unpaired surrogate.",
    });
  }
};

/**
 * Compares texts by code points, which is the order of their UTF-8 bytes. The result differs from
 * `<` if a character above U+FFFF is compared with one from U+E000 to U+FFFF.
 */
export const compareText = (left: string, right: string): number => {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return getCodeUnitRank(a) < getCodeUnitRank(b) ? -1 : 1;
  }
  return left.length < right.length ? -1 : 1;
};

/** Returns the sort rank of a code unit. Surrogates encode code points above U+FFFF. */
const getCodeUnitRank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
