/** Returns a text; if it is longer than `length`, its first `length` UTF-16 code units and `…`. */
export const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
