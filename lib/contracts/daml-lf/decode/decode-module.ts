import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import {
  malformedArchiveError,
  type MessageReader,
  noFieldNumber,
} from "../archive/message-reader.ts";
import type {
  DataType,
  ExceptionDefinition,
  LazilyDecoded,
  LfExpr,
  LfInterface,
  LfModule,
  LfTemplate,
  LfType,
  TypedName,
  TypeSynonym,
  ValueDefinition,
} from "../syntax/ast.ts";
import { readDataType, readSynonym } from "./decode-data-type.ts";
import { readInterface } from "./decode-interface.ts";
import { readTemplate } from "./decode-template.ts";
import { readType } from "./decode-types.ts";
import {
  type DefinitionScope,
  readDefinitionRange,
  storeDefinitionRange,
} from "./definition-scope.ts";
import { getInternedDottedName, type InternedTables } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";
import { addDefinition } from "./unique-names.ts";

/** Reads the module that fills the current message. Raises DAR_PARSE_ERROR. */
export const readModule = (reader: MessageReader, scope: DefinitionScope): LfModule => {
  let name = 0;
  const flags = new Set<number>();
  const synonyms = new Map<string, TypeSynonym>();
  const dataTypes = new Map<string, DataType>();
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
      addDefinition(synonyms, readSynonym(reader, scope.tables), "type synonym");
    } else if (field === 4) {
      addDefinition(dataTypes, readDataType(reader, scope.tables), "data type");
    } else if (field === 5) {
      addDefinition(values, readValueDefinition(reader, scope), "value");
    } else if (field === 6) {
      addDefinition(templates, readTemplate(reader, scope), "template");
    } else if (field === 7) {
      addDefinition(exceptions, readException(reader, scope), "exception");
    } else if (field === 8) {
      addDefinition(interfaces, readInterface(reader, scope), "interface");
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

const readFeatureFlags = (reader: MessageReader, flags: Set<number>): void => {
  reader.visitMessage((field) => {
    if (field < 1 || field > 3) reader.rejectUnknownField(field, "FeatureFlags");
    if (reader.readBool()) flags.add(field);
  });
};

/** Reads a value definition. Raises DAR_PARSE_ERROR. */
export const readValueDefinition = (
  reader: MessageReader,
  scope: DefinitionScope,
): ValueDefinition => {
  const { tables, expressions } = scope;
  let range: SourceRange | undefined;
  let typed: TypedName | undefined;
  let body: LazilyDecoded<LfExpr> | undefined;
  const outer = reader.enterMessage();
  for (let field = reader.nextField(); field !== noFieldNumber; field = reader.nextField()) {
    if (field === 1) range = readDefinitionRange(reader, scope);
    else if (field === 2) typed = readNameWithType(reader, tables);
    else if (field === 3) body = expressions.lazy(reader);
    else reader.rejectUnknownField(field, "DefValue");
  }
  reader.leaveMessage(outer);
  const { name, type } = requireMessageField(typed, "the name of a value");
  const value = { name, type, body: requireMessageField(body, "the body of a value") };
  return storeDefinitionRange(value, range, scope);
};

const readNameWithType = (reader: MessageReader, tables: InternedTables): TypedName => {
  let name = 0;
  let type: LfType | undefined;
  const outer = reader.enterMessage();
  for (let field = reader.nextField(); field !== noFieldNumber; field = reader.nextField()) {
    if (field === 1) name = reader.readInt32();
    else if (field === 2) type = readType(reader, tables);
    else reader.rejectUnknownField(field, "NameWithType");
  }
  reader.leaveMessage(outer);
  return {
    name: getInternedDottedName(tables, name),
    type: requireMessageField(type, "the type of a value"),
  };
};

/** Reads an exception definition. Raises DAR_PARSE_ERROR. */
export const readException = (
  reader: MessageReader,
  scope: DefinitionScope,
): ExceptionDefinition => {
  let name = 0;
  let message: LazilyDecoded<LfExpr> | undefined;
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
