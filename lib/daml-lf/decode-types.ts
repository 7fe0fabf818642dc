import type { PackageId, TypeId } from "../model/identifiers.ts";
import type { BuiltinType, Kind, LfType, TypedName, TypeParameter } from "./ast.ts";
import { builtinTypeNumbers } from "./builtin-type-numbers.ts";
import { malformed, type MessageReader, noField } from "./message-reader.ts";

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
  readonly references: References;
}

/** What references stand for, so that each is put together once: names of types and values are long. */
export class References {
  readonly #packages = new Map<PackageId, Map<number, ModuleReferences>>();
  readonly #types = new Map<TypeId, LfType>();

  /** `module`: index of the dotted name. */
  module(packageId: PackageId, module: number, tables: Tables): ModuleReferences {
    let modules = this.#packages.get(packageId);
    if (modules === undefined)
      this.#packages.set(packageId, (modules = new Map<number, ModuleReferences>()));
    let found = modules.get(module);
    if (found === undefined) {
      found = { prefix: `${packageId}:${dottedNameAt(tables, module)}:`, names: new Map() };
      modules.set(module, found);
    }
    return found;
  }

  /** A data type without arguments. */
  plainType(id: TypeId): LfType {
    let type = this.#types.get(id);
    if (type === undefined) {
      type = { kind: "constructor", id, arguments: [] };
      this.#types.set(id, type);
    }
    return type;
  }
}

interface ModuleReferences {
  /** `<package>:<Module>:` */
  readonly prefix: string;
  /** By index of the dotted name. */
  readonly names: Map<number, string>;
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
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) {
      readUnit(reader);
      packageId = tables.packageId;
    } else if (field === 3) packageId = stringAt(tables, reader.int32());
    else if (field === 4) packageId = entry(tables.imports, reader.int32(), "package import");
    else reader.unknown(field, "SelfOrImportedPackageId");
  reader.leave(outer);
  const id = required(packageId, "the package of a reference");
  if (id !== tables.packageId) tables.dependencies.add(id);
  return id;
};

const readModuleReference = (reader: MessageReader, tables: Tables): ModuleReferences => {
  let packageId: PackageId | undefined;
  let module = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) packageId = readPackageReference(reader, tables);
    else if (field === 2) module = reader.int32();
    else reader.unknown(field, "ModuleId");
  reader.leave(outer);
  return tables.references.module(required(packageId, "the package of a module"), module, tables);
};

/** `ValueId`, `TypeConId` and `TypeSynId` alike: `<package>:<Module>:<name>`. */
export const readReference = (reader: MessageReader, tables: Tables): TypeId => {
  let module: ModuleReferences | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) module = readModuleReference(reader, tables);
    else if (field === 2) name = reader.int32();
    else reader.unknown(field, "a reference");
  reader.leave(outer);
  const { prefix, names } = required(module, "the module of a reference");
  let id = names.get(name);
  if (id === undefined) {
    id = prefix + dottedNameAt(tables, name);
    names.set(name, id);
  }
  return id;
};

export const readUnit = (reader: MessageReader): void => {
  const outer = reader.enter();
  const field = reader.next();
  if (field !== noField) reader.unknown(field, "Unit");
  reader.leave(outer);
};

export const readKind = (reader: MessageReader, tables: Tables): Kind => {
  const outer = reader.enter();
  const kind = readWholeKind(reader, tables);
  reader.leave(outer);
  return kind;
};

/** A kind that fills the current message. */
export const readWholeKind = (reader: MessageReader, tables: Tables): Kind => {
  let kind: Kind | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) {
      readUnit(reader);
      kind = starKind;
    } else if (field === 2) kind = readArrowKind(reader, tables);
    else if (field === 3) {
      readUnit(reader);
      kind = natKind;
    } else if (field === 4) kind = entry(tables.kinds, reader.int32(), "interned kind");
    else reader.unknown(field, "Kind");
  return required(kind, "a kind");
};

const starKind: Kind = { kind: "star" };
const natKind: Kind = { kind: "nat" };

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
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 2) kind = readKind(reader, tables);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "TypeVarWithKind");
  reader.leave(outer);
  return { name: stringAt(tables, name), kind: required(kind, "the kind of a type variable") };
};

/** `FieldWithType` and `VarWithType`. */
export const readTypedName = (reader: MessageReader, tables: Tables): TypedName => {
  let type: LfType | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 2) type = readType(reader, tables);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "a name with a type");
  reader.leave(outer);
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

export const readType = (reader: MessageReader, tables: Tables): LfType => {
  const outer = reader.enter();
  const type = readWholeType(reader, tables);
  reader.leave(outer);
  return type;
};

/** A type that fills the current message. */
export const readWholeType = (reader: MessageReader, tables: Tables): LfType => {
  let type: LfType | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next())
    type = readTypeCase(field, reader, tables);
  return required(type, "a type");
};

const readTypeCase = (field: number, reader: MessageReader, tables: Tables): LfType => {
  switch (field) {
    case 8:
      return entry(tables.types, reader.int32(), "interned type");
    case 3:
      return readBuiltinType(reader, tables);
    case 2:
      return readConstructorType(reader, tables);
    case 7:
      return readSynonymType(reader, tables);
    case 1:
      return readVariableType(reader, tables);
    case 4:
      return readForall(reader, tables);
    case 5:
      return readStruct(reader, tables);
    case 6:
      return natType(reader.sint64());
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

/** One array for all types that take no arguments. */
const argumentsOf = (types: readonly LfType[]): readonly LfType[] =>
  types.length === 0 ? none : types;

const none: readonly LfType[] = [];

const readVariableType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 2) args.push(readType(reader, tables));
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "Type.Var");
  reader.leave(outer);
  return { kind: "variable", name: stringAt(tables, name), arguments: argumentsOf(args) };
};

/** `Type.Con`, also where it is not wrapped in `Type`. */
export const readConstructorType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let id: TypeId | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) id = readReference(reader, tables);
    else if (field === 2) args.push(readType(reader, tables));
    else reader.unknown(field, "Type.Con");
  reader.leave(outer);
  const named = required(id, "the name of a type");
  if (args.length === 0) return tables.references.plainType(named);
  return { kind: "constructor", id: named, arguments: args };
};

const readSynonymType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let id: TypeId | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) id = readReference(reader, tables);
    else if (field === 2) args.push(readType(reader, tables));
    else reader.unknown(field, "Type.Syn");
  reader.leave(outer);
  return {
    kind: "synonym",
    id: required(id, "the name of a type synonym"),
    arguments: argumentsOf(args),
  };
};

const readBuiltinType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let number = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) number = reader.int32();
    else if (field === 2) args.push(readType(reader, tables));
    else reader.unknown(field, "Type.Builtin");
  reader.leave(outer);
  const builtin = builtinTypes.get(number);
  if (builtin === undefined) throw malformed(`there is no builtin type ${number}`);
  if (isUnstable(builtin) && tables.languageVersion !== "2.dev")
    throw malformed(`Daml-LF ${tables.languageVersion} has no type ${builtin}`);
  return { kind: "builtin", builtin, arguments: argumentsOf(args) };
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
  return { kind: "struct", fields: sortedByName(fields) };
};

/** Structs are ordered by field name in code units; Daml names are ASCII. Compilers write them so. */
export const sortedByName = <T extends { readonly name: string }>(fields: T[]): readonly T[] => {
  for (let index = 1; index < fields.length; index += 1) {
    if ((fields[index - 1]?.name ?? "") > (fields[index]?.name ?? "")) return fields.sort(byName);
  }
  return fields;
};

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

const readTypeApplication = (reader: MessageReader, tables: Tables): LfType => {
  let head: LfType | undefined;
  let argument: LfType | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) head = readType(reader, tables);
    else if (field === 2) argument = readType(reader, tables);
    else reader.unknown(field, "Type.TApp");
  reader.leave(outer);
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
