import type { LfType } from "./ast.ts";

/**
 * Gives equal types equal numbers. A key mentions the parts of a type by their numbers: types share their
 * parts, and what one of them would be written out in full can be larger than memory where a data type
 * refers to itself with ever larger arguments.
 */
export class LfTypeNumbers {
  readonly #byType = new WeakMap<LfType, number>();
  readonly #byKey = new Map<string, number>();

  of(type: LfType): number {
    let number = this.#byType.get(type);
    if (number === undefined) {
      const key = this.#key(type);
      number = this.#byKey.get(key) ?? this.#byKey.size;
      this.#byKey.set(key, number);
      this.#byType.set(type, number);
    }
    return number;
  }

  #key(type: LfType): string {
    switch (type.kind) {
      case "builtin":
        return this.#applied(type.builtin, type.arguments);
      case "constructor":
      case "synonym":
        return this.#applied(type.id, type.arguments);
      case "variable":
        return this.#applied(`variable ${type.name}`, type.arguments);
      case "nat":
        return `nat ${type.value}`;
      case "struct":
        return `struct ${type.fields.map((field) => `${field.name} ${this.of(field.type)}`).join(" ")}`;
      case "forall":
        return `forall ${JSON.stringify(type.parameters)} ${this.of(type.body)}`;
    }
  }

  #applied(head: string, args: readonly LfType[]): string {
    return [head, ...args.map((argument) => this.of(argument))].join(" ");
  }
}
