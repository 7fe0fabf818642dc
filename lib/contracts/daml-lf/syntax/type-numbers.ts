import type { LfType } from "./ast.ts";

/**
 * Assigns equal numbers to equal types. Types share parts, so the full text of a type can exceed the
 * available memory. The key of a type therefore contains only the numbers of its parts.
 */
export class LfTypeNumbering {
  readonly #byType = new WeakMap<LfType, number>();
  readonly #byKey = new Map<string, number>();

  getTypeNumber(type: LfType): number {
    let number = this.#byType.get(type);
    if (number === undefined) {
      const key = this.#formatTypeKey(type);
      number = this.#byKey.get(key) ?? this.#byKey.size;
      this.#byKey.set(key, number);
      this.#byType.set(type, number);
    }
    return number;
  }

  #formatTypeKey(type: LfType): string {
    switch (type.kind) {
      case "builtin":
        return this.#formatApplicationKey(type.builtin, type.arguments);
      case "constructor":
      case "synonym":
        return this.#formatApplicationKey(type.id, type.arguments);
      case "variable":
        return this.#formatApplicationKey(`variable ${type.name}`, type.arguments);
      case "nat":
        return `nat ${type.value}`;
      case "struct":
        return `struct ${type.fields.map((field) => `${field.name} ${this.getTypeNumber(field.type)}`).join(" ")}`;
      case "forall":
        return `forall ${JSON.stringify(type.parameters)} ${this.getTypeNumber(type.body)}`;
    }
  }

  #formatApplicationKey(head: string, args: readonly LfType[]): string {
    return [head, ...args.map((argument) => this.getTypeNumber(argument))].join(" ");
  }
}
