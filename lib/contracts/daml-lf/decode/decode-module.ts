import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type {
  DecodedOnEachCall,
  ExceptionDefinition,
  LfDataType,
  LfExpr,
  LfInterface,
  LfModule,
  LfTemplate,
  LfType,
  TypedName,
  TypeSynonym,
  ValueDefinition,
} from "../syntax/ast.ts";
import { readDataTypeDefinition, readTypeSynonym } from "./decode-data-type.ts";
import { readInterfaceDefinition } from "./decode-interface.ts";
import { readTemplateDefinition } from "./decode-template.ts";
import { readInternedTypeReference } from "./decode-types.ts";
import {
  type DefinitionDecodingContext,
  readDefinitionSourceRange,
  storeDefinitionSourceRange,
} from "./definition-scope.ts";
import { getInternedDottedName, type InternedTables } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";
import { addUniqueDefinition } from "./unique-names.ts";

/** Reads the module that fills the current message. Raises DAR_PARSE_ERROR. */
export const readLfModule = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): LfModule => {
  let name = 0;
  const flags = new Set<number>();
  const synonyms = new Map<string, TypeSynonym>();
  const dataTypes = new Map<string, LfDataType>();
  const values = new Map<string, ValueDefinition>();
  const templates = new Map<string, LfTemplate>();
  const exceptions = new Map<string, ExceptionDefinition>();
  const interfaces = new Map<string, LfInterface>();
  reader.visitFields((field) => {
    if (field === 1) {
      name = reader.readInt32();
    } else if (field === 2) {
      readFeatureFlags(reader, flags);
    } else if (field === 3) {
      addUniqueDefinition(synonyms, readTypeSynonym(reader, scope.tables), "type synonym");
    } else if (field === 4) {
      addUniqueDefinition(dataTypes, readDataTypeDefinition(reader, scope.tables), "data type");
    } else if (field === 5) {
      addUniqueDefinition(values, readValueDefinition(reader, scope), "value");
    } else if (field === 6) {
      addUniqueDefinition(templates, readTemplateDefinition(reader, scope), "template");
    } else if (field === 7) {
      addUniqueDefinition(exceptions, readExceptionDefinition(reader, scope), "exception");
    } else if (field === 8) {
      addUniqueDefinition(interfaces, readInterfaceDefinition(reader, scope), "interface");
    } else {
      reader.rejectUnknownField(field, "Module");
    }
  });
  if (flags.size !== 3) {
    throw malformedArchiveError("a module does not set all three feature flags");
  }
  return {
    name: getInternedDottedName(scope.tables, name),
    synonyms,
    dataTypes,
    values,
    templates,
    exceptions,
    interfaces,
  };
};

const readFeatureFlags = (reader: ArchiveProtobufReader, flags: Set<number>): void => {
  reader.visitMessage((field) => {
    if (field < 1 || field > 3) reader.rejectUnknownField(field, "FeatureFlags");
    if (reader.readBool()) flags.add(field);
  });
};

/** Reads a value definition. Raises DAR_PARSE_ERROR. */
export const readValueDefinition = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): ValueDefinition => {
  const { tables, expressions } = scope;
  let range: SourceRange | undefined;
  let typed: TypedName | undefined;
  let body: DecodedOnEachCall<LfExpr> | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) range = readDefinitionSourceRange(reader, scope);
    else if (field === 2) typed = readNameWithType(reader, tables);
    else if (field === 3) body = expressions.lazy(reader);
    else reader.rejectUnknownField(field, "DefValue");
  }
  reader.leaveMessage(outer);
  const { name, type } = requireMessageField(typed, "the name of a value");
  const value = { name, type, body: requireMessageField(body, "the body of a value") };
  return storeDefinitionSourceRange(value, range, scope);
};

const readNameWithType = (reader: ArchiveProtobufReader, tables: InternedTables): TypedName => {
  let name = 0;
  let type: LfType | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) name = reader.readInt32();
    else if (field === 2) type = readInternedTypeReference(reader, tables);
    else reader.rejectUnknownField(field, "NameWithType");
  }
  reader.leaveMessage(outer);
  return {
    name: getInternedDottedName(tables, name),
    type: requireMessageField(type, "the type of a value"),
  };
};

/** Reads an exception definition. Raises DAR_PARSE_ERROR. */
export const readExceptionDefinition = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): ExceptionDefinition => {
  let name = 0;
  let message: DecodedOnEachCall<LfExpr> | undefined;
  reader.visitMessage((field) => {
    if (field === 1) name = reader.readInt32();
    else if (field === 2) reader.skipField();
    else if (field === 3) message = scope.expressions.lazy(reader);
    else reader.rejectUnknownField(field, "DefException");
  });
  return {
    name: getInternedDottedName(scope.tables, name),
    message: requireMessageField(message, "the message of an exception"),
  };
};
