/** Text with positions for line breaks. */
export type Layout =
  | string
  | readonly Layout[]
  /** A possible line break, and the text that replaces it on one line. */
  | { readonly line: string }
  /** On one line if it fits; otherwise all of its own positions become line breaks. */
  | { readonly group: Layout }
  /** Its lines are indented by two columns. */
  | { readonly nested: Layout };

/** A line break if the group does not fit on one line; otherwise a blank. */
export const line: Layout = { line: " " };
/** A line break if the group does not fit on one line; otherwise nothing. */
export const softLine: Layout = { line: "" };

export const group = (...group: readonly Layout[]): Layout => ({ group });
export const nested = (...nested: readonly Layout[]): Layout => ({ nested });

/** Joins layouts with a separator. */
export const joined = (all: readonly Layout[], ...between: readonly Layout[]): Layout =>
  all.map((each, index) => (index === 0 ? each : [between, each]));

/** Puts brackets around a layout. If it does not fit on one line, the brackets are on separate lines. */
export const enclosed = (open: Layout, inside: Layout, close: string): Layout =>
  group(open, nested(softLine, inside), softLine, close);

const onOneLine = (layout: Layout): string => {
  if (typeof layout === "string") return layout;
  if ("group" in layout) return onOneLine(layout.group);
  if ("nested" in layout) return onOneLine(layout.nested);
  return "line" in layout ? layout.line : layout.map(onOneLine).join("");
};

/** Returns the text, in lines of at most `width` characters if possible. */
export const printLayout = (layout: Layout, width = 96): string => {
  let text = "";
  const write = (each: Layout, indent: number, breaks: boolean): void => {
    if (typeof each === "string") {
      text += each;
    } else if ("group" in each) {
      const flat = onOneLine(each.group);
      const column = text.length - text.lastIndexOf("\n") - 1;
      if (column + flat.length <= width) text += flat;
      else write(each.group, indent, true);
    } else if ("nested" in each) {
      write(each.nested, indent + 2, breaks);
    } else if ("line" in each) {
      text += breaks ? `\n${" ".repeat(indent)}` : each.line;
    } else {
      for (const part of each) write(part, indent, breaks);
    }
  };
  write(layout, 0, true);
  return text;
};
