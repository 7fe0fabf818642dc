import { type InternedType, showType } from "./interned-type.ts";
import { showKind, type TypeKind } from "./kind-table.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * Returns if the type is of the kind, or depends on a bound variable: its kind was looked at when the
 * variable was still in scope. Raises DAR_VALIDATION_ERROR.
 */
export const expectKind = (expected: TypeKind, type: InternedType): void => {
  const { typeKind } = type;
  if (typeKind === expected || typeKind === undefined) return;
  throw invalidPackage(
    `kind mismatch: ${showType(type)} is of kind ${showKind(typeKind)}, expected is ${showKind(expected)}`,
  );
};

/** Returns if `fun` takes these arguments: they are of its kinds. Raises DAR_VALIDATION_ERROR. */
export const expectApplicable = (fun: InternedType, args: readonly InternedType[]): void => {
  let kind = fun.typeKind;
  for (const arg of args) {
    if (kind?.parameter === undefined)
      throw invalidPackage(`expected a higher-kinded type: ${showType(fun)} takes fewer arguments`);
    expectKind(kind.parameter, arg);
    kind = kind.result;
  }
};
