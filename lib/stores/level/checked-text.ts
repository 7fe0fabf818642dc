import { crc32 } from "node:zlib";

const checkLength = 8;

/** A text as it is kept under a key: LevelDB does not look whether what it reads is what was written. */
export const checkedText = (key: string, text: string): string => `${checkOf(key, text)}${text}`;

/** Undefined for what was changed, or is of another key. */
export const readCheckedText = (key: string, kept: string): string | undefined => {
  const text = kept.slice(checkLength);
  return kept.startsWith(checkOf(key, text)) ? text : undefined;
};

const checkOf = (key: string, text: string): string =>
  crc32(`${key} ${text}`).toString(16).padStart(checkLength, "0");
