import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { DecodedOnEachCall, LfChoice, LfExpr, LfType, TypedName } from "../syntax/ast.ts";
import { readInternedTypeReference, readNameAndType } from "./decode-types.ts";
import {
  type DefinitionDecodingContext,
  readDefinitionSourceRange,
  storeDefinitionSourceRange,
} from "./definition-scope.ts";
import { getInternedName } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";

/** Reads a choice of a template or interface. Raises DAR_PARSE_ERROR. */
export const readChoiceDefinition = (
  reader: ArchiveProtobufReader,
  scope: DefinitionDecodingContext,
): LfChoice => {
  const { tables, expressions } = scope;
  let range: SourceRange | undefined;
  let name = 0;
  let consuming = false;
  let selfName = 0;
  let controllers: DecodedOnEachCall<LfExpr> | undefined;
  let observers: DecodedOnEachCall<LfExpr> | undefined;
  let authorizers: DecodedOnEachCall<LfExpr> | undefined;
  let argument: TypedName | undefined;
  let resultType: LfType | undefined;
  let body: DecodedOnEachCall<LfExpr> | undefined;
  reader.visitMessage((field) => {
    if (field === 1) range = readDefinitionSourceRange(reader, scope);
    else if (field === 2) name = reader.readInt32();
    else if (field === 3) consuming = reader.readBool();
    else if (field === 4) controllers = expressions.lazy(reader);
    else if (field === 5) observers = expressions.lazy(reader);
    else if (field === 6) argument = readNameAndType(reader, tables);
    else if (field === 8) resultType = readInternedTypeReference(reader, tables);
    else if (field === 9) body = expressions.lazy(reader);
    else if (field === 10) selfName = reader.readInt32();
    else if (field === 1001) authorizers = expressions.lazy(reader);
    else reader.rejectUnknownField(field, "TemplateChoice");
  });
  const { name: argumentName, type: argumentType } = requireMessageField(
    argument,
    "a choice's argument",
  );
  const choice: LfChoice = {
    name: getInternedName(tables, name),
    consuming,
    controllers: requireMessageField(controllers, "the controllers of a choice"),
    observers: requireMessageField(observers, "the observers of a choice"),
    authorizers,
    argumentName,
    argumentType,
    resultType: requireMessageField(resultType, "the result type of a choice"),
    selfName: getInternedName(tables, selfName),
    body: requireMessageField(body, "the body of a choice"),
  };
  return storeDefinitionSourceRange(choice, range, scope);
};
