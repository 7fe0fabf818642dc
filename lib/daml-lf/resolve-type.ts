import type { LfType } from "./ast.ts";
import type { Definitions } from "./definitions.ts";
import { invalidPackage } from "./validation-error.ts";

type Bindings = ReadonlyMap<string, LfType>;

export const noBindings: Bindings = new Map();

/**
 * Brings the types of a package into the form that is compared: no synonyms, one variable per
 * quantifier, and every quantified variable with a name that occurs nowhere else, so that putting
 * types in for variables can capture nothing.
 */
export class TypeResolver {
  readonly #definitions: Definitions;
  readonly #plain = new WeakMap<LfType, boolean>();
  #fresh = 0;
  #left: number;

  /** `budget`: how many nodes of types may be visited; tables can share what unfolds without end. */
  constructor(definitions: Definitions, budget: number) {
    this.#definitions = definitions;
    this.#left = budget;
  }

  freshVariable(name: string): LfType {
    this.#fresh += 1;
    return { kind: "variable", name: `${name}#${this.#fresh}`, arguments: [] };
  }

  resolve(type: LfType, bindings: Bindings = noBindings): LfType {
    if (this.#isPlain(type)) return type;
    this.#spend();
    switch (type.kind) {
      case "variable":
        return this.#variable(type, bindings);
      case "builtin":
      case "constructor":
        return { ...type, arguments: this.#all(type.arguments, bindings) };
      case "synonym":
        return this.#synonym(type, bindings);
      case "forall":
        return this.#forall(type, 0, bindings);
      case "struct":
        return {
          kind: "struct",
          fields: type.fields.map(({ name, type: field }) => ({
            name,
            type: this.resolve(field, bindings),
          })),
        };
      case "nat":
        return type;
    }
  }

  /** A resolved type with others in place of variables; itself where it has none of them. */
  substitute(type: LfType, replacements: Bindings): LfType {
    this.#spend();
    switch (type.kind) {
      case "variable": {
        const replacement = replacements.get(type.name);
        const args = this.#mapped(type.arguments, replacements);
        if (replacement !== undefined) return applyTo(replacement, args);
        return args === type.arguments ? type : { ...type, arguments: args };
      }
      case "builtin":
      case "constructor": {
        const args = this.#mapped(type.arguments, replacements);
        return args === type.arguments ? type : { ...type, arguments: args };
      }
      case "struct":
        return {
          kind: "struct",
          fields: type.fields.map((field) => ({
            name: field.name,
            type: this.substitute(field.type, replacements),
          })),
        };
      case "forall": {
        const body = this.substitute(type.body, replacements);
        return body === type.body ? type : { ...type, body };
      }
      case "synonym":
      case "nat":
        return type;
    }
  }

  /** The very array when nothing in it changes. */
  #mapped(types: readonly LfType[], replacements: Bindings): readonly LfType[] {
    let changed: LfType[] | undefined;
    for (const [index, type] of types.entries()) {
      const mapped = this.substitute(type, replacements);
      if (mapped === type) continue;
      changed ??= [...types];
      changed[index] = mapped;
    }
    return changed ?? types;
  }

  #all(types: readonly LfType[], bindings: Bindings): readonly LfType[] {
    return types.map((each) => this.resolve(each, bindings));
  }

  #variable(type: Extract<LfType, { readonly kind: "variable" }>, bindings: Bindings): LfType {
    const bound = bindings.get(type.name);
    if (bound === undefined) throw invalidPackage(`the type variable ${type.name} is not bound`);
    return applyTo(bound, this.#all(type.arguments, bindings));
  }

  #synonym(type: Extract<LfType, { readonly kind: "synonym" }>, bindings: Bindings): LfType {
    const { parameters, type: body } = this.#definitions.synonym(type.id);
    if (parameters.length !== type.arguments.length)
      throw invalidPackage(`the synonym ${type.id} takes ${parameters.length} arguments`);
    const args = this.#all(type.arguments, bindings);
    const own = new Map(
      parameters.flatMap(({ name }, index) => {
        const argument = args[index];
        return argument === undefined ? [] : [[name, argument] as const];
      }),
    );
    return this.resolve(body, own);
  }

  #forall(
    type: Extract<LfType, { readonly kind: "forall" }>,
    index: number,
    bindings: Bindings,
  ): LfType {
    const parameter = type.parameters[index];
    if (parameter === undefined) return this.resolve(type.body, bindings);
    const variable = this.freshVariable(parameter.name);
    const name = variable.kind === "variable" ? variable.name : "";
    const inner = new Map(bindings).set(parameter.name, variable);
    return {
      kind: "forall",
      parameters: [{ name, kind: parameter.kind }],
      body: this.#forall(type, index + 1, inner),
    };
  }

  /** Nothing in it to resolve; remembered, since tables share types. */
  #isPlain(type: LfType): boolean {
    const known = this.#plain.get(type);
    if (known !== undefined) return known;
    const plain = this.#computePlain(type);
    this.#plain.set(type, plain);
    return plain;
  }

  #computePlain(type: LfType): boolean {
    switch (type.kind) {
      case "builtin":
        return type.arguments.every((each) => this.#isPlain(each));
      case "constructor":
        this.#definitions.dataType(type.id);
        return type.arguments.every((each) => this.#isPlain(each));
      case "struct":
        return type.fields.every((field) => this.#isPlain(field.type));
      case "nat":
        return true;
      case "variable":
      case "synonym":
      case "forall":
        return false;
    }
  }

  #spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw invalidPackage("its types unfold to more than can be checked");
  }
}

const applyTo = (head: LfType, args: readonly LfType[]): LfType => {
  if (args.length === 0) return head;
  if ("arguments" in head) return { ...head, arguments: [...head.arguments, ...args] };
  throw invalidPackage("a type that takes no arguments is applied to some");
};
