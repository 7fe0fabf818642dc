import type { BuiltinType, LfTypeKind, TypeParameter } from "../syntax/ast.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * The kind of a type (daml-lf.md 3.4): `*` for types of values, `nat` for numbers, otherwise an argument
 * kind and a result kind. A table creates each kind only once, so kinds are equal if they are identical.
 */
export class TypeKind {
  readonly name: "*" | "nat" | "->";
  readonly parameter: TypeKind | undefined;
  readonly result: TypeKind | undefined;
  /** Function kinds whose argument is this kind, by result kind. */
  functions: Map<TypeKind, TypeKind> | undefined = undefined;

  constructor(name: TypeKind["name"], parameter?: TypeKind, result?: TypeKind) {
    this.name = name;
    this.parameter = parameter;
    this.result = result;
  }
}

/** Creates kinds. Raises DAR_VALIDATION_ERROR for invalid ones. */
export class LfKindTable {
  readonly star: TypeKind = new TypeKind("*");
  readonly nat: TypeKind = new TypeKind("nat");
  /** Cached by object: the kinds of an archive can share parts, and converting a shared part each time could take exponential time. */
  readonly #known = new Map<LfTypeKind, TypeKind>();

  getArrowKind(parameter: TypeKind, result: TypeKind): TypeKind {
    const functions = (parameter.functions ??= new Map<TypeKind, TypeKind>());
    let arrow = functions.get(result);
    if (arrow === undefined) functions.set(result, (arrow = new TypeKind("->", parameter, result)));
    return arrow;
  }

  /**
   * Returns the interned kind for a decoded kind. A result of kind `nat` is an error, because no type
   * function returns a number.
   */
  fromDecoded(kind: LfTypeKind): TypeKind {
    switch (kind.kind) {
      case "star":
        return this.star;
      case "nat":
        return this.nat;
      case "arrow": {
        let known = this.#known.get(kind);
        if (known === undefined) this.#known.set(kind, (known = this.#decodeArrowKind(kind)));
        return known;
      }
    }
  }

  #decodeArrowKind({
    parameters,
    result,
  }: Extract<LfTypeKind, { readonly kind: "arrow" }>): TypeKind {
    const of = this.fromDecoded(result);
    if (of === this.nat) {
      throw createInvalidPackageError("invalid kind: nat is the result of an arrow");
    }
    return parameters.reduceRight<TypeKind>(
      (inner, parameter) => this.getArrowKind(this.fromDecoded(parameter), inner),
      of,
    );
  }

  /** Returns the kind of a data type or synonym with these parameters. */
  kindWithParameters(parameters: readonly TypeParameter[]): TypeKind {
    return parameters.reduceRight<TypeKind>(
      (result, { kind }) => this.getArrowKind(this.fromDecoded(kind), result),
      this.star,
    );
  }

  getBuiltinKind(builtin: BuiltinType): TypeKind {
    switch (builtin) {
      case "Unit":
      case "Bool":
      case "Int64":
      case "Date":
      case "Timestamp":
      case "Party":
      case "Text":
      case "Any":
      case "AnyException":
      case "TypeRep":
      case "FailureCategory":
      case "BigNumeric":
      case "RoundingMode":
        return this.star;
      case "Numeric":
        return this.getArrowKind(this.nat, this.star);
      case "ContractId":
      case "Optional":
      case "List":
      case "TextMap":
      case "Update":
        return this.getArrowKind(this.star, this.star);
      case "GenMap":
      case "Arrow":
        return this.getArrowKind(this.star, this.getArrowKind(this.star, this.star));
    }
  }
}

/** Maximum number of parts of a kind in messages. */
const maxShown = 50;

/** Returns a kind as text for messages, shortened if it is very long. */
export const formatTypeKind = (kind: TypeKind): string => {
  let left = maxShown;
  const show = (each: TypeKind): string => {
    left -= 1;
    if (left < 0) return "…";
    const { name, parameter, result } = each;
    if (parameter === undefined || result === undefined) return name;
    const from = show(parameter);
    return `${parameter.name === "->" ? `(${from})` : from} -> ${show(result)}`;
  };
  return show(kind);
};
