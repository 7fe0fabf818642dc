import type {
  BuiltinType,
  LfType,
  LfTypeKind,
  TypedName,
  TypeParameter,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinTypeNumbers } from "../../../lib/contracts/daml-lf/syntax/builtin-type-numbers.ts";
import { reservedWords } from "./forms.ts";
import type { Token, Tokens } from "./tokens.ts";
import { builtinType } from "./types.ts";

/** Returns true for types that are written as one word. */
export const isBuiltinType = (name: string): name is BuiltinType =>
  Object.hasOwn(builtinTypeNumbers, name);

/**
 * Returns true if the value of a hole is a type. Some kinds of types have the same name as kinds of
 * expressions.
 */
export const isType = (given: unknown): given is LfType => {
  if (typeof given !== "object" || given === null || !("kind" in given)) return false;
  switch (given.kind) {
    case "constructor":
    case "synonym":
    case "forall":
    case "nat":
      return true;
    case "variable":
    case "builtin":
      return "arguments" in given;
    case "struct":
      return "fields" in given && Array.isArray(given.fields) && given.fields.every(isTyped);
    default:
      return false;
  }
};

const isTyped = (field: unknown): boolean =>
  typeof field === "object" && field !== null && "type" in field;

export const isCapital = (name: string): boolean => /^[A-Z]/u.test(name);

/** Parses types and kinds: `forall a (f: * -> *). a -> Numeric 10 -> ContractId Coin`. */
export class TypeParser {
  readonly #tokens: Tokens;
  /** Returns the module of names that are written without a module. */
  readonly #module: () => string;

  constructor(tokens: Tokens, module: () => string) {
    this.#tokens = tokens;
    this.#module = module;
  }

  type(): LfType {
    if (this.#tokens.accept("forall")) {
      const parameters = this.parameters();
      this.#tokens.expect(".");
      return { kind: "forall", parameters, body: this.type() };
    }
    const from = this.#application();
    return this.#tokens.accept("->") ? builtinType("Arrow", from, this.type()) : from;
  }

  /** Parses a type operand: composite types are in parentheses. */
  atom(): LfType {
    const tokens = this.#tokens;
    if (tokens.accept("(")) {
      const inner = this.type();
      tokens.expect(")");
      return inner;
    }
    if (tokens.accept("struct")) {
      tokens.expect("{");
      return { kind: "struct", fields: this.fields() };
    }
    if (tokens.accept("~")) return { kind: "synonym", id: this.id(), arguments: [] };
    const { kind, text } = tokens.peek();
    if (kind === "hole") return this.#given();
    if (kind === "int") return { kind: "nat", value: Number(tokens.next().text) };
    if (kind === "name" && isBuiltinType(text)) {
      tokens.next();
      return builtinType(text);
    }
    if (kind === "quoted" || (kind === "name" && !isCapital(text))) {
      return { kind: "variable", name: tokens.next().text, arguments: [] };
    }
    return { kind: "constructor", id: this.id(), arguments: [] };
  }

  /** Parses fields with their types, after the opening brace. */
  fields(): readonly TypedName[] {
    return this.#tokens.listed("}", () => {
      const name = this.#tokens.name();
      this.#tokens.expect(":");
      return { name, type: this.type() };
    });
  }

  /** Parses names with kind `*`, or `(name: kind)`. */
  parameters(): readonly TypeParameter[] {
    const all: TypeParameter[] = [];
    while (this.#startsParameter()) all.push(this.parameter());
    return all;
  }

  parameter(): TypeParameter {
    const tokens = this.#tokens;
    if (!tokens.accept("(")) return { name: tokens.name(), kind: { kind: "star" } };
    const name = tokens.name();
    tokens.expect(":");
    const kind = this.kind();
    tokens.expect(")");
    return { name, kind };
  }

  kind(): LfTypeKind {
    const kinds = [this.#kindAtom()];
    while (this.#tokens.accept("->")) kinds.push(this.#kindAtom());
    const result = kinds.pop() ?? { kind: "star" };
    return kinds.length === 0 ? result : { kind: "arrow", parameters: kinds, result };
  }

  /**
   * Parses `<package id>:<Module>:<name>`. Package and module may be omitted; they default to the module
   * being parsed.
   */
  id(): string {
    const tokens = this.#tokens;
    const { kind } = tokens.peek();
    if (kind === "name" || kind === "quoted") return `self:${this.#module()}:${tokens.next().text}`;
    if (kind !== "qualified") return tokens.fail("a name");
    const { text } = tokens.next();
    return text.split(":").length === 2 ? `self:${text}` : text;
  }

  /** Parses the name of a template or an interface; a hole with its type is allowed. */
  reference(): string {
    if (this.#tokens.peek().kind !== "hole") return this.id();
    const type = this.#given();
    return type.kind === "constructor" ? type.id : this.#tokens.fail("the type of a template");
  }

  #given(): LfType {
    const given = this.#tokens.hole();
    return isType(given) ? given : this.#tokens.fail("a type in the hole before this");
  }

  #application(): LfType {
    const head = this.atom();
    if (!this.#startsAtom()) return head;
    if (!("arguments" in head)) return this.#tokens.fail("no argument of such a type");
    const args = [...head.arguments];
    while (this.#startsAtom()) args.push(this.atom());
    return { ...head, arguments: args };
  }

  #startsAtom(): boolean {
    const token = this.#tokens.peek();
    if (token.kind === "sign") return token.text === "(" || token.text === "~";
    if (token.kind === "name") return token.text === "struct" || isFree(token);
    return ["quoted", "qualified", "int", "hole"].includes(token.kind);
  }

  #startsParameter(): boolean {
    const token = this.#tokens.peek();
    return token.kind === "quoted" || isFree(token) || this.#tokens.is("(");
  }

  #kindAtom(): LfTypeKind {
    const tokens = this.#tokens;
    if (tokens.accept("*")) return { kind: "star" };
    if (tokens.accept("nat")) return { kind: "nat" };
    tokens.expect("(");
    const inner = this.kind();
    tokens.expect(")");
    return inner;
  }
}

const isFree = ({ kind, text }: Token): boolean => kind === "name" && !reservedWords.has(text);
