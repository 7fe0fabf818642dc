import type { BuiltinType, Kind, TypeParameter } from "../syntax/ast.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * What a type can be applied to and what that gives (daml-lf.md 3.4): `*` for a type that values have,
 * `nat` for a number, and for all others the kind of the argument and the kind of what comes of it. A
 * table makes each kind once: kinds are equal when they are identical.
 */
export class TypeKind {
  readonly name: "*" | "nat" | "->";
  readonly parameter: TypeKind | undefined;
  readonly result: TypeKind | undefined;
  /** Of types that take this one, by what comes of it. */
  functions: Map<TypeKind, TypeKind> | undefined = undefined;

  constructor(name: TypeKind["name"], parameter?: TypeKind, result?: TypeKind) {
    this.name = name;
    this.parameter = parameter;
    this.result = result;
  }
}

/** Makes kinds. Raises DAR_VALIDATION_ERROR for what is none. */
export class KindTable {
  readonly star: TypeKind = new TypeKind("*");
  readonly nat: TypeKind = new TypeKind("nat");
  /** Archives can share parts of kinds, which would unfold without end. */
  readonly #known = new Map<Kind, TypeKind>();

  arrow(parameter: TypeKind, result: TypeKind): TypeKind {
    const functions = (parameter.functions ??= new Map<TypeKind, TypeKind>());
    let arrow = functions.get(result);
    if (arrow === undefined) functions.set(result, (arrow = new TypeKind("->", parameter, result)));
    return arrow;
  }

  /** That of an archive. Nothing gives a number, as there are no functions of numbers. */
  of(kind: Kind): TypeKind {
    switch (kind.kind) {
      case "star":
        return this.star;
      case "nat":
        return this.nat;
      case "arrow": {
        let known = this.#known.get(kind);
        if (known === undefined) this.#known.set(kind, (known = this.#arrowOf(kind)));
        return known;
      }
    }
  }

  #arrowOf({ parameters, result }: Extract<Kind, { readonly kind: "arrow" }>): TypeKind {
    const of = this.of(result);
    if (of === this.nat) throw invalidPackage("invalid kind: nat stands to the right of an arrow");
    return parameters.reduceRight<TypeKind>(
      (inner, parameter) => this.arrow(this.of(parameter), inner),
      of,
    );
  }

  /** That of a data type or a synonym with these parameters. */
  taking(parameters: readonly TypeParameter[]): TypeKind {
    return parameters.reduceRight<TypeKind>(
      (result, { kind }) => this.arrow(this.of(kind), result),
      this.star,
    );
  }

  ofBuiltin(builtin: BuiltinType): TypeKind {
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
        return this.arrow(this.nat, this.star);
      case "ContractId":
      case "Optional":
      case "List":
      case "TextMap":
      case "Update":
        return this.arrow(this.star, this.star);
      case "GenMap":
      case "Arrow":
        return this.arrow(this.star, this.arrow(this.star, this.star));
    }
  }
}

/** How many parts of a kind messages show. */
const maxShown = 50;

/** How a kind is written in messages; shortened where it is very long. */
export const showKind = (kind: TypeKind): string => {
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
