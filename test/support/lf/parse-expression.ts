import type {
  CaseAlternative,
  LetBinding,
  LfExpr,
  LfType,
  NamedExpr,
  TypedName,
  TypeParameter,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinNumbered } from "./builtin-names.ts";
import {
  exprFormsByWord,
  type Form,
  isFunctionForm,
  reservedWords,
  updateFormsByWord,
} from "./forms.ts";
import { failureCategories, literalOf } from "./literals.ts";
import { patternOf } from "./parse-pattern.ts";
import { isCapital, isType, TypeParser } from "./parse-type.ts";
import type { Ranges } from "./ranges.ts";
import { type Scope, withPatternVariables, withVariables } from "./scope.ts";
import type { Tokens } from "./tokens.ts";
import { unitT } from "./types.ts";

const words: ReadonlyMap<string, LfExpr> = new Map([
  ["True", { kind: "bool", value: true }],
  ["False", { kind: "bool", value: false }],
  [failureCategories[8], { kind: "failureCategory", category: 8 }],
  [failureCategories[9], { kind: "failureCategory", category: 9 }],
]);

export interface ExprParserOptions {
  /** Returns the module of types that are written without a module. */
  readonly module: () => string;
  /**
   * For expressions that are only evaluated: element types may be omitted, and an unbound name is a value of
   * the module.
   */
  readonly isUntyped?: boolean;
  /** The parser adds the source range of each composite expression. Undefined if ranges are not needed. */
  readonly ranges?: Ranges | undefined;
}

/** Parses expressions: `\(n: Int64) -> ADD_INT64 n 1`. */
export class ExprParser {
  readonly types: TypeParser;
  readonly #tokens: Tokens;
  readonly #options: ExprParserOptions;

  constructor(tokens: Tokens, options: ExprParserOptions) {
    this.types = new TypeParser(tokens, options.module);
    this.#tokens = tokens;
    this.#options = options;
  }

  expr(scope: Scope): LfExpr {
    const { ranges } = this.#options;
    if (ranges === undefined) return this.#expr(scope);
    const first = this.#tokens.peek();
    const expr = this.#expr(scope);
    if (ranges.has(expr)) return expr;
    // Copied, since constants such as `True` are one object, and each occurrence has its own range.
    const own = { ...expr };
    ranges.set(own, this.#tokens.rangeFrom(first));
    return own;
  }

  #expr(scope: Scope): LfExpr {
    const tokens = this.#tokens;
    if (tokens.accept("\\")) return this.#abstraction(scope);
    if (tokens.accept("let")) return this.#let(scope);
    if (tokens.accept("do")) return this.#block(scope);
    if (tokens.accept("case")) return this.#case(scope);
    if (tokens.accept("if")) return this.#if(scope);
    if (tokens.accept("try")) return this.#try(scope);
    return this.#application(scope);
  }

  /** Parses an abstraction. Type parameters come first: `\@a @(f: * -> *) (x: a) -> x`. */
  #abstraction(scope: Scope): LfExpr {
    const types: TypeParameter[] = [];
    while (this.#tokens.accept("@")) types.push(this.types.parameter());
    const parameters: TypedName[] = [];
    while (this.#tokens.accept("(")) {
      parameters.push(this.#typedName());
      this.#tokens.expect(")");
    }
    this.#tokens.expect("->");
    const inner = this.expr(withVariables(scope, parameters));
    const body: LfExpr =
      parameters.length === 0 ? inner : { kind: "lambda", parameters, body: inner };
    return types.length === 0 ? body : { kind: "typeLambda", parameters: types, body };
  }

  #typedName(): TypedName {
    const name = this.#tokens.name();
    this.#tokens.expect(":");
    return { name, type: this.types.type() };
  }

  #let(scope: Scope): LfExpr {
    const bindings: LetBinding[] = [];
    let inner = scope;
    do {
      const typed = this.#typedName();
      this.#tokens.expect("=");
      bindings.push({ ...typed, bound: this.expr(inner) });
      inner = withVariables(inner, [typed]);
    } while (this.#tokens.accept(";"));
    this.#tokens.expect("in");
    return { kind: "let", bindings, body: this.expr(inner) };
  }

  /** Parses `do { x: T <- update; update }`. */
  #block(scope: Scope): LfExpr {
    const tokens = this.#tokens;
    const bindings: LetBinding[] = [];
    let inner = scope;
    tokens.expect("{");
    while (tokens.is(":", 1)) {
      const typed = this.#typedName();
      tokens.expect("<-");
      bindings.push({ ...typed, bound: this.expr(inner) });
      tokens.expect(";");
      inner = withVariables(inner, [typed]);
    }
    const body = this.expr(inner);
    tokens.accept(";");
    tokens.expect("}");
    return { kind: "update", update: { kind: "block", bindings, body } };
  }

  #case(scope: Scope): LfExpr {
    const tokens = this.#tokens;
    const scrutinee = this.expr(scope);
    tokens.expect("of", "{");
    const alternatives: CaseAlternative[] = [];
    while (!tokens.accept("}")) {
      const pattern = patternOf(tokens, this.types);
      tokens.expect("->");
      alternatives.push({ pattern, body: this.expr(withPatternVariables(scope, pattern)) });
      if (!tokens.is("}")) tokens.expect(";");
    }
    return { kind: "case", scrutinee, alternatives };
  }

  /** Parses `if`, which is short for a case with the patterns True and `_`. */
  #if(scope: Scope): LfExpr {
    const scrutinee = this.expr(scope);
    this.#tokens.expect("then");
    const yes = this.expr(scope);
    this.#tokens.expect("else");
    const alternatives: readonly CaseAlternative[] = [
      { pattern: { kind: "bool", value: true }, body: yes },
      { pattern: { kind: "default" }, body: this.expr(scope) },
    ];
    return { kind: "case", scrutinee, alternatives };
  }

  /** Parses `try @T update catch e -> handler`. */
  #try(scope: Scope): LfExpr {
    const returnType = this.#typeArgument();
    const attempt = this.expr(scope);
    this.#tokens.expect("catch");
    const variable = this.#tokens.name();
    this.#tokens.expect("->");
    const handler = this.expr(new Map(scope).set(variable, undefined));
    const update: UpdateExpr = { kind: "tryCatch", returnType, attempt, variable, handler };
    return { kind: "update", update };
  }

  /** Parses a function with its value and type arguments. */
  #application(scope: Scope): LfExpr {
    const { text } = this.#tokens.peek();
    let fun = this.#head(scope);
    if (fun.isWhole && !isFunctionForm(text)) return fun.expr;
    for (;;) {
      if (this.#tokens.is("@")) {
        const types: LfType[] = [];
        while (this.#tokens.is("@")) types.push(this.#typeArgument());
        fun = { expr: { kind: "typeApply", expr: fun.expr, types }, isWhole: false };
      } else if (this.#startsAtom()) {
        const args: LfExpr[] = [];
        while (this.#startsAtom()) args.push(this.#atom(scope));
        fun = { expr: { kind: "apply", fun: fun.expr, arguments: args }, isWhole: false };
      } else {
        return fun.expr;
      }
    }
  }

  /**
   * Parses the first part of an application. Expressions with operands, field selections and variants with a
   * value are allowed only here.
   */
  #head(scope: Scope): { readonly expr: LfExpr; readonly isWhole: boolean } {
    const token = this.#tokens.peek();
    const form = token.kind === "name" ? this.#form(token.text, scope) : undefined;
    if (form !== undefined) return { expr: form, isWhole: true };
    if (!this.#startsType()) return { expr: this.#atom(scope), isWhole: false };
    const isNamed = !this.#tokens.accept("@");
    const expr = this.#ofType(isNamed ? this.#appliedType() : this.types.atom(), scope, true);
    return { expr, isWhole: expr.kind === "variant" || expr.kind === "recordField" };
  }

  #form(word: string, scope: Scope): LfExpr | undefined {
    const expr = exprFormsByWord.get(word);
    const update = updateFormsByWord.get(word);
    if (expr !== undefined) {
      this.#tokens.next();
      return this.#node(expr, scope) as unknown as LfExpr;
    }
    if (update !== undefined) {
      this.#tokens.next();
      return { kind: "update", update: this.#node(update, scope) as unknown as UpdateExpr };
    }
    if (word === "value" && this.#tokens.peek(1).kind === "qualified") {
      this.#tokens.next();
      return { kind: "value", name: this.types.id() };
    }
    if (word === "struct" && this.#tokens.is(".", 1)) return this.#structField(scope);
    return undefined;
  }

  /** Parses the expression of this kind with its operands. */
  #node([kind, form]: readonly [string, Form], scope: Scope): object {
    const operands = Object.entries(form).map(([name, operand]): [string, unknown] => {
      switch (operand) {
        case "type":
          return [name, this.#mayLeaveOutType() ? unitT : this.#typeArgument()];
        case "reference":
          this.#tokens.expect("@");
          return [name, this.types.reference()];
        case "name":
          return [name, this.#tokens.name()];
        case "expr":
          return [name, this.#atom(scope)];
        case "guard":
          return [name, this.#tokens.accept("when") ? this.#atom(scope) : undefined];
      }
    });
    return { kind, ...Object.fromEntries<unknown>(operands) };
  }

  #mayLeaveOutType(): boolean {
    return this.#options.isUntyped === true && !this.#tokens.is("@");
  }

  #structField(scope: Scope): LfExpr {
    this.#tokens.expect("struct", ".");
    return { kind: "structField", field: this.#tokens.name(), struct: this.#atom(scope) };
  }

  #typeArgument(): LfType {
    this.#tokens.expect("@");
    return this.types.atom();
  }

  /** Returns true if the next token starts a type or is a hole with a type. */
  #startsType(): boolean {
    const { kind, text } = this.#tokens.peek();
    if (this.#tokens.is("@")) return true;
    if (kind === "hole") return ["{", ".", "::"].some((sign) => this.#tokens.is(sign, 1));
    if (kind === "qualified") return isCapital(text.replace(/^.*:/u, ""));
    return (
      kind === "name" &&
      isCapital(text) &&
      !reservedWords.has(text) &&
      !words.has(text) &&
      builtinNumbered(text) === undefined
    );
  }

  /** Parses `Pair @a`. */
  #appliedType(): LfType {
    const head = this.types.atom();
    if (!this.#tokens.is("@") || !("arguments" in head)) return head;
    const args = [...head.arguments];
    while (this.#tokens.is("@")) args.push(this.#typeArgument());
    return { ...head, arguments: args };
  }

  /** Expressions that start with their type: `Coin {…}`, `Coin.owner this`, `Color::Red`. */
  #ofType(type: LfType, scope: Scope, isHead: boolean): LfExpr {
    const tokens = this.#tokens;
    if (tokens.accept("{")) return this.#record(type, scope);
    if (isHead && tokens.accept(".")) {
      return { kind: "recordField", type, field: tokens.name(), record: this.#atom(scope) };
    }
    tokens.expect("::");
    const constructor = tokens.name();
    if (isHead && this.#startsAtom()) {
      return { kind: "variant", type, constructor, argument: this.#atom(scope) };
    }
    if (type.kind !== "constructor") return tokens.fail("what the variant holds");
    return { kind: "enum", typeId: type.id, constructor };
  }

  /** Parses a record after the opening brace: fields, or an expression, `with` and the changed fields. */
  #record(type: LfType, scope: Scope): LfExpr {
    if (this.#isFields()) return { kind: "record", type, fields: this.#fields(scope) };
    return { kind: "recordUpdate", type, record: this.expr(scope), ...this.#change(scope) };
  }

  #struct(scope: Scope): LfExpr {
    this.#tokens.expect("{");
    if (this.#isFields()) return { kind: "struct", fields: this.#fields(scope) };
    return { kind: "structUpdate", struct: this.expr(scope), ...this.#change(scope) };
  }

  #isFields(): boolean {
    return this.#tokens.is("}") || this.#tokens.is("=", 1);
  }

  #fields(scope: Scope): readonly NamedExpr[] {
    return this.#tokens.listed("}", () => this.#namedExpr(scope));
  }

  #namedExpr(scope: Scope): NamedExpr {
    const name = this.#tokens.name();
    this.#tokens.expect("=");
    return { name, expr: this.expr(scope) };
  }

  #change(scope: Scope): { readonly field: string; readonly update: LfExpr } {
    this.#tokens.expect("with");
    const { name: field, expr: update } = this.#namedExpr(scope);
    this.#tokens.expect("}");
    return { field, update };
  }

  #startsAtom(): boolean {
    const { kind, text } = this.#tokens.peek();
    if (kind === "sign") return text === "(" || text === "[";
    if (kind === "name") return !reservedWords.has(text) || this.#isAtomicWord(text);
    return kind !== "end";
  }

  #isAtomicWord(word: string): boolean {
    if (word === "None") return this.#options.isUntyped === true;
    return word === "struct" || word === "getTime";
  }

  /** Parses an operand: composite expressions are in parentheses. */
  #atom(scope: Scope): LfExpr {
    const tokens = this.#tokens;
    const token = tokens.peek();
    const literal = literalOf(token);
    if (literal !== undefined) {
      tokens.next();
      return literal;
    }
    if (tokens.accept("(")) {
      if (tokens.accept(")")) return { kind: "unit" };
      const inner = this.expr(scope);
      tokens.expect(")");
      return inner;
    }
    if (tokens.accept("[")) return this.#list(scope);
    if (tokens.accept("struct")) return this.#struct(scope);
    if (tokens.accept("getTime")) return { kind: "update", update: { kind: "getTime" } };
    if (this.#startsType()) return this.#ofType(this.#appliedType(), scope, false);
    if (token.kind === "hole") return this.#given();
    if (token.kind === "qualified") return { kind: "value", name: this.types.id() };
    if (token.kind === "name") return this.#word() ?? this.#variable(scope);
    return token.kind === "quoted" ? this.#variable(scope) : tokens.fail("an expression");
  }

  /** Parses `[@T a, b]` or `[@T a, ...rest]`. */
  #list(scope: Scope): LfExpr {
    const element = this.#mayLeaveOutType() ? unitT : this.#typeArgument();
    let tail: LfExpr | undefined;
    const front: LfExpr[] = [];
    this.#tokens.listed("]", () => {
      if (tail !== undefined) this.#tokens.fail("the end of the list");
      if (this.#tokens.accept("...")) tail = this.expr(scope);
      else front.push(this.expr(scope));
    });
    if (tail !== undefined) return { kind: "cons", element, front, tail };
    const nil: LfExpr = { kind: "nil", element };
    return front.length === 0 ? nil : { kind: "cons", element, front, tail: nil };
  }

  #given(): LfExpr {
    const given = this.#tokens.hole();
    return isExpr(given) ? given : this.#tokens.fail("an expression in the hole before this");
  }

  /** Parses a builtin, a Bool or a failure category. */
  #word(): LfExpr | undefined {
    const { text } = this.#tokens.peek();
    const id = builtinNumbered(text);
    const isNone = this.#options.isUntyped === true && text === "None";
    if (reservedWords.has(text) && !isNone) this.#tokens.fail("an expression");
    const found: LfExpr | undefined = isNone
      ? { kind: "none", element: unitT }
      : id === undefined
        ? words.get(text)
        : { kind: "builtin", id };
    if (found !== undefined) this.#tokens.next();
    return found;
  }

  /** Parses a variable, or a field of a variable whose type is known: `this.owner`. */
  #variable(scope: Scope): LfExpr {
    const name = this.#tokens.name();
    if (this.#options.isUntyped === true && !scope.has(name)) {
      return { kind: "value", name: `self:${this.#options.module()}:${name}` };
    }
    const variable: LfExpr = { kind: "variable", name };
    if (!this.#tokens.is(".")) return variable;
    const type = scope.get(name);
    if (type === undefined) return this.#tokens.fail("a variable with a type before this");
    this.#tokens.expect(".");
    const field = this.#tokens.name();
    if (type.kind === "struct") return { kind: "structField", field, struct: variable };
    return { kind: "recordField", type, field, record: variable };
  }
}

const isExpr = (given: unknown): given is LfExpr =>
  typeof given === "object" && given !== null && "kind" in given && !isType(given);
