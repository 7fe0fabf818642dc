/** How long lines are, at most, where that can be helped. */
const width = 100;

/** Indented by two spaces for each level. */
export const indented = (text: string, levels = 1): string =>
  text.replaceAll(/^(?=.)/gmu, "  ".repeat(levels));

/** Whether a line, which will stand so many levels deep, is short enough. */
export const fits = (line: string, levels = 0): boolean => line.length + 2 * levels <= width;

/** `Choice<Id, Archive, Unit>` behind something and before something, on as many lines as it takes. */
export const genericText = (head: string, { of, args, tail, levels = 0 }: GenericText): string => {
  const line = `${head}${of}<${args.join(", ")}>${tail}`;
  if (fits(line, levels)) return line;
  return `${head}${of}<\n${args.map((arg) => `  ${arg}`).join(",\n")}\n>${tail}`;
};

interface GenericText {
  readonly of: string;
  readonly args: readonly string[];
  readonly tail: string;
  readonly levels?: number;
}

/** `type A = "a" | "b";` on as many lines as it takes; what is in several lines itself lies deeper. */
export const unionText = (head: string, cases: readonly string[], levels = 0): string => {
  const line = `${head} = ${cases.join(" | ") || "never"};`;
  if (fits(line, levels) && !line.includes("\n")) return line;
  if (cases.length === 1) return `${head} =\n${indented(cases[0] ?? "")};`;
  return `${head} =\n${cases.map((each) => `  | ${indented(each, 2).trimStart()}`).join("\n")};`;
};
