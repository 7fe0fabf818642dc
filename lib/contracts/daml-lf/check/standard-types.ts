import type { BuiltinType } from "../syntax/ast.ts";
import { type InternedType, showType } from "./interned-type.ts";
import type { TypeTable } from "./type-table.ts";
import { invalidPackage } from "./validation-error.ts";

/** The builtin types that the typing rules use (daml-lf.md 7, 8). */
export class StandardTypes {
  readonly unit: InternedType;
  readonly bool: InternedType;
  readonly int64: InternedType;
  readonly text: InternedType;
  readonly timestamp: InternedType;
  readonly date: InternedType;
  readonly any: InternedType;
  readonly anyException: InternedType;
  readonly typeRep: InternedType;
  readonly failureCategory: InternedType;
  readonly parties: InternedType;
  /** The function type without arguments; its arguments are the argument type and the result type. */
  readonly arrow: InternedType;
  readonly #table: TypeTable;
  readonly #numeric: InternedType;
  readonly #list: InternedType;
  readonly #optional: InternedType;
  readonly #update: InternedType;
  readonly #contractId: InternedType;

  constructor(table: TypeTable) {
    this.#table = table;
    this.unit = table.builtin("Unit");
    this.bool = table.builtin("Bool");
    this.int64 = table.builtin("Int64");
    this.text = table.builtin("Text");
    this.timestamp = table.builtin("Timestamp");
    this.date = table.builtin("Date");
    this.any = table.builtin("Any");
    this.anyException = table.builtin("AnyException");
    this.typeRep = table.builtin("TypeRep");
    this.failureCategory = table.builtin("FailureCategory");
    this.arrow = table.builtin("Arrow");
    this.#numeric = table.builtin("Numeric");
    this.#list = table.builtin("List");
    this.#optional = table.builtin("Optional");
    this.#update = table.builtin("Update");
    this.#contractId = table.builtin("ContractId");
    this.parties = this.list(table.builtin("Party"));
  }

  function(from: InternedType, to: InternedType): InternedType {
    return this.#table.apply(this.arrow, [from, to]);
  }

  numeric(scale: number): InternedType {
    return this.#table.apply(this.#numeric, [this.#table.number(scale)]);
  }

  list(element: InternedType): InternedType {
    return this.#table.apply(this.#list, [element]);
  }

  optional(element: InternedType): InternedType {
    return this.#table.apply(this.#optional, [element]);
  }

  update(result: InternedType): InternedType {
    return this.#table.apply(this.#update, [result]);
  }

  contractId(contract: InternedType): InternedType {
    return this.#table.apply(this.#contractId, [contract]);
  }
}

/**
 * Returns the first argument of a builtin type, or the type itself if it has none. `type` must be expanded.
 * Raises DAR_VALIDATION_ERROR for another type.
 */
export const expectBuiltin = (builtin: BuiltinType, type: InternedType): InternedType => {
  if (type.kind !== "builtin" || type.name !== builtin) {
    throw invalidPackage(`the type ${showType(type)} was found, but ${builtin} was expected`);
  }
  return type.arguments[0] ?? type;
};
