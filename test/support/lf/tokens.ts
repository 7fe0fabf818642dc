import type { SourceRange } from "../../../lib/index.ts";

/** The kind of a token; `sign` is punctuation, `hole` is a value of the template literal. */
export type TokenKind =
  | "name"
  | "quoted"
  | "qualified"
  | "int"
  | "numeric"
  | "date"
  | "timestamp"
  | "text"
  | "sign"
  | "hole"
  | "end";

export interface Token {
  readonly kind: TokenKind;
  /** The source text; names without their quotes. */
  readonly text: string;
  /** Start position, and the position after the token, in characters. */
  readonly at: number;
  readonly end: number;
}

/** Thrown for text that is not in the notation; the message begins with line and column, both from 1. */
export class NotationError extends SyntaxError {
  readonly line: number;
  readonly column: number;

  constructor(text: string, at: number, problem: string) {
    const { line, column } = positionIn(text, at);
    super(`line ${line}, column ${column}: ${problem}`);
    this.name = "NotationError";
    this.line = line;
    this.column = column;
  }
}

/** Line and column of a position, both from 1. */
const positionIn = (
  text: string,
  at: number,
): { readonly line: number; readonly column: number } => {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
};

const segment = String.raw`(?:[A-Za-z_$][\w$]*|'[^'\n]*')`;
const moduleName = String.raw`[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*`;

/** Token patterns, in the order in which they are tried. */
const shapes: readonly (readonly [TokenKind | "blank", string])[] = [
  ["blank", String.raw`\s+|//[^\n]*`],
  ["hole", String.raw`\uE000\d+\uE001`],
  ["text", String.raw`"(?:[^"\\\n]+|\\.)*"`],
  ["qualified", String.raw`(?:[\w$-]+:)?${moduleName}:${segment}`],
  ["timestamp", String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`],
  ["date", String.raw`\d{4}-\d\d-\d\d`],
  ["numeric", String.raw`-?\d+\.(?![.'\w$])|-?\d+\.\d+`],
  ["int", String.raw`-?\d+`],
  ["quoted", String.raw`'[^'\n]*'`],
  ["name", String.raw`[A-Za-z_$][\w$]*`],
  ["sign", String.raw`->|<-|::|\.\.\.|[()[\]{},;:=.@\\~*]`],
];

const pattern = new RegExp(shapes.map(([, shape]) => `(${shape})`).join("|"), "uy");

/** Splits the text into tokens. */
const scanTokens = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new NotationError(text, at, `what is ${text.charAt(at)}?`);
    const [written] = match;
    const [kind = "blank"] = shapes[match.indexOf(written, 1) - 1] ?? [];
    if (kind !== "blank") {
      tokens.push({ kind, text: unquoted(kind, written), at, end: at + written.length });
    }
  }
  return tokens;
};

const unquoted = (kind: TokenKind, text: string): string =>
  kind === "quoted" || kind === "qualified" ? text.replaceAll("'", "") : text;

/** Reads tokens in sequence. */
export class Tokens {
  readonly #text: string;
  readonly #holes: readonly unknown[];
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #next = 0;

  /** A hole is represented by its index between U+E000 and U+E001. */
  constructor(text: string, holes: readonly unknown[]) {
    this.#text = text;
    this.#holes = holes;
    this.#tokens = scanTokens(text);
    this.#end = { kind: "end", text: "the end", at: text.length, end: text.length };
  }

  /** Returns the range of the text from a token up to the last one that was read. */
  rangeFrom({ at }: Token): SourceRange {
    const last = this.#tokens[this.#next - 1] ?? this.#end;
    const [begin, end] = [positionIn(this.#text, at), positionIn(this.#text, last.end)];
    return { ...begin, endLine: end.line, endColumn: end.column };
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? this.#end;
  }

  next(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** Returns true if the next token is this word or sign and not quoted. */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === "name" || token.kind === "sign");
  }

  /** Consumes this word or sign if it is next. */
  accept(text: string): boolean {
    const isNext = this.is(text);
    if (isNext) this.#next += 1;
    return isNext;
  }

  expect(...texts: readonly string[]): void {
    for (const text of texts) if (!this.accept(text)) this.fail(text);
  }

  /** Consumes a name: a word of any kind, or any text in quotes. */
  name(): string {
    const { kind } = this.peek();
    if (kind !== "name" && kind !== "quoted") this.fail("a name");
    return this.next().text;
  }

  /** All items up to the sign, separated by commas, with an optional trailing comma. */
  listed<T>(closing: string, read: () => T): readonly T[] {
    const all: T[] = [];
    while (!this.accept(closing)) {
      all.push(read());
      if (!this.is(closing)) this.expect(",");
    }
    return all;
  }

  /** Returns the value of the next hole. */
  hole(): unknown {
    return this.#holes[Number(this.next().text.slice(1, -1))];
  }

  end(): void {
    if (this.peek().kind !== "end") this.fail("nothing more");
  }

  fail(expected: string): never {
    const { kind, text, at } = this.peek();
    const found = kind === "hole" ? "a hole" : text;
    throw new NotationError(this.#text, at, `expected ${expected}, found ${found}`);
  }
}
