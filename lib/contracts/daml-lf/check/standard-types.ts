import type { BuiltinType } from "../syntax/ast.ts";
import { formatInternedType, type InternedType } from "./interned-type.ts";
import type { LfTypeInterner } from "./type-interner.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/** The builtin types that the typing rules use (daml-lf.md 7, 8). */
export class StandardBuiltinTypes {
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
  /** The type constructor of functions, not applied yet. Its arguments are the parameter type and the result type. */
  readonly arrow: InternedType;
  readonly #table: LfTypeInterner;
  readonly #numeric: InternedType;
  readonly #list: InternedType;
  readonly #optional: InternedType;
  readonly #update: InternedType;
  readonly #contractId: InternedType;

  constructor(table: LfTypeInterner) {
    this.#table = table;
    this.unit = table.getBuiltinType("Unit");
    this.bool = table.getBuiltinType("Bool");
    this.int64 = table.getBuiltinType("Int64");
    this.text = table.getBuiltinType("Text");
    this.timestamp = table.getBuiltinType("Timestamp");
    this.date = table.getBuiltinType("Date");
    this.any = table.getBuiltinType("Any");
    this.anyException = table.getBuiltinType("AnyException");
    this.typeRep = table.getBuiltinType("TypeRep");
    this.failureCategory = table.getBuiltinType("FailureCategory");
    this.arrow = table.getBuiltinType("Arrow");
    this.#numeric = table.getBuiltinType("Numeric");
    this.#list = table.getBuiltinType("List");
    this.#optional = table.getBuiltinType("Optional");
    this.#update = table.getBuiltinType("Update");
    this.#contractId = table.getBuiltinType("ContractId");
    this.parties = this.getListType(table.getBuiltinType("Party"));
  }

  getFunctionType(from: InternedType, to: InternedType): InternedType {
    return this.#table.applyType(this.arrow, [from, to]);
  }

  getNumericType(scale: number): InternedType {
    return this.#table.applyType(this.#numeric, [this.#table.getNatType(scale)]);
  }

  getListType(element: InternedType): InternedType {
    return this.#table.applyType(this.#list, [element]);
  }

  getOptionalType(element: InternedType): InternedType {
    return this.#table.applyType(this.#optional, [element]);
  }

  getUpdateType(result: InternedType): InternedType {
    return this.#table.applyType(this.#update, [result]);
  }

  getContractIdType(contract: InternedType): InternedType {
    return this.#table.applyType(this.#contractId, [contract]);
  }
}

/**
 * Returns the first argument of a builtin type, or the type itself if it has none. `type` must be expanded.
 * Raises DAR_VALIDATION_ERROR for another type.
 */
export const requireBuiltinTypeArgument = (
  builtin: BuiltinType,
  type: InternedType,
): InternedType => {
  if (type.kind !== "builtin" || type.name !== builtin) {
    throw createInvalidPackageError(
      `the type ${formatInternedType(type)} was found, but ${builtin} was expected`,
    );
  }
  return type.arguments[0] ?? type;
};
