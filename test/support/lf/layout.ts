/** Text with places where it may be broken into lines. */
export type Layout =
  | string
  | readonly Layout[]
  /** A place for a line break, and what is written in its place on one line. */
  | { readonly line: string }
  /** On one line if there is room; else broken at all of its own places. */
  | { readonly group: Layout }
  /** Lines in it begin two columns further right. */
  | { readonly nested: Layout };

/** A place for a line break; a blank on one line. */
export const line: Layout = { line: " " };
/** A place for a line break; nothing on one line. */
export const softLine: Layout = { line: "" };

export const group = (...group: readonly Layout[]): Layout => ({ group });
export const nested = (...nested: readonly Layout[]): Layout => ({ nested });

/** All of them with this between each two. */
export const joined = (all: readonly Layout[], ...between: readonly Layout[]): Layout =>
  all.map((each, index) => (index === 0 ? each : [between, each]));

/** Signs around what stands on lines of its own; on one line as they are. */
export const enclosed = (open: Layout, inside: Layout, close: string): Layout =>
  group(open, nested(softLine, inside), softLine, close);

const onOneLine = (layout: Layout): string => {
  if (typeof layout === "string") return layout;
  if ("group" in layout) return onOneLine(layout.group);
  if ("nested" in layout) return onOneLine(layout.nested);
  return "line" in layout ? layout.line : layout.map(onOneLine).join("");
};

/** The text, in lines of at most so many characters where that can be. */
export const laidOut = (layout: Layout, width = 96): string => {
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
