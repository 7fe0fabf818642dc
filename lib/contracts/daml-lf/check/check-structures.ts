import type { LfExpr, NamedExpr, TypedName } from "../syntax/ast.ts";
import type { ExprTypeChecker, TypeEnvironment } from "./expr-typing.ts";
import { formatInternedType, type InternedType } from "./interned-type.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/** The fields of a struct, sorted by name. */
type StructFields = readonly NamedExpr[];

/**
 * Returns the type of a struct with these fields. Raises DAR_VALIDATION_ERROR, and the errors of `typing`.
 */
export const inferStructType = (
  fields: StructFields,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  checkDistinct(fields);
  return typing.types.table.getStructType(
    fields.map(({ name }) => name),
    fields.map(({ expr }) => typing.inferType(expr, env)),
  );
};

/**
 * Checks that a struct with these fields has the expected type. Raises the errors of {@link inferStructType}.
 */
export const checkStruct = (
  fields: StructFields,
  expected: InternedType,
  { env, typing }: { readonly env: TypeEnvironment; readonly typing: ExprTypeChecker },
): void => {
  checkDistinct(fields);
  const { atom, arguments: types } = typing.types.table.expandIfAlias(expected);
  const { names } = atom;
  if (names === undefined) {
    throw createInvalidPackageError(
      `a structure was found, but the type ${formatInternedType(expected)} was expected`,
    );
  }
  for (let index = 0; index < fields.length || index < names.length; index += 1) {
    const field = fields[index];
    const type = types[index];
    if (field === undefined || type === undefined || field.name !== names[index]) {
      throw createInvalidPackageError(
        `a structure with other fields was found, but the type ${formatInternedType(expected)} was expected`,
      );
    }
    typing.check(field.expr, type, env);
  }
};

const checkDistinct = (fields: StructFields): void => {
  for (let index = 1; index < fields.length; index += 1) {
    if (fields[index]?.name === fields[index - 1]?.name) {
      throw createInvalidPackageError("a structure has two fields with the same name");
    }
  }
};

/** Returns the type of a field of a struct with an expanded type. Raises DAR_VALIDATION_ERROR. */
export const requireStructFieldType = (type: InternedType, name: string): InternedType => {
  const field = type.arguments[type.atom.names?.indexOf(name) ?? -1];
  if (field === undefined) {
    throw createInvalidPackageError(`${formatInternedType(type)} has no field ${name}`);
  }
  return field;
};

/**
 * Returns the type of a record, after checking that it has all fields in order. Raises the errors of {@link
 * structType}.
 */
export const inferRecordExprType = (
  { type: written, fields }: Extract<LfExpr, { readonly kind: "record" }>,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const { types } = typing;
  const type = types.table.expandIfAlias(types.resolve(written, env.types));
  const { constructors } = types.getDataDeclaration(type);
  if (constructors.kind !== "record") {
    throw createInvalidPackageError(`${formatInternedType(type)} is not a record`);
  }
  if (!haveSameNames(fields, constructors.fields)) {
    throw createInvalidPackageError(
      `a record of type ${formatInternedType(type)} has other fields than its type`,
    );
  }
  for (const { name, expr } of fields) {
    typing.check(expr, types.getPartType(type, "record", name), env);
  }
  return type;
};

const haveSameNames = (fields: readonly NamedExpr[], declared: readonly TypedName[]): boolean =>
  fields.length === declared.length &&
  fields.every(({ name }, index) => name === declared[index]?.name);
