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
    if (this.#accept("forall")) while (!this.#accept(".")) this.#variable(this.#next());
    const body = this.#arrow();
    return this.variables.reduceRight<LfType>(
      (inner, name) => ({
        kind: "forall",
        parameters: [{ name, kind: { kind: this.#scaleVariables.has(name) ? "nat" : "star" } }],
        body: inner,
      }),
      body,
    );
  }

  #arrow(): LfType {
    const from = this.#application();
    if (!this.#accept("->")) return from;
    return { kind: "builtin", builtin: "Arrow", arguments: [from, this.#arrow()] };
  }

  #application(): LfType {
    const head = this.#atom();
    if (head.kind !== "builtin") return head;
    const args: LfType[] = [];
    while (/^[A-Za-z({]/u.test(this.#tokens[this.#at] ?? "")) args.push(this.#atom());
    if (head.builtin === "Numeric") {
      for (const arg of args) if (arg.kind === "variable") this.#scaleVariables.add(arg.name);
    }
    return args.length === 0 ? head : { ...head, arguments: args };
  }

  #atom(): LfType {
    const token = this.#next();
    if (token === "(") {
      const inner = this.#arrow();
      this.#next();
      return inner;
    }
    if (token === "{") return this.#struct();
    if (/^[a-z]/u.test(token)) return this.#variable(token);
    return { kind: "builtin", builtin: token as BuiltinType, arguments: [] };
  }

  #struct(): LfType {
    const fields: { name: string; type: LfType }[] = [];
    do {
      const name = this.#next();
      this.#next();
      fields.push({ name, type: this.#arrow() });
    } while (this.#next() === ",");
    return { kind: "struct", fields };
  }

  #variable(name: string): LfType {
    if (!this.variables.includes(name)) this.variables.push(name);
    return { kind: "variable", name, arguments: [] };
  }

  #accept(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
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
