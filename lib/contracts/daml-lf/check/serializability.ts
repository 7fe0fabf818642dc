import type { InternedType } from "./interned-type.ts";
import { formatInternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Checks that a resolved type is serializable (daml-lf.md 6). Type variables are parameters of a data
 * type and count as serializable. `found` caches serializable types, so that no type is checked twice.
 * Raises DAR_VALIDATION_ERROR.
 */
export const checkTypeSerializable = (
  types: TypeResolver,
  type: InternedType,
  found: Set<InternedType>,
): void => {
  if (found.has(type)) return;
  const parts = listSerializableParts(types, type);
  if (parts === undefined) {
    throw createInvalidPackageError(
      `the type ${formatInternedType(type)} is not serializable, but must be`,
    );
  }
  found.add(type);
  for (const part of parts) checkTypeSerializable(types, part, found);
};

/**
 * Returns the parts of a type: the type is serializable if all of them are. Returns undefined for a type
 * that is never serializable. Synonyms never are, because compilers expand them in stored types.
 */
const listSerializableParts = (
  types: TypeResolver,
  type: InternedType,
): readonly InternedType[] | undefined => {
  const { kind, arguments: args } = type;
  switch (kind) {
    case "variable":
      return args.length === 0 ? args : undefined;
    case "constructor":
      return listDataTypeParts(types, type);
    case "builtin":
      return args.length === arityByBuiltinType.get(type.name)
        ? listBuiltinTypeParts(type)
        : undefined;
    case "bound":
    case "alias":
    case "instance":
    case "forall":
    case "struct":
    case "nat":
      return undefined;
  }
};

const listDataTypeParts = (
  { definitions }: TypeResolver,
  { name, arguments: args }: InternedType,
): readonly InternedType[] | undefined => {
  const { serializable, parameters } = definitions.getDataType(name);
  if (!serializable || parameters.length !== args.length) return undefined;
  return args;
};

/** Number of arguments of the builtin types that can be serializable. */
const arityByBuiltinType: ReadonlyMap<string, number> = new Map([
  ["Unit", 0],
  ["Bool", 0],
  ["Int64", 0],
  ["Date", 0],
  ["Timestamp", 0],
  ["Party", 0],
  ["Text", 0],
  ["Numeric", 1],
  ["ContractId", 1],
  ["Optional", 1],
  ["List", 1],
  ["TextMap", 1],
  ["GenMap", 2],
]);

/**
 * Returns the arguments of a builtin type. The argument of ContractId is left out, because it may be an
 * interface, which is not serializable.
 */
const listBuiltinTypeParts = ({ name, arguments: args }: InternedType): readonly InternedType[] =>
  name === "Numeric" || name === "ContractId" ? [] : args;
