import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { LfExpr, LfType, TypedName, TypeParameter } from "../syntax/ast.ts";
import { appendOrCreateList } from "./append-or-create.ts";
import { readInternedTypeReference, readNameAndType, readTypeParameter } from "./decode-types.ts";
import type { ExprDecodingContext } from "./message-field-values.ts";
import { requireListLengthForLanguageVersion, requireMessageField } from "./message-fields.ts";

// Readers of functions, type abstractions and their applications. They raise DAR_PARSE_ERROR.

export const readFunctionApplicationExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let fun: LfExpr | undefined;
  let args: LfExpr[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) fun = scope.readExpr(reader, scope);
    else if (field === 2) args = appendOrCreateList(args, scope.readExpr(reader, scope));
    else reader.rejectUnknownField(field, "App");
  }
  reader.leaveMessage(outer);
  if (args === undefined) throw malformedArchiveError("a function is applied to no arguments");
  return {
    kind: "apply",
    fun: requireMessageField(fun, "the function of an application"),
    arguments: args,
  };
};

export const readTypeApplication = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let expr: LfExpr | undefined;
  let types: LfType[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) {
      expr = scope.readExpr(reader, scope);
    } else if (field === 2) {
      types = appendOrCreateList(types, readInternedTypeReference(reader, scope.tables));
    } else {
      reader.rejectUnknownField(field, "TyApp");
    }
  }
  reader.leaveMessage(outer);
  return {
    kind: "typeApply",
    expr: requireMessageField(expr, "the expression of a type application"),
    types: requireListLengthForLanguageVersion(
      types,
      "type arguments of an application",
      scope.tables,
    ),
  };
};

export const readLambdaExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let body: LfExpr | undefined;
  let parameters: TypedName[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) {
      parameters = appendOrCreateList(parameters, readNameAndType(reader, scope.tables));
    } else if (field === 2) {
      body = scope.readExpr(reader, scope);
    } else {
      reader.rejectUnknownField(field, "Abs");
    }
  }
  reader.leaveMessage(outer);
  return {
    kind: "lambda",
    parameters: requireListLengthForLanguageVersion(
      parameters,
      "parameters of a function",
      scope.tables,
    ),
    body: requireMessageField(body, "the body of a function"),
  };
};

export const readTypeLambda = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let body: LfExpr | undefined;
  let parameters: TypeParameter[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) {
      parameters = appendOrCreateList(parameters, readTypeParameter(reader, scope.tables));
    } else if (field === 2) {
      body = scope.readExpr(reader, scope);
    } else {
      reader.rejectUnknownField(field, "TyAbs");
    }
  }
  reader.leaveMessage(outer);
  return {
    kind: "typeLambda",
    parameters: requireListLengthForLanguageVersion(
      parameters,
      "type parameters of a function",
      scope.tables,
    ),
    body: requireMessageField(body, "the body of a type function"),
  };
};
