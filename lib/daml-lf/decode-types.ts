import type { LedgerError } from "../errors/ledger-error.ts";
import type { PackageId, TypeId } from "../model/identifiers.ts";
import type { Kind, LfType, TypedName, TypeParameter } from "./ast.ts";
import { malformed, type MessageReader, noField } from "./message-reader.ts";
import { isStablePackage } from "./stable-packages.ts";

/** The interned tables of one package; decoding refers to them by index (daml-lf.md 3.2, 3.3). */
export interface Tables {
  readonly packageId: PackageId;
  readonly languageVersion: string;
  /** From 2.2 on there is one of everything in a place, and kinds and expressions are interned. */
  readonly isFlat: boolean;
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

export const entry = <T>(table: readonly T[], index: number, what: string): T => {
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

/** What is bound or applied in one place: something, and from 2.2 on just one. Raises DAR_PARSE_ERROR. */
export const checkCount = (count: number, what: string, tables: Tables): void => {
  if (count === 1) return;
  if (count === 0) throw malformed(`there are no ${what}`);
  if (tables.isFlat)
    throw malformed(
      `there are ${count} ${what}, which Daml-LF ${tables.languageVersion} does not have`,
    );
};

/** What came with 2.2, or what it did away with. */
export const notFlat = (what: string, { languageVersion }: Tables): LedgerError =>
  malformed(`Daml-LF ${languageVersion} does not have ${what}`);

const readPackageReference = (reader: MessageReader, tables: Tables): PackageId => {
  let packageId: PackageId | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) {
      readUnit(reader);
      packageId = tables.packageId;
    } else if (field === 3) packageId = packageNamedInFull(reader.int32(), tables);
    else if (field === 4) packageId = entry(tables.imports, reader.int32(), "package import");
    else reader.unknown(field, "SelfOrImportedPackageId");
  reader.leave(outer);
  const id = required(packageId, "the package of a reference");
  if (id !== tables.packageId) tables.dependencies.add(id);
  return id;
};

/** From 2.2 on other packages than the stable ones are imported. */
const packageNamedInFull = (index: number, tables: Tables): PackageId => {
  const packageId = stringAt(tables, index);
  if (tables.isFlat && !isStablePackage(packageId))
    throw notFlat(`references to packages that are not imported, such as ${packageId}`, tables);
  return packageId;
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
  let kind: Kind | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    kind = field === 4 ? internedKind(reader.int32(), tables) : readKindCase(field, reader, tables);
  reader.leave(outer);
  return required(kind, "a kind");
};

/** The entry of the table that fills the current message. Raises DAR_PARSE_ERROR. */
export const readKindEntry = (reader: MessageReader, tables: Tables): Kind => {
  let kind: Kind | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 4) throw malformed("an interned kind is but another one");
    kind = readKindCase(field, reader, tables);
  }
  return required(kind, "a kind");
};

const readKindCase = (field: number, reader: MessageReader, tables: Tables): Kind => {
  if (field === 2) return readArrowKind(reader, tables);
  if (field !== 1 && field !== 3) return reader.unknown(field, "Kind");
  readUnit(reader);
  return field === 1 ? starKind : natKind;
};

const internedKind = (index: number, tables: Tables): Kind => {
  if (!tables.isFlat) throw notFlat("interned kinds", tables);
  return entry(tables.kinds, index, "interned kind");
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
  checkCount(parameters.length, "parameters of a kind", tables);
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

/** A type outside of the table, which is always a reference into it. */
export const readType = (reader: MessageReader, tables: Tables): LfType => {
  let type: LfType | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field !== 8) throw malformed("a type is not interned");
    type = entry(tables.types, reader.int32(), "interned type");
  }
  reader.leave(outer);
  return required(type, "a type");
};

/** `Type.Con` where it is not wrapped in `Type`. */
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

/** Structs are ordered by field name in code units; Daml names are ASCII. Compilers write them so. */
export const sortedByName = <T extends { readonly name: string }>(fields: T[]): readonly T[] => {
  for (let index = 1; index < fields.length; index += 1) {
    if ((fields[index - 1]?.name ?? "") > (fields[index]?.name ?? "")) return fields.sort(byName);
  }
  return fields;
};

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
