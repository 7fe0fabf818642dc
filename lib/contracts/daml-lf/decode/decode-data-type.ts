import {
  type ArchiveProtobufReader,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type {
  DataConstructors,
  LfDataType,
  LfType,
  TypedName,
  TypeParameter,
  TypeSynonym,
} from "../syntax/ast.ts";
import { readInternedTypeReference, readNameAndType, readTypeParameter } from "./decode-types.ts";
import { getInternedDottedName, getInternedName, type InternedTables } from "./interned-tables.ts";
import { readEmptyMessage, requireMessageField } from "./message-fields.ts";

/** Reads a type synonym. Raises DAR_PARSE_ERROR. */
export const readTypeSynonym = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): TypeSynonym => {
  let name = 0;
  const parameters: TypeParameter[] = [];
  let type: LfType | undefined;
  reader.visitMessage((field) => {
    if (field === 1) reader.skipField();
    else if (field === 2) name = reader.readInt32();
    else if (field === 3) parameters.push(readTypeParameter(reader, tables));
    else if (field === 4) type = readInternedTypeReference(reader, tables);
    else reader.rejectUnknownField(field, "DefTypeSyn");
  });
  return {
    name: getInternedDottedName(tables, name),
    parameters,
    type: requireMessageField(type, "the type of a synonym"),
  };
};

/** Reads a record, variant, enum or interface type. Raises DAR_PARSE_ERROR. */
export const readDataTypeDefinition = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfDataType => {
  let name = 0;
  let serializable = false;
  const parameters: TypeParameter[] = [];
  let constructors: DataConstructors | undefined;
  reader.visitMessage((field) => {
    if (field === 1) {
      reader.skipField();
    } else if (field === 2) {
      name = reader.readInt32();
    } else if (field === 3) {
      parameters.push(readTypeParameter(reader, tables));
    } else if (field === 4) {
      serializable = reader.readBool();
    } else if (field === 5) {
      constructors = { kind: "record", fields: readFields(reader, tables) };
    } else if (field === 6) {
      constructors = { kind: "variant", constructors: readFields(reader, tables) };
    } else if (field === 7) {
      constructors = { kind: "enum", constructors: readEnum(reader, tables) };
    } else if (field === 8) {
      readEmptyMessage(reader);
      constructors = { kind: "interface" };
    } else {
      reader.rejectUnknownField(field, "DefDataType");
    }
  });
  const found = requireMessageField(constructors, "the constructors of a data type");
  if (found.kind === "enum" && parameters.length > 0) {
    throw malformedArchiveError("an enum has type parameters");
  }
  return {
    name: getInternedDottedName(tables, name),
    parameters,
    serializable,
    constructors: found,
  };
};

const readFields = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): readonly TypedName[] => {
  const fields: TypedName[] = [];
  reader.visitMessage((field) => {
    if (field === 1) fields.push(readNameAndType(reader, tables));
    else reader.rejectUnknownField(field, "Fields");
  });
  return fields;
};

const readEnum = (reader: ArchiveProtobufReader, tables: InternedTables): readonly string[] => {
  const constructors: number[] = [];
  reader.visitMessage((field) => {
    if (field === 2) reader.appendInt32s(constructors);
    else reader.rejectUnknownField(field, "EnumConstructors");
  });
  return constructors.map((index) => getInternedName(tables, index));
};
