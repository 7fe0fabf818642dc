import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import type { PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
} from "../archive/archive-protobuf-reader.ts";
import { isStablePackage } from "../known/stable-packages.ts";
import {
  getImportedPackage,
  getInternedDottedName,
  getInternedString,
  type InternedTables,
  type ModuleDefinitionNameCache,
} from "./interned-tables.ts";
import {
  createUnsupportedLfFeatureError,
  readEmptyMessage,
  requireMessageField,
} from "./message-fields.ts";

const readPackageReference = (reader: ArchiveProtobufReader, tables: InternedTables): PackageId => {
  if (reader.tryReadSingleEmpty(selfTag)) return tables.packageId;
  let packageId: PackageId | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) {
      readEmptyMessage(reader);
      packageId = tables.packageId;
    } else if (field === 3) {
      packageId = packageWithId(reader.readInt32(), tables);
    } else if (field === 4) {
      packageId = getImportedPackage(tables, reader.readInt32());
    } else {
      reader.rejectUnknownField(field, "SelfOrImportedPackageId");
    }
  }
  reader.leaveMessage(outer);
  const id = requireMessageField(packageId, "the package of a reference");
  if (id !== tables.packageId) tables.dependencies.add(id);
  return id;
};

/** Tag of field 1. */
const selfTag = 0x0a;

/**
 * Returns the package id in the string table. From 2.2 on, a reference may use only ids of stable
 * packages; other packages are imported.
 */
const packageWithId = (index: number, tables: InternedTables): PackageId => {
  const packageId = getInternedString(tables, index);
  if (tables.isFlat && !isStablePackage(packageId)) {
    throw createUnsupportedLfFeatureError(
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
export const skipSourceLocation = (reader: ArchiveProtobufReader, tables: InternedTables): void => {
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) readModuleReference(reader, tables);
    else if (field === 2) reader.skipField();
    else reader.rejectUnknownField(field, "Location");
  }
  reader.leaveMessage(outer);
};

/** Reads a source location. Returns its range, or undefined if it has none. Raises DAR_PARSE_ERROR. */
export const readSourceRange = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): SourceRange | undefined => {
  let range: SourceRange | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) readModuleReference(reader, tables);
    else if (field === 2) range = readRange(reader);
    else reader.rejectUnknownField(field, "Location");
  }
  reader.leaveMessage(outer);
  return range;
};

/**
 * Reads a range. The archive counts lines and columns from 0; the end column is the column after the
 * text.
 */
const readRange = (reader: ArchiveProtobufReader): SourceRange => {
  const numbers = [0, 0, 0, 0, 0];
  reader.visitMessage((field) => {
    if (field > 4) reader.rejectUnknownField(field, "Range");
    numbers[field] = reader.readInt32();
  });
  const [, line = 0, column = 0, endLine = 0, endColumn = 0] = numbers;
  return { line: line + 1, column: column + 1, endLine: endLine + 1, endColumn: endColumn + 1 };
};

const readModuleReference = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): ModuleDefinitionNameCache => {
  let packageId: PackageId | undefined;
  let module = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) packageId = readPackageReference(reader, tables);
    else if (field === 2) module = reader.readInt32();
    else reader.rejectUnknownField(field, "ModuleId");
  }
  reader.leaveMessage(outer);
  return tables.references.getModuleReferences(
    requireMessageField(packageId, "the package of a module"),
    module,
    tables,
  );
};

/** Reads a `ValueId`, `TypeConId` or `TypeSynId`: `<package>:<Module>:<name>`. */
export const readDefinitionReference = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): TypeId => {
  let module: ModuleDefinitionNameCache | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) module = readModuleReference(reader, tables);
    else if (field === 2) name = reader.readInt32();
    else reader.rejectUnknownField(field, "a reference");
  }
  reader.leaveMessage(outer);
  const { prefix, names } = requireMessageField(module, "the module of a reference");
  let id = names.get(name);
  if (id === undefined) {
    id = prefix + getInternedDottedName(tables, name);
    names.set(name, id);
  }
  return id;
};
