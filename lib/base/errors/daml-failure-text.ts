import type {
  DamlFailure,
  DamlFrame,
  DamlLocation,
  SourceExcerpt,
  SourceRange,
} from "./daml-failure.ts";
import { truncateText } from "./truncate-text.ts";

/** Options of {@link damlFailureText}. */
export interface DamlFailureTextOptions {
  /** If true, uses terminal colours to mark the place. Default: false. */
  readonly color?: boolean;
}

/**
 * Returns a failure of Daml code as text for a terminal: the place, the source lines around it, the
 * stack from the innermost call to the command, and the last trace messages.
 */
export const damlFailureText = (
  { location, excerpt, stack, firstThrown, ledgerTime, traces, note }: DamlFailure,
  { color = false }: DamlFailureTextOptions = {},
): string => {
  const paint = color ? ansiColorStyles : plainTextStyles;
  const place =
    location === undefined ? [] : [`Failed at ${paint.strong(formatCodePlace(location))}`];
  const shown = excerpt && location?.range && formatExcerptLines(excerpt, location.range, paint);
  const first =
    firstThrown === undefined ? [] : [`First thrown at ${formatCodePlace(firstThrown)}`];
  return [
    ...place,
    ...(note === undefined ? [] : [paint.faint(note)]),
    ...(shown === undefined ? [] : ["", ...shown, ""]),
    ...first,
    ...(ledgerTime === undefined ? [] : [`Ledger time: ${ledgerTime}`]),
    ...formatStackLines(stack).map((line) => paint.faint(`  ${line}`)),
    ...(traces.length === 0 ? [] : ["Trace:", ...traces.map(traceText)]),
  ].join("\n");
};

/** Returns a message indented, without characters that control a terminal. */
const traceText = (trace: string): string =>
  trace
    .split("\n")
    .map((line) => `  ${line.replaceAll(/(?!\t)\p{Cc}/gu, "")}`)
    .join("\n");

interface TextStyles {
  strong(text: string): string;
  faint(text: string): string;
  fault(text: string): string;
}

const plainTextStyles: TextStyles = {
  strong: (text) => text,
  faint: (text) => text,
  fault: (text) => text,
};

const createAnsiStyle =
  (begin: number, end: number) =>
  (text: string): string =>
    `\u001B[${begin}m${text}\u001B[${end}m`;

const ansiColorStyles: TextStyles = {
  strong: createAnsiStyle(1, 22),
  faint: createAnsiStyle(2, 22),
  fault: createAnsiStyle(31, 39),
};

/** Returns `Module:line:column (definition, package)`. */
const formatCodePlace = ({ module, range, definition, package: name }: DamlLocation): string => {
  const at = range === undefined ? "" : `:${range.line}:${range.column}`;
  return `${module}${at} (${definition}, ${name})`;
};

const formatExcerptLines = (
  { firstLine, lines }: SourceExcerpt,
  { line, column, endLine, endColumn }: SourceRange,
  paint: TextStyles,
): readonly string[] => {
  const width = String(firstLine + lines.length - 1).length;
  return lines.flatMap((text, index) => {
    const number = firstLine + index;
    const isAtFault = number >= line && number <= endLine;
    const shown = `${isAtFault ? ">" : " "} ${String(number).padStart(width)} | ${text}`;
    if (number !== line || endLine !== line) return isAtFault ? paint.fault(shown) : shown;
    const marks = "^".repeat(Math.max(1, endColumn - column));
    const pointer = `${" ".repeat(width + 2)} | ${" ".repeat(column - 1)}${marks}`;
    return [paint.fault(shown), paint.fault(pointer)];
  });
};

const maxArgument = 300;

/**
 * Returns a line per frame, the innermost first. A command that exercises a choice has the argument of the
 * exercise that follows it, so only the exercise shows it.
 */
const formatStackLines = (stack: readonly DamlFrame[]): readonly string[] =>
  stack
    .map((frame, index) => {
      const next = stack[index + 1];
      const isRepeated =
        frame.kind === "command" && frame.command !== "create" && next?.kind === "exercise";
      return formatFrameText(isRepeated ? { ...frame, argument: undefined } : frame);
    })
    .toReversed();

const formatFrameText = (frame: DamlFrame): string => {
  if (frame.kind === "function") return `in ${formatCodePlace(frame)}`;
  const { kind, templateId, choice, contractId, argument } = frame;
  const what = kind === "command" ? `${frame.command} command` : "choice";
  const type = templateId.slice(templateId.indexOf(":") + 1);
  const named = choice === undefined ? type : `${type}:${choice}`;
  const on = contractId === undefined ? "" : ` on ${contractId.slice(0, 12)}…`;
  const json = argument === undefined ? "" : JSON.stringify(argument);
  const shownArgument = truncateText(json, maxArgument);
  return `in ${what} ${named}${on}${shownArgument === "" ? "" : ` with ${shownArgument}`}`;
};
