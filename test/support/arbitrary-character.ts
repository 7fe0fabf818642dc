import fc, { type Arbitrary } from "fast-check";

const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Generates any Unicode character. The generator of fast-check (`unit: "binary"`) first lists a million
 * characters, which takes a second.
 */
export const arbitraryCharacter: Arbitrary<string> = fc.nat(0x10ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (text) => {
    const code = typeof text === "string" ? (text.codePointAt(0) ?? 0) : 0;
    if (text !== String.fromCodePoint(code)) return -1;
    return code < surrogates.from ? code : code - surrogates.count;
  },
);
