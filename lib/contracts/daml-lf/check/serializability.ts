import type { InternedType } from "./interned-type.ts";
import { showType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * Checks that a resolved type is serializable (daml-lf.md 6); variables in it are the parameters of a
 * data type and stand for serializable types. `found` collects what passes, so that nothing is looked
 * at twice. Raises DAR_VALIDATION_ERROR.
 */
export const checkSerializable = (
  types: TypeResolver,
  type: InternedType,
  found: Set<InternedType>,
): void => {
  if (found.has(type)) return;
  const parts = serializableParts(types, type);
  if (parts === undefined) {
    throw invalidPackage(`${showType(type)} stands where a serializable type must`);
  }
  found.add(type);
  for (const part of parts) checkSerializable(types, part, found);
};

/**
 * What must be serializable for the type to be; undefined if it never is. Synonyms are not, whatever they
 * stand for: compilers spell them out where types are stored.
 */
const serializableParts = (
  types: TypeResolver,
  type: InternedType,
): readonly InternedType[] | undefined => {
  const { kind, arguments: args } = type;
  switch (kind) {
    case "variable":
      return args.length === 0 ? args : undefined;
    case "constructor":
      return partsOfData(types, type);
    case "builtin":
      return args.length === arity.get(type.name) ? partsOfBuiltin(type) : undefined;
    case "bound":
    case "alias":
    case "instance":
    case "forall":
    case "struct":
    case "nat":
      return undefined;
  }
};

const partsOfData = (
  { definitions }: TypeResolver,
  { name, arguments: args }: InternedType,
): readonly InternedType[] | undefined => {
  const { serializable, parameters } = definitions.dataType(name);
  if (!serializable || parameters.length !== args.length) return undefined;
  return args;
};

/** How many arguments the builtin types take that can be serializable. */
const arity: ReadonlyMap<string, number> = new Map([
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

/** What a contract id points to may be an interface, which is not serializable itself. */
const partsOfBuiltin = ({ name, arguments: args }: InternedType): readonly InternedType[] =>
  name === "Numeric" || name === "ContractId" ? [] : args;
