/** Maximum line length, unless a line cannot be broken. */
const maxLineWidth = 100;

/** Indents a text by two spaces per level. */
export const indentText = (text: string, levels = 1): string =>
  text.replaceAll(/^(?=.)/gmu, "  ".repeat(levels));

/** Returns true if a line is short enough at this indentation level. */
export const fitsMaxLineLength = (line: string, levels = 0): boolean =>
  line.length + 2 * levels <= maxLineWidth;

/**
 * Returns a generic type such as `Choice<Id, Archive, Unit>` between `head` and `tail`, on several lines if
 * needed.
 */
export const printGenericType = (
  head: string,
  { of, args, tail, levels = 0 }: GenericText,
): string => {
  const line = `${head}${of}<${args.join(", ")}>${tail}`;
  if (fitsMaxLineLength(line, levels)) return line;
  return `${head}${of}<\n${args.map((arg) => `  ${arg}`).join(",\n")}\n>${tail}`;
};

interface GenericText {
  readonly of: string;
  readonly args: readonly string[];
  readonly tail: string;
  readonly levels?: number;
}

/** Returns a union type such as `type A = "a" | "b";`, on several lines if needed. */
export const printUnionType = (head: string, cases: readonly string[], levels = 0): string => {
  const line = `${head} = ${cases.join(" | ") || "never"};`;
  if (fitsMaxLineLength(line, levels) && !line.includes("\n")) return line;
  if (cases.length === 1) return `${head} =\n${indentText(cases[0] ?? "")};`;
  return `${head} =\n${cases.map((each) => `  | ${indentText(each, 2).trimStart()}`).join("\n")};`;
};
