import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import { malformedArchive, type MessageReader, noField } from "../archive/message-reader.ts";
import type { BuiltinType, LfType, TypedName, TypeParameter } from "../syntax/ast.ts";
import { builtinTypeNumbers } from "../syntax/builtin-type-numbers.ts";
import { appendOrCreate } from "./append-or-create.ts";
import { readReference } from "./decode-references.ts";
import { readTypeParameter, sortedByName } from "./decode-types.ts";
import { nameAt, type Tables, typeAt } from "./interned-tables.ts";
import { checkItemCount, requirePresent, unsupportedFeature } from "./message-fields.ts";

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
export const readTypeEntry = (reader: MessageReader, tables: Tables): LfType => {
  let type: LfType | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 8) {
      throw malformedArchive("an interned type is only a reference to another interned type");
    }
    type = readTypeCase(field, reader, tables);
  }
  return requirePresent(type, "a type");
};

/** Tag of field 8. */
const internedTypeTag = 0x40;

/** Reads a type inside of an entry. */
const readPart = (reader: MessageReader, tables: Tables): LfType => {
  const index = reader.onlyNumber(internedTypeTag);
  if (index >= 0) return typeAt(tables, index);
  let type: LfType | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    type = readTypeCase(field, reader, tables);
  }
  reader.leave(outer);
  return requirePresent(type, "a type");
};

const readTypeCase = (field: number, reader: MessageReader, tables: Tables): LfType => {
  switch (field) {
    case 8:
      return typeAt(tables, reader.int32());
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
      return natType(reader.sint64());
    case 9:
      if (!tables.isFlat) throw unsupportedFeature("applications of one type to another", tables);
      return readTypeApplication(reader, tables);
    default:
      return reader.unknown(field, "Type");
  }
};

const natType = (value: bigint): LfType => {
  if (value < 0n || value > 37n) {
    throw malformedArchive(`${value} is not a type-level number from 0 to 37`);
  }
  return { kind: "nat", value: Number(value) };
};

/**
 * Returns the arguments. All types without arguments share one empty list. From 2.2 on, type application
 * is a message of its own, so a list of arguments is an error.
 */
const argumentsOf = (types: readonly LfType[] | undefined, tables: Tables): readonly LfType[] => {
  if (types === undefined) return none;
  if (tables.isFlat) throw unsupportedFeature("lists of type arguments", tables);
  return types;
};

const none: readonly LfType[] = [];

const readVariableType = (reader: MessageReader, tables: Tables): LfType => {
  let args: LfType[] | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 2) args = appendOrCreate(args, readPart(reader, tables));
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "Type.Var");
  }
  reader.leave(outer);
  return { kind: "variable", name: nameAt(tables, name), arguments: argumentsOf(args, tables) };
};

const readConstructorPart = (reader: MessageReader, tables: Tables): LfType => {
  const { id, args } = readNamed("Type.Con", reader, tables);
  if (args === undefined) return tables.references.plainType(id);
  return { kind: "constructor", id, arguments: argumentsOf(args, tables) };
};

const readSynonymType = (reader: MessageReader, tables: Tables): LfType => {
  const { id, args } = readNamed("Type.Syn", reader, tables);
  return { kind: "synonym", id, arguments: args ?? none };
};

interface NamedPart {
  readonly id: TypeId;
  readonly args: readonly LfType[] | undefined;
}

/** Reads the name of a type and its arguments. */
const readNamed = (message: string, reader: MessageReader, tables: Tables): NamedPart => {
  let args: LfType[] | undefined;
  let id: TypeId | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) id = readReference(reader, tables);
    else if (field === 2) args = appendOrCreate(args, readPart(reader, tables));
    else reader.unknown(field, message);
  }
  reader.leave(outer);
  return { id: requirePresent(id, "the name of a type"), args };
};

const readBuiltinType = (reader: MessageReader, tables: Tables): LfType => {
  let args: LfType[] | undefined;
  let number = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) number = reader.int32();
    else if (field === 2) args = appendOrCreate(args, readPart(reader, tables));
    else reader.unknown(field, "Type.Builtin");
  }
  reader.leave(outer);
  const builtin = builtinTypes.get(number);
  if (builtin === undefined) throw malformedArchive(`there is no builtin type ${number}`);
  if (isUnstable(builtin) && tables.languageVersion !== "2.dev") {
    throw malformedArchive(`Daml-LF ${tables.languageVersion} has no type ${builtin}`);
  }
  return { kind: "builtin", builtin, arguments: argumentsOf(args, tables) };
};

const readForall = (reader: MessageReader, tables: Tables): LfType => {
  let parameters: TypeParameter[] | undefined;
  let body: LfType | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) parameters = appendOrCreate(parameters, readTypeParameter(reader, tables));
    else if (field === 2) body = readPart(reader, tables);
    else reader.unknown(field, "Type.Forall");
  }
  reader.leave(outer);
  return {
    kind: "forall",
    parameters: checkItemCount(parameters, "variables of a quantified type", tables),
    body: requirePresent(body, "the body of a quantified type"),
  };
};

const readStruct = (reader: MessageReader, tables: Tables): LfType => {
  let fields: TypedName[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) fields = appendOrCreate(fields, readField(reader, tables));
    else reader.unknown(field, "Type.Struct");
  }
  reader.leave(outer);
  if (fields === undefined) throw malformedArchive("a struct has no fields");
  return { kind: "struct", fields: distinct(sortedByName(fields)) };
};

const readField = (reader: MessageReader, tables: Tables): TypedName => {
  let type: LfType | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 2) type = readPart(reader, tables);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "FieldWithType");
  }
  reader.leave(outer);
  return { name: nameAt(tables, name), type: requirePresent(type, "the type of a field") };
};

/** Returns the fields, which are sorted. Raises DAR_PARSE_ERROR if two have the same name. */
const distinct = (fields: readonly TypedName[]): readonly TypedName[] => {
  for (let index = 1; index < fields.length; index += 1) {
    const name = fields[index]?.name ?? "";
    if (fields[index - 1]?.name === name) throw malformedArchive(`a struct has two fields ${name}`);
  }
  return fields;
};

const readTypeApplication = (reader: MessageReader, tables: Tables): LfType => {
  let head: LfType | undefined;
  let argument: LfType | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) head = readPart(reader, tables);
    else if (field === 2) argument = readPart(reader, tables);
    else reader.unknown(field, "Type.TApp");
  }
  reader.leave(outer);
  return applyType(
    requirePresent(head, "the head of a type application"),
    requirePresent(argument, "the argument of a type application"),
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
      throw malformedArchive(`a ${head.kind} type is applied to an argument`);
  }
};
