import type { BuiltinType, LfType } from "../syntax/ast.ts";
import { findBuiltinFunction } from "../syntax/builtin-functions.ts";

/** Parses the type notation in the table of builtin functions. */
class TypeReader {
  readonly #tokens: readonly string[];
  #at = 0;
  readonly variables: string[] = [];
  readonly #scaleVariables = new Set<string>();

  constructor(text: string) {
    this.#tokens = text.match(/->|[A-Za-z0-9]+|[(){}:,.]/gu) ?? [];
  }

  parse(): LfType {
    if (this.#acceptToken("forall")) {
      while (!this.#acceptToken(".")) this.#parseVariable(this.#nextToken());
    }
    const body = this.#parseArrow();
    return this.variables.reduceRight<LfType>(
      (inner, name) => ({
        kind: "forall",
        parameters: [{ name, kind: { kind: this.#scaleVariables.has(name) ? "nat" : "star" } }],
        body: inner,
      }),
      body,
    );
  }

  #parseArrow(): LfType {
    const from = this.#parseApplication();
    if (!this.#acceptToken("->")) return from;
    return { kind: "builtin", builtin: "Arrow", arguments: [from, this.#parseArrow()] };
  }

  #parseApplication(): LfType {
    const head = this.#parseAtom();
    if (head.kind !== "builtin") return head;
    const args: LfType[] = [];
    while (/^[A-Za-z({]/u.test(this.#tokens[this.#at] ?? "")) args.push(this.#parseAtom());
    if (head.builtin === "Numeric") {
      for (const arg of args) if (arg.kind === "variable") this.#scaleVariables.add(arg.name);
    }
    return args.length === 0 ? head : { ...head, arguments: args };
  }

  #parseAtom(): LfType {
    const token = this.#nextToken();
    if (token === "(") {
      const inner = this.#parseArrow();
      this.#nextToken();
      return inner;
    }
    if (token === "{") return this.#parseStruct();
    if (/^[a-z]/u.test(token)) return this.#parseVariable(token);
    return { kind: "builtin", builtin: token as BuiltinType, arguments: [] };
  }

  #parseStruct(): LfType {
    const fields: { name: string; type: LfType }[] = [];
    do {
      const name = this.#nextToken();
      this.#nextToken();
      fields.push({ name, type: this.#parseArrow() });
    } while (this.#nextToken() === ",");
    return { kind: "struct", fields };
  }

  #parseVariable(name: string): LfType {
    if (!this.variables.includes(name)) this.variables.push(name);
    return { kind: "variable", name, arguments: [] };
  }

  #acceptToken(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #nextToken(): string {
    const token = this.#tokens[this.#at] ?? "";
    this.#at += 1;
    return token;
  }
}

/** Cache of parsed types; it has at most one entry per row of the table. */
const parsedTypes = new Map<number, LfType>();

/** Returns the type of the builtin function with this number; undefined if there is none. */
export const findBuiltinFunctionType = (id: number): LfType | undefined => {
  const known = parsedTypes.get(id);
  const notation = findBuiltinFunction(id)?.type;
  if (known !== undefined || notation === undefined) return known;
  const type = new TypeReader(notation).parse();
  parsedTypes.set(id, type);
  return type;
};
