import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import type { PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";
import { type MessageReader, noField } from "../archive/message-reader.ts";
import { isStablePackage } from "../known/stable-packages.ts";
import {
  dottedNameAt,
  importAt,
  type ModuleReferences,
  stringAt,
  type Tables,
} from "./interned-tables.ts";
import { readUnit, requirePresent, unsupportedFeature } from "./message-fields.ts";

const readPackageReference = (reader: MessageReader, tables: Tables): PackageId => {
  if (reader.onlyEmpty(selfTag)) return tables.packageId;
  let packageId: PackageId | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) {
      readUnit(reader);
      packageId = tables.packageId;
    } else if (field === 3) {
      packageId = packageWithId(reader.int32(), tables);
    } else if (field === 4) {
      packageId = importAt(tables, reader.int32());
    } else {
      reader.unknown(field, "SelfOrImportedPackageId");
    }
  }
  reader.leave(outer);
  const id = requirePresent(packageId, "the package of a reference");
  if (id !== tables.packageId) tables.dependencies.add(id);
  return id;
};

/** Tag of field 1. */
const selfTag = 0x0a;

/**
 * Returns the package id in the string table. From 2.2 on, a reference may use only ids of stable
 * packages; other packages are imported.
 */
const packageWithId = (index: number, tables: Tables): PackageId => {
  const packageId = stringAt(tables, index);
  if (tables.isFlat && !isStablePackage(packageId)) {
    throw unsupportedFeature(
      `references to packages that are not imported, such as ${packageId}`,
      tables,
    );
  }
  return packageId;
};

/**
 * Reads a source location and ignores it, except that its module reference must be valid. Raises
 * DAR_PARSE_ERROR.
 */
export const readLocation = (reader: MessageReader, tables: Tables): void => {
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) readModuleReference(reader, tables);
    else if (field === 2) reader.skip();
    else reader.unknown(field, "Location");
  }
  reader.leave(outer);
};

/** Reads a source location. Returns its range, or undefined if it has none. Raises DAR_PARSE_ERROR. */
export const readSourceRange = (reader: MessageReader, tables: Tables): SourceRange | undefined => {
  let range: SourceRange | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) readModuleReference(reader, tables);
    else if (field === 2) range = readRange(reader);
    else reader.unknown(field, "Location");
  }
  reader.leave(outer);
  return range;
};

/**
 * Reads a range. The archive counts lines and columns from 0; the end column is the column after the
 * text.
 */
const readRange = (reader: MessageReader): SourceRange => {
  const numbers = [0, 0, 0, 0, 0];
  reader.message((field) => {
    if (field > 4) reader.unknown(field, "Range");
    numbers[field] = reader.int32();
  });
  const [, line = 0, column = 0, endLine = 0, endColumn = 0] = numbers;
  return { line: line + 1, column: column + 1, endLine: endLine + 1, endColumn: endColumn + 1 };
};

const readModuleReference = (reader: MessageReader, tables: Tables): ModuleReferences => {
  let packageId: PackageId | undefined;
  let module = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) packageId = readPackageReference(reader, tables);
    else if (field === 2) module = reader.int32();
    else reader.unknown(field, "ModuleId");
  }
  reader.leave(outer);
  return tables.references.module(
    requirePresent(packageId, "the package of a module"),
    module,
    tables,
  );
};

/** Reads a `ValueId`, `TypeConId` or `TypeSynId`: `<package>:<Module>:<name>`. */
export const readReference = (reader: MessageReader, tables: Tables): TypeId => {
  let module: ModuleReferences | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) module = readModuleReference(reader, tables);
    else if (field === 2) name = reader.int32();
    else reader.unknown(field, "a reference");
  }
  reader.leave(outer);
  const { prefix, names } = requirePresent(module, "the module of a reference");
  let id = names.get(name);
  if (id === undefined) {
    id = prefix + dottedNameAt(tables, name);
    names.set(name, id);
  }
  return id;
};
