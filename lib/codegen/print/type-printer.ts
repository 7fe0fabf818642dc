import type { Field, Type } from "../../base/values/type.ts";

/** Provides the local names of types. */
export interface LocalTypeNames {
  /** Returns the local name of a type in `contracts.ts`. */
  runtimeType(name: string): string;
  /** Returns the name of a data type; undefined if it is not generated. */
  dataType(id: string): string | undefined;
  /** Returns the name of the contract id type of a template or interface; undefined for other types. */
  contractIdOf(id: string): string | undefined;
}

/** Prints the types in one definition, which may use its type parameters. */
export class TypePrinter {
  readonly #names: LocalTypeNames;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  /** `parameters` maps Daml names of type parameters to local names. */
  constructor(names: LocalTypeNames, parameters: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
    this.#parameters = parameters;
  }

  /** The type parameters as `<a, b>`. Read it after printing: unused parameters start with `_`. */
  get parameterList(): string {
    const names = [...this.#parameters].map(([name, local]) =>
      this.#used.has(name) ? local : `_${local}`,
    );
    return names.length === 0 ? "" : `<${names.join(", ")}>`;
  }

  printField({ name, type }: Field): string {
    const isPlain = type.kind === "optional" && type.element.kind !== "optional";
    return `readonly ${printPropertyName(name)}${isPlain ? "?" : ""}: ${this.printType(type)};`;
  }

  printType(type: Type): string {
    switch (type.kind) {
      case "unit":
        return this.#names.runtimeType("Unit");
      case "bool":
        return "boolean";
      case "text":
        return "string";
      case "int64":
        return this.#names.runtimeType("Int64");
      case "timestamp":
        return this.#names.runtimeType("Timestamp");
      case "date":
        return this.#names.runtimeType("CalendarDate");
      case "party":
        return this.#names.runtimeType("Party");
      case "numeric":
        return `${this.#names.runtimeType("Numeric")}<${type.scale}>`;
      case "contractId":
        return this.#printContractId(type.target);
      case "optional":
        return this.#printOptional(type.element, false);
      case "list":
        return `readonly ${parenthesizeReadonly(this.printType(type.element))}[]`;
      case "textMap":
        return `${this.#names.runtimeType("TextMap")}<${this.printType(type.element)}>`;
      case "genMap":
        return `${this.#names.runtimeType("GenMap")}<${this.printType(type.key)}, ${this.printType(type.value)}>`;
      case "named":
        return this.#printNamedType(type.id, type.arguments);
      case "variable":
        return this.#printVariable(type.name);
    }
  }

  /** Prints an Optional. One that contains an Optional, and the inner one, are encoded as arrays. */
  #printOptional(element: Type, isInner: boolean): string {
    if (element.kind === "optional") {
      return `${this.#names.runtimeType("Nested")}<${this.#printOptional(element.element, true)}>`;
    }
    return `${this.#names.runtimeType(isInner ? "Nested" : "Optional")}<${this.printType(element)}>`;
  }

  #printContractId(target: Type | undefined): string {
    const known = target?.kind === "named" ? this.#names.contractIdOf(target.id) : undefined;
    return known ?? this.#names.runtimeType("ContractId");
  }

  #printNamedType(id: string, args: readonly Type[]): string {
    const name = this.#names.dataType(id);
    if (name === undefined) return "unknown";
    return args.length === 0
      ? name
      : `${name}<${args.map((each) => this.printType(each)).join(", ")}>`;
  }

  #printVariable(name: string): string {
    this.#used.add(name);
    return this.#parameters.get(name) ?? "unknown";
  }
}

const parenthesizeReadonly = (text: string): string =>
  text.startsWith("readonly ") ? `(${text})` : text;

/**
 * Returns a property name. Every Daml-LF name is a valid JavaScript name, but `__proto__` has another
 * meaning in an object literal.
 */
export const printPropertyName = (name: string): string =>
  name === "__proto__" ? '["__proto__"]' : name;
