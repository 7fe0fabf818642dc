import type { PackageId, TypeId } from "../model/identifiers.ts";
import type { BuiltinType, Kind, LfType, TypedName, TypeParameter } from "./ast.ts";
import { builtinTypeNumbers } from "./builtin-type-numbers.ts";
import { malformed, type MessageReader } from "./message-reader.ts";

/** The interned tables of one package; decoding refers to them by index (daml-lf.md 3.2, 3.3). */
export interface Tables {
  readonly packageId: PackageId;
  readonly languageVersion: string;
  readonly strings: readonly string[];
  readonly dottedNames: readonly string[];
  readonly kinds: readonly Kind[];
  readonly types: readonly LfType[];
  readonly imports: readonly PackageId[];
  /** Collects the packages that references name. */
  readonly dependencies: Set<PackageId>;
}

const entry = <T>(table: readonly T[], index: number, what: string): T => {
  const value = table[index];
  if (value === undefined) throw malformed(`there is no ${what} ${index}`);
  return value;
};

export const stringAt = (tables: Tables, index: number): string =>
  entry(tables.strings, index, "interned string");

export const dottedNameAt = (tables: Tables, index: number): string =>
  entry(tables.dottedNames, index, "interned dotted name");

/** A value that its message must carry. */
export const required = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw malformed(`${what} is missing`);
  return value;
};

const readPackageReference = (reader: MessageReader, tables: Tables): PackageId => {
  let packageId: PackageId | undefined;
  reader.message((field) => {
    if (field === 1) {
      readUnit(reader);
      packageId = tables.packageId;
    } else if (field === 3) packageId = stringAt(tables, reader.int32());
    else if (field === 4) packageId = entry(tables.imports, reader.int32(), "package import");
    else reader.unknown(field, "SelfOrImportedPackageId");
  });
  const id = required(packageId, "the package of a reference");
  if (id !== tables.packageId) tables.dependencies.add(id);
  return id;
};

const readModuleReference = (reader: MessageReader, tables: Tables): string => {
  let packageId: PackageId | undefined;
  let module = 0;
  reader.message((field) => {
    if (field === 1) packageId = readPackageReference(reader, tables);
    else if (field === 2) module = reader.int32();
    else reader.unknown(field, "ModuleId");
  });
  return `${required(packageId, "the package of a module")}:${dottedNameAt(tables, module)}`;
};

/** `ValueId`, `TypeConId` and `TypeSynId` alike: `<package>:<Module>:<name>`. */
export const readReference = (reader: MessageReader, tables: Tables): TypeId => {
  let module: string | undefined;
  let name = 0;
  reader.message((field) => {
    if (field === 1) module = readModuleReference(reader, tables);
    else if (field === 2) name = reader.int32();
    else reader.unknown(field, "a reference");
  });
  return `${required(module, "the module of a reference")}:${dottedNameAt(tables, name)}`;
};

export const readUnit = (reader: MessageReader): void => {
  reader.message((field) => reader.unknown(field, "Unit"));
};

/** `message`: a field of its parent; `whole`: the message that fills the reader, a table entry. */
type Walk = "message" | "whole";

const walk = (reader: MessageReader, how: Walk, visit: (field: number) => void): void => {
  if (how === "message") reader.message(visit);
  else reader.fields(visit);
};

export const readKind = (reader: MessageReader, tables: Tables, how: Walk = "message"): Kind => {
  let kind: Kind | undefined;
  walk(reader, how, (field) => {
    if (field === 1) {
      readUnit(reader);
      kind = { kind: "star" };
    } else if (field === 2) kind = readArrowKind(reader, tables);
    else if (field === 3) {
      readUnit(reader);
      kind = { kind: "nat" };
    } else if (field === 4) kind = entry(tables.kinds, reader.int32(), "interned kind");
    else reader.unknown(field, "Kind");
  });
  return required(kind, "a kind");
};

const readArrowKind = (reader: MessageReader, tables: Tables): Kind => {
  const parameters: Kind[] = [];
  let result: Kind | undefined;
  reader.message((field) => {
    if (field === 1) parameters.push(readKind(reader, tables));
    else if (field === 2) result = readKind(reader, tables);
    else reader.unknown(field, "Kind.Arrow");
  });
  return { kind: "arrow", parameters, result: required(result, "the result of a kind") };
};

export const readTypeParameter = (reader: MessageReader, tables: Tables): TypeParameter => {
  let kind: Kind | undefined;
  let name = 0;
  reader.message((field) => {
    if (field === 2) kind = readKind(reader, tables);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "TypeVarWithKind");
  });
  return { name: stringAt(tables, name), kind: required(kind, "the kind of a type variable") };
};

/** `FieldWithType` and `VarWithType`. */
export const readTypedName = (reader: MessageReader, tables: Tables): TypedName => {
  let type: LfType | undefined;
  let name = 0;
  reader.message((field) => {
    if (field === 2) type = readType(reader, tables);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "a name with a type");
  });
  return { name: stringAt(tables, name), type: required(type, "the type of a name") };
};

const builtinTypes = new Map(
  (Object.keys(builtinTypeNumbers) as BuiltinType[]).map((builtin) => [
    builtinTypeNumbers[builtin],
    builtin,
  ]),
);

/** Only 2.dev has it. */
const isUnstable = (builtin: BuiltinType): boolean =>
  builtin === "BigNumeric" || builtin === "RoundingMode";

export const readType = (reader: MessageReader, tables: Tables, how: Walk = "message"): LfType => {
  let type: LfType | undefined;
  walk(reader, how, (field) => {
    type = readTypeCase(field, reader, tables);
  });
  return required(type, "a type");
};

const readTypeCase = (field: number, reader: MessageReader, tables: Tables): LfType => {
  switch (field) {
    case 1:
      return readVariableType(reader, tables);
    case 2:
      return readReferencedType("constructor", reader, tables);
    case 3:
      return readBuiltinType(reader, tables);
    case 4:
      return readForall(reader, tables);
    case 5:
      return readStruct(reader, tables);
    case 6:
      return natType(reader.sint64());
    case 7:
      return readReferencedType("synonym", reader, tables);
    case 8:
      return entry(tables.types, reader.int32(), "interned type");
    case 9:
      return readTypeApplication(reader, tables);
    default:
      return reader.unknown(field, "Type");
  }
};

const natType = (value: bigint): LfType => {
  if (value < 0n || value > 37n) throw malformed(`${value} is no type-level number from 0 to 37`);
  return { kind: "nat", value: Number(value) };
};

const readVariableType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let name = 0;
  reader.message((field) => {
    if (field === 2) args.push(readType(reader, tables));
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "Type.Var");
  });
  return { kind: "variable", name: stringAt(tables, name), arguments: args };
};

const readReferencedType = (
  kind: "constructor" | "synonym",
  reader: MessageReader,
  tables: Tables,
): LfType => {
  const args: LfType[] = [];
  let id: TypeId | undefined;
  reader.message((field) => {
    if (field === 1) id = readReference(reader, tables);
    else if (field === 2) args.push(readType(reader, tables));
    else reader.unknown(field, `Type ${kind}`);
  });
  return { kind, id: required(id, `the name of a type ${kind}`), arguments: args };
};

const readBuiltinType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let number = 0;
  reader.message((field) => {
    if (field === 1) number = reader.int32();
    else if (field === 2) args.push(readType(reader, tables));
    else reader.unknown(field, "Type.Builtin");
  });
  const type = required(builtinTypes.get(number), `builtin type ${number}`);
  if (isUnstable(type) && tables.languageVersion !== "2.dev")
    throw malformed(`Daml-LF ${tables.languageVersion} has no type ${type}`);
  return { kind: "builtin", builtin: type, arguments: args };
};

const readForall = (reader: MessageReader, tables: Tables): LfType => {
  const parameters: TypeParameter[] = [];
  let body: LfType | undefined;
  reader.message((field) => {
    if (field === 1) parameters.push(readTypeParameter(reader, tables));
    else if (field === 2) body = readType(reader, tables);
    else reader.unknown(field, "Type.Forall");
  });
  return { kind: "forall", parameters, body: required(body, "the body of a quantified type") };
};

const readStruct = (reader: MessageReader, tables: Tables): LfType => {
  const fields: TypedName[] = [];
  reader.message((field) => {
    if (field === 1) fields.push(readTypedName(reader, tables));
    else reader.unknown(field, "Type.Struct");
  });
  return { kind: "struct", fields: fields.sort(byName) };
};

/** Structs are ordered by field name in code units; Daml names are ASCII. */
export const byName = (
  left: { readonly name: string },
  right: { readonly name: string },
): number => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0);

const readTypeApplication = (reader: MessageReader, tables: Tables): LfType => {
  let head: LfType | undefined;
  let argument: LfType | undefined;
  reader.message((field) => {
    if (field === 1) head = readType(reader, tables);
    else if (field === 2) argument = readType(reader, tables);
    else reader.unknown(field, "Type.TApp");
  });
  return applyType(
    required(head, "the head of a type application"),
    required(argument, "the argument of a type application"),
  );
};

const applyType = (head: LfType, argument: LfType): LfType => {
  switch (head.kind) {
    case "variable":
    case "constructor":
    case "synonym":
    case "builtin":
      return { ...head, arguments: [...head.arguments, argument] };
    case "forall":
    case "struct":
    case "nat":
      throw malformed(`a ${head.kind} type is applied to an argument`);
  }
};
