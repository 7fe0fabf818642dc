import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { BuiltinType, LfType, TypedName, TypeParameter } from "../syntax/ast.ts";
import { builtinTypeNumbers } from "../syntax/builtin-type-numbers.ts";
import { appendOrCreateList } from "./append-or-create.ts";
import { readDefinitionReference } from "./decode-references.ts";
import { readTypeParameter, sortStructFieldsByName } from "./decode-types.ts";
import { getInternedName, getInternedType, type InternedTables } from "./interned-tables.ts";
import {
  createUnsupportedLfFeatureError,
  requireListLengthForLanguageVersion,
  requireMessageField,
} from "./message-fields.ts";

const builtinTypes = new Map(
  (Object.keys(builtinTypeNumbers) as BuiltinType[]).map((builtin) => [
    builtinTypeNumbers[builtin],
    builtin,
  ]),
);

/** Returns true for builtin types that only 2.dev has. */
const isUnstable = (builtin: BuiltinType): boolean =>
  builtin === "BigNumeric" || builtin === "RoundingMode";

/** Reads the entry of the type table that fills the current message. Raises DAR_PARSE_ERROR. */
export const readTypeTableEntry = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfType => {
  let type: LfType | undefined;
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 8) {
      throw malformedArchiveError("an interned type is only a reference to another interned type");
    }
    type = readTypeCase(field, reader, tables);
  }
  return requireMessageField(type, "a type");
};

/** Tag of field 8. */
const internedTypeTag = 0x40;

/** Reads a type inside of an entry. */
const readPart = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  const index = reader.tryReadSingleNumber(internedTypeTag);
  if (index >= 0) return getInternedType(tables, index);
  let type: LfType | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    type = readTypeCase(field, reader, tables);
  }
  reader.leaveMessage(outer);
  return requireMessageField(type, "a type");
};

const readTypeCase = (
  field: number,
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): LfType => {
  switch (field) {
    case 8:
      return getInternedType(tables, reader.readInt32());
    case 3:
      return readBuiltinType(reader, tables);
    case 2:
      return readConstructorPart(reader, tables);
    case 7:
      return readSynonymType(reader, tables);
    case 1:
      return readVariableType(reader, tables);
    case 4:
      return readForall(reader, tables);
    case 5:
      return readStruct(reader, tables);
    case 6:
      return natType(reader.readSint64());
    case 9:
      if (!tables.isFlat) {
        throw createUnsupportedLfFeatureError("applications of one type to another", tables);
      }
      return readTypeApplication(reader, tables);
    default:
      return reader.rejectUnknownField(field, "Type");
  }
};

const natType = (value: bigint): LfType => {
  if (value < 0n || value > 37n) {
    throw malformedArchiveError(`${value} is not a type-level number from 0 to 37`);
  }
  return { kind: "nat", value: Number(value) };
};

/**
 * Returns the arguments. All types without arguments share one empty list. From 2.2 on, type application
 * is a separate message, so a list of arguments is an error.
 */
const checkTypeArguments = (
  types: readonly LfType[] | undefined,
  tables: InternedTables,
): readonly LfType[] => {
  if (types === undefined) return noTypes;
  if (tables.isFlat) throw createUnsupportedLfFeatureError("lists of type arguments", tables);
  return types;
};

const noTypes: readonly LfType[] = [];

const readVariableType = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  let args: LfType[] | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 2) args = appendOrCreateList(args, readPart(reader, tables));
    else if (field === 3) name = reader.readInt32();
    else reader.rejectUnknownField(field, "Type.Var");
  }
  reader.leaveMessage(outer);
  return {
    kind: "variable",
    name: getInternedName(tables, name),
    arguments: checkTypeArguments(args, tables),
  };
};

const readConstructorPart = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  const { id, args } = readNamed("Type.Con", reader, tables);
  if (args === undefined) return tables.references.getPlainType(id);
  return { kind: "constructor", id, arguments: checkTypeArguments(args, tables) };
};

const readSynonymType = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  const { id, args } = readNamed("Type.Syn", reader, tables);
  return { kind: "synonym", id, arguments: args ?? noTypes };
};

interface NamedPart {
  readonly id: TypeId;
  readonly args: readonly LfType[] | undefined;
}

/** Reads the name of a type and its arguments. */
const readNamed = (
  message: string,
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): NamedPart => {
  let args: LfType[] | undefined;
  let id: TypeId | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) id = readDefinitionReference(reader, tables);
    else if (field === 2) args = appendOrCreateList(args, readPart(reader, tables));
    else reader.rejectUnknownField(field, message);
  }
  reader.leaveMessage(outer);
  return { id: requireMessageField(id, "the name of a type"), args };
};

const readBuiltinType = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  let args: LfType[] | undefined;
  let number = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) number = reader.readInt32();
    else if (field === 2) args = appendOrCreateList(args, readPart(reader, tables));
    else reader.rejectUnknownField(field, "Type.Builtin");
  }
  reader.leaveMessage(outer);
  const builtin = builtinTypes.get(number);
  if (builtin === undefined) throw malformedArchiveError(`there is no builtin type ${number}`);
  if (isUnstable(builtin) && tables.languageVersion !== "2.dev") {
    throw malformedArchiveError(`Daml-LF ${tables.languageVersion} has no type ${builtin}`);
  }
  return { kind: "builtin", builtin, arguments: checkTypeArguments(args, tables) };
};

const readForall = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  let parameters: TypeParameter[] | undefined;
  let body: LfType | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) parameters = appendOrCreateList(parameters, readTypeParameter(reader, tables));
    else if (field === 2) body = readPart(reader, tables);
    else reader.rejectUnknownField(field, "Type.Forall");
  }
  reader.leaveMessage(outer);
  return {
    kind: "forall",
    parameters: requireListLengthForLanguageVersion(
      parameters,
      "variables of a quantified type",
      tables,
    ),
    body: requireMessageField(body, "the body of a quantified type"),
  };
};

const readStruct = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  let fields: TypedName[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) fields = appendOrCreateList(fields, readField(reader, tables));
    else reader.rejectUnknownField(field, "Type.Struct");
  }
  reader.leaveMessage(outer);
  if (fields === undefined) throw malformedArchiveError("a struct has no fields");
  return { kind: "struct", fields: requireDistinctFields(sortStructFieldsByName(fields)) };
};

const readField = (reader: ArchiveProtobufReader, tables: InternedTables): TypedName => {
  let type: LfType | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 2) type = readPart(reader, tables);
    else if (field === 3) name = reader.readInt32();
    else reader.rejectUnknownField(field, "FieldWithType");
  }
  reader.leaveMessage(outer);
  return {
    name: getInternedName(tables, name),
    type: requireMessageField(type, "the type of a field"),
  };
};

/** Returns the fields, which are sorted. Raises DAR_PARSE_ERROR if two have the same name. */
const requireDistinctFields = (fields: readonly TypedName[]): readonly TypedName[] => {
  for (let index = 1; index < fields.length; index += 1) {
    const name = fields[index]?.name ?? "";
    if (fields[index - 1]?.name === name) {
      throw malformedArchiveError(`a struct has two fields ${name}`);
    }
  }
  return fields;
};

const readTypeApplication = (reader: ArchiveProtobufReader, tables: InternedTables): LfType => {
  let head: LfType | undefined;
  let argument: LfType | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) head = readPart(reader, tables);
    else if (field === 2) argument = readPart(reader, tables);
    else reader.rejectUnknownField(field, "Type.TApp");
  }
  reader.leaveMessage(outer);
  return applyType(
    requireMessageField(head, "the head of a type application"),
    requireMessageField(argument, "the argument of a type application"),
  );
};

const applyType = (head: LfType, argument: LfType): LfType => {
  switch (head.kind) {
    case "variable":
    case "constructor":
    case "builtin":
      return { ...head, arguments: [...head.arguments, argument] };
    // A synonym already has all its arguments, and its result accepts no more.
    case "synonym":
    case "forall":
    case "struct":
    case "nat":
      throw malformedArchiveError(`a ${head.kind} type is applied to an argument`);
  }
};
