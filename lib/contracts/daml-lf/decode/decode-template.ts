import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  type ArchiveProtobufReader,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type {
  DecodedOnEachCall,
  InterfaceInstance,
  LfChoice,
  LfExpr,
  LfTemplate,
  LfType,
  TemplateKeyDefinition,
} from "../syntax/ast.ts";
import { readChoiceDefinition } from "./decode-choice.ts";
import { readDefinitionReference } from "./decode-references.ts";
import { readInternedTypeReference } from "./decode-types.ts";
import {
  type DefinitionDecodingContext,
  readDefinitionSourceRange,
  storeDefinitionSourceRange,
} from "./definition-scope.ts";
import { getInternedDottedName, getInternedName } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";
import { addUniqueDefinition, assertUniqueDefinitionName } from "./unique-names.ts";

/** Reads a template with its choices, key and interface instances. Raises DAR_PARSE_ERROR. */
export const readTemplateDefinition = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): LfTemplate => {
  const { tables, expressions } = scope;
  let range: SourceRange | undefined;
  let name = 0;
  let parameter = 0;
  let precondition: DecodedOnEachCall<LfExpr> | undefined;
  let signatories: DecodedOnEachCall<LfExpr> | undefined;
  let observers: DecodedOnEachCall<LfExpr> | undefined;
  let key: TemplateKeyDefinition | undefined;
  const choices = new Map<string, LfChoice>();
  const instances = new Map<TypeId, InterfaceInstance>();
  reader.visitMessage((field) => {
    if (field === 1) {
      name = reader.readInt32();
    } else if (field === 2) {
      parameter = reader.readInt32();
    } else if (field === 3) {
      precondition = expressions.lazy(reader);
    } else if (field === 4) {
      signatories = expressions.lazy(reader);
    } else if (field === 6) {
      addUniqueDefinition(choices, readChoiceDefinition(reader, scope), "choice");
    } else if (field === 7) {
      observers = expressions.lazy(reader);
    } else if (field === 8) {
      range = readDefinitionSourceRange(reader, scope);
    } else if (field === 9) {
      key = readKey(reader, scope);
    } else if (field === 10) {
      const instance = readInstance(reader, scope);
      if (instances.has(instance.interfaceId)) {
        throw malformedArchiveError(`a template implements ${instance.interfaceId} twice`);
      }
      instances.set(instance.interfaceId, instance);
    } else {
      reader.rejectUnknownField(field, "DefTemplate");
    }
  });
  const template: LfTemplate = {
    name: getInternedDottedName(tables, name),
    parameter: getInternedName(tables, parameter),
    precondition,
    signatories: requireMessageField(signatories, "the signatories of a template"),
    observers: requireMessageField(observers, "the observers of a template"),
    choices,
    key,
    implements: instances,
  };
  return storeDefinitionSourceRange(template, range, scope);
};

const readKey = (
  reader: ArchiveProtobufReader,
  { tables, expressions }: DefinitionDecodingContext,
): TemplateKeyDefinition => {
  let type: LfType | undefined;
  let body: DecodedOnEachCall<LfExpr> | undefined;
  let maintainers: DecodedOnEachCall<LfExpr> | undefined;
  reader.visitMessage((field) => {
    if (field === 1) type = readInternedTypeReference(reader, tables);
    else if (field === 3) maintainers = expressions.lazy(reader);
    else if (field === 4) body = expressions.lazy(reader);
    else reader.rejectUnknownField(field, "DefKey");
  });
  return {
    type: requireMessageField(type, "the type of a key"),
    body: requireMessageField(body, "the expression of a key"),
    maintainers: requireMessageField(maintainers, "the maintainers of a key"),
  };
};

const readInstance = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): InterfaceInstance => {
  let interfaceId: TypeId | undefined;
  let body: Omit<InterfaceInstance, "interfaceId"> | undefined;
  reader.visitMessage((field) => {
    if (field === 1) interfaceId = readDefinitionReference(reader, scope.tables);
    else if (field === 2) body = readInstanceBody(reader, scope);
    else if (field === 3) reader.skipField();
    else reader.rejectUnknownField(field, "an interface instance");
  });
  return {
    interfaceId: requireMessageField(interfaceId, "the interface of an instance"),
    ...requireMessageField(body, "the body of an interface instance"),
  };
};

const readInstanceBody = (
  reader: ArchiveProtobufReader,
  { tables, expressions }: DefinitionDecodingContext,
): Omit<InterfaceInstance, "interfaceId"> => {
  const methods = new Map<string, DecodedOnEachCall<LfExpr>>();
  let view: DecodedOnEachCall<LfExpr> | undefined;
  reader.visitMessage((field) => {
    if (field === 1) {
      let name = 0;
      let value: DecodedOnEachCall<LfExpr> | undefined;
      reader.visitMessage((inner) => {
        if (inner === 1) name = reader.readInt32();
        else if (inner === 2) value = expressions.lazy(reader);
        else reader.rejectUnknownField(inner, "an instance method");
      });
      const method = getInternedName(tables, name);
      assertUniqueDefinitionName(methods, method, "method");
      methods.set(method, requireMessageField(value, "the body of a method"));
    } else if (field === 2) {
      view = expressions.lazy(reader);
    } else {
      reader.rejectUnknownField(field, "the body of an interface instance");
    }
  });
  return { methods, view: requireMessageField(view, "the view of an interface instance") };
};
