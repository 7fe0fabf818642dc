import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { LfType, LfTypeKind, TypedName, TypeParameter } from "../syntax/ast.ts";
import { appendOrCreateList } from "./append-or-create.ts";
import { readDefinitionReference } from "./decode-references.ts";
import {
  getInternedKind,
  getInternedName,
  getInternedType,
  type InternedTables,
} from "./interned-tables.ts";
import {
  createUnsupportedLfFeatureError,
  readEmptyMessage,
  requireListLengthForLanguageVersion,
  requireMessageField,
} from "./message-fields.ts";

export const readTypeKind = (reader: ArchiveProtobufReader, tables: InternedTables): LfTypeKind => {
  let kind: LfTypeKind | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    kind =
      field === 4 ? internedKind(reader.readInt32(), tables) : readKindCase(field, reader, tables);
  }
  reader.leaveMessage(outer);
  return requireMessageField(kind, "a kind");
};

/** Reads an entry of the kind table: the rest of the current message. Raises DAR_PARSE_ERROR. */
export const readKindTableEntry = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfTypeKind => {
  let kind: LfTypeKind | undefined;
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 4) {
      throw malformedArchiveError("an interned kind is only a reference to another interned kind");
    }
    kind = readKindCase(field, reader, tables);
  }
  return requireMessageField(kind, "a kind");
};

const readKindCase = (
  field: number,
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfTypeKind => {
  if (field === 2) return readArrowKind(reader, tables);
  if (field !== 1 && field !== 3) return reader.rejectUnknownField(field, "Kind");
  readEmptyMessage(reader);
  return field === 1 ? starKind : natKind;
};

const internedKind = (index: number, tables: InternedTables): LfTypeKind => {
  if (!tables.isFlat) throw createUnsupportedLfFeatureError("interned kinds", tables);
  return getInternedKind(tables, index);
};

const starKind: LfTypeKind = { kind: "star" };
const natKind: LfTypeKind = { kind: "nat" };

const readArrowKind = (reader: ArchiveProtobufReader, tables: InternedTables): LfTypeKind => {
  const parameters: LfTypeKind[] = [];
  let result: LfTypeKind | undefined;
  reader.visitMessage((field) => {
    if (field === 1) parameters.push(readTypeKind(reader, tables));
    else if (field === 2) result = readTypeKind(reader, tables);
    else reader.rejectUnknownField(field, "Kind.Arrow");
  });
  return {
    kind: "arrow",
    parameters: requireListLengthForLanguageVersion(parameters, "parameters of a kind", tables),
    result: requireMessageField(result, "the result of a kind"),
  };
};

export const readTypeParameter = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): TypeParameter => {
  let kind: LfTypeKind | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 2) kind = readTypeKind(reader, tables);
    else if (field === 3) name = reader.readInt32();
    else reader.rejectUnknownField(field, "TypeVarWithKind");
  }
  reader.leaveMessage(outer);
  return {
    name: getInternedName(tables, name),
    kind: requireMessageField(kind, "the kind of a type variable"),
  };
};

/** Reads a `FieldWithType` or `VarWithType`. */
export const readNameAndType = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): TypedName => {
  let type: LfType | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 2) type = readInternedTypeReference(reader, tables);
    else if (field === 3) name = reader.readInt32();
    else reader.rejectUnknownField(field, "a name with a type");
  }
  reader.leaveMessage(outer);
  return {
    name: getInternedName(tables, name),
    type: requireMessageField(type, "the type of a name"),
  };
};

/** Tag of field 8. */
const internedTypeTag = 0x40;

/** Reads a type outside of the table, which is always a reference to an entry. */
export const readInternedTypeReference = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfType => {
  const index = reader.tryReadSingleNumber(internedTypeTag);
  if (index >= 0) return getInternedType(tables, index);
  let type: LfType | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field !== 8) throw malformedArchiveError("a type is not interned");
    type = getInternedType(tables, reader.readInt32());
  }
  reader.leaveMessage(outer);
  return requireMessageField(type, "a type");
};

/** Reads a `Type.Con` that is not wrapped in a `Type`. */
export const readTypeConstructorApplication = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfType => {
  let args: LfType[] | undefined;
  let id: TypeId | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) {
      id = readDefinitionReference(reader, tables);
    } else if (field === 2) {
      args = appendOrCreateList(args, readInternedTypeReference(reader, tables));
    } else {
      reader.rejectUnknownField(field, "Type.Con");
    }
  }
  reader.leaveMessage(outer);
  const named = requireMessageField(id, "the name of a type");
  if (args === undefined) return tables.references.getPlainType(named);
  return { kind: "constructor", id: named, arguments: args };
};

/**
 * Sorts the fields of a struct by name in UTF-16 code units; Daml names are ASCII. Compilers write them in
 * this order.
 */
export const sortStructFieldsByName = <T extends { readonly name: string }>(
  fields: T[],
): readonly T[] => {
  for (let index = 1; index < fields.length; index += 1) {
    if ((fields[index - 1]?.name ?? "") > (fields[index]?.name ?? "")) return fields.sort(byName);
  }
  return fields;
};

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
