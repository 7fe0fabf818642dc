import { truncateText } from "../../lib/internal.ts";

/** Characters that a terminal does not show, or interprets as commands. */
const unprintablePattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Maximum length of a text before it is truncated. A text in a refused request may be as long as the request.
 */
const maxLength = 1_000;

/**
 * Returns a client's text in one line without control characters, so that it cannot imitate log
 * lines or control a terminal.
 */
export const toPrintableText = (text: string, length = maxLength): string =>
  truncateText(text, length).replaceAll(unprintablePattern, escapeCharacter);

/** Returns a client's text as one word of a log line, without spaces. */
export const toPrintableWord = (text: string, length = maxLength): string =>
  text.length <= length && plainWordPattern.test(text)
    ? text
    : toPrintableText(text, length).replaceAll(/\s/g, "%20");

/** Matches most methods, paths and user ids. */
const plainWordPattern = /^[\u0021-\u007e]*$/u;

/** Percent signs are kept, because paths arrive percent-encoded. */
const escapeCharacter = (character: string): string =>
  /\p{Cs}/u.test(character) ? "\u{fffd}" : encodeURI(character);
