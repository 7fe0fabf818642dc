import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  type ArchiveProtobufReader,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { LfChoice, LfInterface, LfType } from "../syntax/ast.ts";
import { readChoiceDefinition } from "./decode-choice.ts";
import { readDefinitionReference } from "./decode-references.ts";
import { readInternedTypeReference } from "./decode-types.ts";
import type { DefinitionDecodingContext } from "./definition-scope.ts";
import { getInternedDottedName, getInternedName, type InternedTables } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";
import { addUniqueDefinition, assertUniqueDefinitionName } from "./unique-names.ts";

/** Reads an interface. Raises DAR_PARSE_ERROR. */
export const readInterfaceDefinition = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): LfInterface => {
  const { tables } = scope;
  let name = 0;
  let parameter = 0;
  let view: LfType | undefined;
  const methods = new Map<string, LfType>();
  const choices = new Map<string, LfChoice>();
  const requires = new Set<TypeId>();
  reader.visitMessage((field) => {
    if (field === 1) {
      reader.skipField();
    } else if (field === 2) {
      name = reader.readInt32();
    } else if (field === 3) {
      readMethod(reader, tables, methods);
    } else if (field === 4) {
      parameter = reader.readInt32();
    } else if (field === 5) {
      addUniqueDefinition(choices, readChoiceDefinition(reader, scope), "choice");
    } else if (field === 6) {
      view = readInternedTypeReference(reader, tables);
    } else if (field === 7) {
      readRequired(reader, tables, requires);
    } else {
      reader.rejectUnknownField(field, "DefInterface");
    }
  });
  return {
    name: getInternedDottedName(tables, name),
    parameter: getInternedName(tables, parameter),
    methods,
    choices,
    view: requireMessageField(view, "the view type of an interface"),
    requires: [...requires],
  };
};

const readMethod = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
  methods: Map<string, LfType>,
): void => {
  let name = 0;
  let type: LfType | undefined;
  reader.visitMessage((field) => {
    if (field === 1) reader.skipField();
    else if (field === 2) name = reader.readInt32();
    else if (field === 3) type = readInternedTypeReference(reader, tables);
    else reader.rejectUnknownField(field, "InterfaceMethod");
  });
  const method = getInternedName(tables, name);
  assertUniqueDefinitionName(methods, method, "method");
  methods.set(method, requireMessageField(type, "the type of a method"));
};

const readRequired = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
  required: Set<TypeId>,
): void => {
  const interfaceId = readDefinitionReference(reader, tables);
  if (required.has(interfaceId)) {
    throw malformedArchiveError(`an interface requires ${interfaceId} twice`);
  }
  required.add(interfaceId);
};
