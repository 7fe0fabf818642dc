/** What a terminal would not show as it is, or take for a command. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Characters that a text may have before it is cut: what is refused may be as long as a request. */
const maxLength = 1_000;

/** What clients write must not look like lines of its own, nor steer a terminal. */
export const printable = (text: string, length = maxLength): string =>
  cut(text, length).replaceAll(unprintable, escaped);

/** The same for a part of a line that ends at a space. */
export const printableWord = (text: string, length = maxLength): string =>
  text.length <= length && plainWord.test(text)
    ? text
    : printable(text, length).replaceAll(/\s/g, "%20");

/** What most methods, paths and user ids are. */
const plainWord = /^[\u0021-\u007e]*$/u;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Percent signs stay: paths come with their escapes. */
const escaped = (character: string): string =>
  /\p{Cs}/u.test(character) ? "\u{fffd}" : encodeURI(character);
