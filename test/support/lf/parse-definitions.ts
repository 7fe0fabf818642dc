import type {
  DataConstructors,
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfExpr,
  LfInterface,
  LfModule,
  LfTemplate,
  LfType,
  TypedName,
  TypeParameter,
  TypeSynonym,
  ValueDefinition,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { byName, interfaceType, module, type ModuleSource } from "./definitions.ts";
import { list } from "./expressions.ts";
import { Definitions, TemplateParts } from "./found-definitions.ts";
import { ExprParser } from "./parse-expression.ts";
import type { TypeParser } from "./parse-type.ts";
import type { Ranges } from "./ranges.ts";
import type { Scope } from "./scope.ts";
import type { Token, Tokens } from "./tokens.ts";
import { partyT, unitT } from "./types.ts";

/** Parses modules and their definitions. */
export class DefinitionParser {
  readonly #tokens: Tokens;
  readonly #exprs: ExprParser;
  readonly #types: TypeParser;
  readonly #ranges: Ranges | undefined;
  #module = "Main";
  #controllers: LfExpr | undefined;

  /** The parser adds the source ranges of expressions, values, templates and choices to `ranges`. */
  constructor(tokens: Tokens, ranges?: Ranges) {
    this.#tokens = tokens;
    this.#ranges = ranges;
    this.#exprs = new ExprParser(tokens, { module: () => this.#module, ranges });
    this.#types = this.#exprs.types;
  }

  modules(): readonly LfModule[] {
    const all: LfModule[] = [];
    while (this.#tokens.accept("module")) {
      this.#module = this.#moduleName();
      this.#tokens.expect("{");
      all.push(module(this.#module, this.definitions("}")));
      this.#tokens.expect("}");
    }
    return all;
  }

  /** Parses definitions up to the bracket, or to the end. */
  definitions(closing?: "}"): ModuleSource {
    const found = new Definitions();
    while (this.#tokens.peek().kind !== "end" && !(closing !== undefined && this.#tokens.is("}"))) {
      this.#definition(found);
    }
    return found.source();
  }

  /** Parses choices up to the end; by default these parties control them. */
  choices(scope: Scope, controllers: LfExpr | undefined): readonly LfChoice[] {
    this.#controllers = controllers;
    const all: LfChoice[] = [];
    while (this.#startsChoice()) all.push(...this.#choice(scope));
    return all;
  }

  #moduleName(): string {
    const segments = [this.#tokens.name()];
    while (this.#tokens.accept(".")) segments.push(this.#tokens.name());
    return segments.join(".");
  }

  #definition(found: Definitions): void {
    const tokens = this.#tokens;
    if (tokens.peek().kind === "hole") {
      const given = tokens.hole();
      if (!isSource(given)) return tokens.fail("definitions in the hole before this");
      found.add(given);
      return;
    }
    const serializable = !tokens.accept("unserializable");
    if (tokens.accept("record")) found.dataTypes.push(this.#record(serializable));
    else if (tokens.accept("variant")) found.dataTypes.push(this.#variant(serializable));
    else if (tokens.accept("enum")) found.dataTypes.push(this.#enum(serializable));
    else if (tokens.accept("type")) found.synonyms.push(this.#synonym());
    else if (tokens.accept("val")) found.values.push(this.#value());
    else if (tokens.accept("exception")) this.#exception(found);
    else if (tokens.accept("interface")) this.#interface(found);
    else if (tokens.accept("template")) this.#template(found);
    else tokens.fail("a definition");
  }

  #record(serializable: boolean): LfDataType {
    const name = this.#tokens.name();
    const parameters = this.#types.parameters();
    this.#tokens.expect("{");
    const constructors: DataConstructors = { kind: "record", fields: this.#types.fields() };
    return { name, parameters, serializable, constructors };
  }

  #variant(serializable: boolean): LfDataType {
    const name = this.#tokens.name();
    const parameters = this.#types.parameters();
    this.#tokens.expect("{");
    const constructors: DataConstructors = { kind: "variant", constructors: this.#types.fields() };
    return { name, parameters, serializable, constructors };
  }

  #enum(serializable: boolean): LfDataType {
    const name = this.#tokens.name();
    const parameters = this.#types.parameters();
    this.#tokens.expect("{");
    const constructors = this.#tokens.listed("}", () => this.#tokens.name());
    return { name, parameters, serializable, constructors: { kind: "enum", constructors } };
  }

  #synonym(): TypeSynonym {
    const name = this.#tokens.name();
    const parameters: readonly TypeParameter[] = this.#types.parameters();
    this.#tokens.expect("=");
    const type = this.#types.type();
    this.#tokens.expect(";");
    return { name, parameters, type };
  }

  /** Parses `val f: T = expr;`. */
  #value(): ValueDefinition {
    const first = this.#tokens.peek();
    const name = this.#tokens.name();
    this.#tokens.expect(":");
    const type = this.#types.type();
    this.#tokens.expect("=");
    const body = this.#closed(new Map());
    return this.#located({ name, type, body: () => body }, first);
  }

  /** Parses `exception E {fields} message expr;`. It also defines the record if it has fields. */
  #exception(found: Definitions): void {
    const name = this.#tokens.name();
    if (this.#tokens.accept("{")) found.dataTypes.push(recordOf(name, this.#types.fields()));
    this.#tokens.expect("message");
    found.exceptions[name] = this.#closed(new Map());
  }

  /** Parses an interface. `interface type I;` defines only its type and may be repeated. */
  #interface(found: Definitions): void {
    const tokens = this.#tokens;
    if (tokens.is("type") && !tokens.is("{", 1)) {
      tokens.next();
      const type = interfaceType(tokens.name());
      found.dataTypes.push({ ...type, parameters: this.#types.parameters() });
      tokens.expect(";");
      return;
    }
    const name = tokens.name();
    found.dataTypes.push(interfaceType(name));
    const parameter = this.#parameter();
    const requires = this.#requirements();
    found.interfaces.push({ name, parameter, requires, ...this.#interfaceParts(name, parameter) });
  }

  /** Parses the name of the parameter, `this` by default. */
  #parameter(): string {
    return this.#tokens.accept("as") ? this.#tokens.name() : "this";
  }

  #requirements(): readonly string[] {
    const all: string[] = [];
    if (!this.#tokens.accept("requires")) return all;
    do all.push(this.#types.reference());
    while (this.#tokens.accept(","));
    return all;
  }

  #interfaceParts(
    name: string,
    parameter: string,
  ): Pick<LfInterface, "methods" | "choices" | "view"> {
    const tokens = this.#tokens;
    const scope: Scope = new Map([[parameter, this.#own(name)]]);
    const methods = new Map<string, LfType>();
    const choices: LfChoice[] = [];
    let view: LfType | undefined;
    tokens.expect("{");
    while (!tokens.accept("}")) {
      if (this.#startsChoice()) {
        choices.push(...this.#choice(scope));
      } else if (tokens.accept("view")) {
        view = this.#types.type();
        tokens.expect(";");
      } else {
        tokens.expect("method");
        const method = tokens.name();
        tokens.expect(":");
        methods.set(method, this.#types.type());
        tokens.expect(";");
      }
    }
    if (view === undefined) return tokens.fail("a view in the interface before this");
    return { methods, choices: byName(choices), view };
  }

  /** Parses `template T with {fields} {parts}`. It also defines the record. */
  #template(found: Definitions): void {
    const first = this.#tokens.peek();
    const name = this.#tokens.name();
    const parameter = this.#parameter();
    if (this.#tokens.accept("with")) {
      this.#tokens.expect("{");
      found.dataTypes.push(recordOf(name, this.#types.fields()));
    }
    const scope: Scope = new Map([[parameter, this.#own(name)]]);
    this.#tokens.expect("{");
    const parts = new TemplateParts();
    while (!this.#tokens.accept("}")) this.#templatePart(parts, scope);
    const { signatories } = parts;
    if (signatories === undefined) this.#tokens.fail("signatories in the template before this");
    else found.templates.push(this.#located(parts.template(name, parameter, signatories), first));
  }

  #templatePart(parts: TemplateParts, scope: Scope): void {
    const tokens = this.#tokens;
    if (this.#startsChoice()) {
      parts.choices.push(...this.#choice(scope));
    } else if (tokens.accept("precondition")) {
      parts.precondition = this.#closed(scope);
    } else if (tokens.accept("signatories")) {
      parts.signatories = this.#closed(scope);
    } else if (tokens.accept("observers")) {
      parts.observers = this.#closed(scope);
    } else if (tokens.accept("key")) {
      parts.key = this.#key(scope);
    } else if (tokens.accept("implements")) {
      parts.implements.push(this.#instance(scope));
    } else if (tokens.accept("no")) {
      tokens.expect("Archive", ";");
      parts.hasArchive = false;
    } else {
      tokens.fail("a part of a template");
    }
  }

  /** Parses `key T = expr maintained by function;`. */
  #key(scope: Scope): NonNullable<LfTemplate["key"]> {
    const type = this.#types.type();
    this.#tokens.expect("=");
    const body = this.#exprs.expr(scope);
    this.#tokens.expect("maintained", "by");
    const maintainers = this.#closed(scope);
    return { type, body: () => body, maintainers: () => maintainers };
  }

  /** Parses `implements I {view expr; method name = expr;}`. */
  #instance(scope: Scope): InterfaceInstance {
    const tokens = this.#tokens;
    const interfaceId = this.#types.reference();
    const methods = new Map<string, () => LfExpr>();
    let view: LfExpr | undefined;
    tokens.expect("{");
    while (!tokens.accept("}")) {
      if (tokens.accept("view")) {
        view = this.#closed(scope);
      } else {
        tokens.expect("method");
        const name = tokens.name();
        tokens.expect("=");
        const body = this.#closed(scope);
        methods.set(name, () => body);
      }
    }
    const found = view;
    if (found === undefined) return tokens.fail("a view in the instance before this");
    return { interfaceId, methods, view: () => found };
  }

  #startsChoice(): boolean {
    const tokens = this.#tokens;
    return tokens.peek().kind === "hole" || tokens.is("choice") || tokens.is("nonconsuming");
  }

  /** Parses `choice C self (arg: T): R by parties observed by parties = update;`, or choices in a hole. */
  #choice(scope: Scope): readonly LfChoice[] {
    const tokens = this.#tokens;
    if (tokens.peek().kind === "hole") {
      const given = tokens.hole();
      return isChoices(given) ? given : tokens.fail("choices in the hole before this");
    }
    const first = tokens.peek();
    const consuming = !tokens.accept("nonconsuming");
    tokens.expect("choice");
    const name = tokens.name();
    const selfName = ["(", ":", "by", "="].some((sign) => tokens.is(sign)) ? "self" : tokens.name();
    const argument = this.#argument();
    const result = tokens.accept(":") ? this.#types.type() : unitT;
    const inside = new Map(scope).set(selfName, undefined).set(argument.name, argument.type);
    const seen = new Map(scope).set(argument.name, argument.type);
    const controllers = this.#controlling(seen);
    const observers = this.#parties("observed", seen);
    const authorizers = this.#parties("authorized", seen);
    tokens.expect("=");
    const body = this.#closed(inside);
    const choice: LfChoice = {
      name,
      consuming,
      controllers: () => controllers,
      observers: () => observers ?? list(partyT),
      authorizers: authorizers === undefined ? undefined : () => authorizers,
      argumentName: argument.name,
      argumentType: argument.type,
      resultType: result,
      selfName,
      body: () => body,
    };
    return [this.#located(choice, first)];
  }

  /** Records the source range of a definition, from its first token up to the last token that was read. */
  #located<T extends LfChoice | LfTemplate | ValueDefinition>(definition: T, first: Token): T {
    this.#ranges?.set(definition, this.#tokens.rangeFrom(first));
    return definition;
  }

  /** Parses the argument of a choice; Unit by default. */
  #argument(): TypedName {
    const tokens = this.#tokens;
    if (!tokens.accept("(")) return { name: "arg", type: unitT };
    const name = tokens.name();
    tokens.expect(":");
    const type = this.#types.type();
    tokens.expect(")");
    return { name, type };
  }

  #controlling(scope: Scope): LfExpr {
    const usual = this.#controllers;
    if (usual !== undefined && !this.#tokens.is("by")) return usual;
    this.#tokens.expect("by");
    return this.#exprs.expr(scope);
  }

  #parties(word: "observed" | "authorized", scope: Scope): LfExpr | undefined {
    if (!this.#tokens.accept(word)) return undefined;
    this.#tokens.expect("by");
    return this.#exprs.expr(scope);
  }

  /** Parses an expression up to a semicolon. */
  #closed(scope: Scope): LfExpr {
    const expr = this.#exprs.expr(scope);
    this.#tokens.expect(";");
    return expr;
  }

  #own(name: string): LfType {
    return { kind: "constructor", id: `self:${this.#module}:${name}`, arguments: [] };
  }
}

/** Returns true if a hole contains definitions; syntax trees of other kinds have a property `kind`. */
const isSource = (given: unknown): given is ModuleSource =>
  typeof given === "object" && given !== null && !Array.isArray(given) && !("kind" in given);

const isChoices = (given: unknown): given is readonly LfChoice[] => Array.isArray(given);

const recordOf = (name: string, fields: readonly TypedName[]): LfDataType => ({
  name,
  parameters: [],
  serializable: true,
  constructors: { kind: "record", fields },
});
