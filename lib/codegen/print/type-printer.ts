import type { Field, Type } from "../../base/values/type.ts";

/** What types are called where they are printed. */
export interface TypeNames {
  /** Something of `contracts.ts`. */
  shared(name: string): string;
  /** A data type; undefined for one that is not generated. */
  dataType(id: string): string | undefined;
  /** The type of the ids of a template or interface; undefined for what is neither. */
  contractIdOf(id: string): string | undefined;
}

/** Prints types with the type parameters of one definition. */
export class TypePrinter {
  readonly #names: TypeNames;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  /** `parameters` are called as their values say. */
  constructor(names: TypeNames, parameters: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
    this.#parameters = parameters;
  }

  /** `<a, b>` of what is printed by now; one that nothing mentions begins with `_`. */
  get parameters(): string {
    const names = [...this.#parameters].map(([name, local]) =>
      this.#used.has(name) ? local : `_${local}`,
    );
    return names.length === 0 ? "" : `<${names.join(", ")}>`;
  }

  field({ name, type }: Field): string {
    const isPlain = type.kind === "optional" && type.element.kind !== "optional";
    return `readonly ${propertyName(name)}${isPlain ? "?" : ""}: ${this.text(type)};`;
  }

  text(type: Type): string {
    switch (type.kind) {
      case "unit":
        return this.#names.shared("Unit");
      case "bool":
        return "boolean";
      case "text":
        return "string";
      case "int64":
        return this.#names.shared("Int64");
      case "timestamp":
        return this.#names.shared("Timestamp");
      case "date":
        return this.#names.shared("CalendarDate");
      case "party":
        return this.#names.shared("Party");
      case "numeric":
        return `${this.#names.shared("Numeric")}<${type.scale}>`;
      case "contractId":
        return this.#contractId(type.target);
      case "optional":
        return this.#optional(type.element, false);
      case "list":
        return `readonly ${inParentheses(this.text(type.element))}[]`;
      case "textMap":
        return `${this.#names.shared("TextMap")}<${this.text(type.element)}>`;
      case "genMap":
        return `${this.#names.shared("GenMap")}<${this.text(type.key)}, ${this.text(type.value)}>`;
      case "named":
        return this.#named(type.id, type.arguments);
      case "variable":
        return this.#variable(type.name);
    }
  }

  /** Where an Optional lies in an Optional, both are arrays. */
  #optional(element: Type, isInner: boolean): string {
    if (element.kind === "optional") {
      return `${this.#names.shared("Nested")}<${this.#optional(element.element, true)}>`;
    }
    return `${this.#names.shared(isInner ? "Nested" : "Optional")}<${this.text(element)}>`;
  }

  #contractId(target: Type | undefined): string {
    const known = target?.kind === "named" ? this.#names.contractIdOf(target.id) : undefined;
    return known ?? this.#names.shared("ContractId");
  }

  #named(id: string, args: readonly Type[]): string {
    const name = this.#names.dataType(id);
    if (name === undefined) return "unknown";
    return args.length === 0 ? name : `${name}<${args.map((each) => this.text(each)).join(", ")}>`;
  }

  #variable(name: string): string {
    this.#used.add(name);
    return this.#parameters.get(name) ?? "unknown";
  }
}

const inParentheses = (text: string): string => (text.startsWith("readonly ") ? `(${text})` : text);

/** Whatever is a name in Daml-LF is one in JavaScript; one of them means something else in a literal. */
export const propertyName = (name: string): string =>
  name === "__proto__" ? '["__proto__"]' : name;
