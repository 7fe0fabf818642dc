import { isLedgerError, type LedgerError } from "../../../base/errors/ledger-error.ts";
import {
  ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
  type MessageBytePosition,
  runWithParseErrorsDuringEvaluation,
} from "../archive/archive-protobuf-reader.ts";
import type { DecodedOnEachCall, LfExpr, LfType } from "../syntax/ast.ts";
import { readFromAnyExpr, readToAnyExpr, readTypeRepExpr } from "./decode-any-expressions.ts";
import { decodeBuiltinConstructor, readCaseExpr } from "./decode-cases.ts";
import {
  readFromAnyExceptionExpr,
  readThrowExpr,
  readToAnyExceptionExpr,
} from "./decode-exception-expressions.ts";
import {
  readFunctionApplicationExpr,
  readLambdaExpr,
  readTypeApplication,
  readTypeLambda,
} from "./decode-functions.ts";
import {
  readBuiltinInterfaceCall,
  readInterfaceConversion,
  readInterfaceMethodCall,
  readRequiredInterfaceConversion,
  readUnsafeFromInterface,
  readUnsafeFromRequiredInterface,
} from "./decode-interface-expressions.ts";
import { readListConsExpr, readNilExpr } from "./decode-lists.ts";
import { readLiteralExpr } from "./decode-literals.ts";
import {
  readRecordExpr,
  readRecordFieldAccessExpr,
  readRecordUpdateExpr,
  readStructExpression,
  readStructFieldExpression,
  readStructUpdateExpression,
} from "./decode-records.ts";
import { readDefinitionReference, skipSourceLocation } from "./decode-references.ts";
import { readInternedTypeReference } from "./decode-types.ts";
import { readLetExpr, readUpdateExpr } from "./decode-updates.ts";
import {
  readEnumExpression,
  readNoneExpression,
  readSomeExpr,
  readVariantExpr,
} from "./decode-variants.ts";
import { getInternedString, type InternedTables } from "./interned-tables.ts";
import type { ExprDecodingContext } from "./message-field-values.ts";
import { createUnsupportedLfFeatureError, requireMessageField } from "./message-fields.ts";

/** Reads the expressions of one package. A malformed expression raises DAR_PARSE_ERROR when it is read. */
export interface ExprDecoder {
  /** Returns a function that reads the expression in the current field. Each call reads it again. */
  lazy(reader: ArchiveProtobufReader): DecodedOnEachCall<LfExpr>;
}

/** Readers for expression messages, with or without source ranges. */
export interface ExprReaders {
  /** Reads the expression in the current field. */
  readonly readExpr: ExprDecodingContext["readExpr"];
  /** Reads the expression that fills the current message. */
  readonly readWhole: ExprDecodingContext["readExpr"];
  /** Reads the interned expression that fills the current message. */
  readonly readEntry: ExprDecodingContext["readExpr"];
}

interface ExprSource {
  readonly bytes: Uint8Array;
  readonly maxDepth: number;
  /** Positions of the package's interned expressions (Daml-LF 2.2 and later). */
  readonly interned: readonly MessageBytePosition[];
  readonly tables: InternedTables;
}

/**
 * Returns the decoder of the package in `source.bytes`. Bodies are read on demand and not cached: a package
 * has thousands, all are checked once, and few are ever run.
 */
export const createExprDecoder = (
  source: ExprSource,
  forms: ExprReaders = readersWithoutRanges,
): ExprDecoder => {
  const { bytes, maxDepth, tables } = source;
  const reader = new ArchiveProtobufReader(bytes, maxDepth);
  const { readExpr, readWhole } = forms;
  const scope: ExprDecodingContext = { tables, interned: createExprTable(source, forms), readExpr };
  const decode = (position: MessageBytePosition): LfExpr =>
    runWithParseErrorsDuringEvaluation(() => readWhole(reader.goTo(position), scope));
  return {
    lazy: (definition) => {
      const position = definition.readPosition();
      return () => decode(position);
    },
  };
};

/**
 * Returns a function that returns interned expressions by index. An expression refers only to earlier
 * ones, so the function reads missing ones in order, without recursion. It holds them weakly, because
 * bodies share them only while a package is checked. A malformed expression that is never used causes no
 * error.
 */
const createExprTable = (
  { bytes, maxDepth, interned, tables }: ExprSource,
  { readExpr, readEntry }: ExprReaders,
): ((index: number) => LfExpr) => {
  let cachedTable: WeakRef<InternedExprEntry[]> | undefined;
  const reader = new ArchiveProtobufReader(bytes, maxDepth);
  const fill = (table: InternedExprEntry[], end: number): void => {
    const scope: ExprDecodingContext = {
      tables,
      interned: (index) => requireValidEntry(table[index], index),
      readExpr,
    };
    for (const position of interned.slice(table.length, end)) {
      table.push(readSafely(() => readEntry(reader.goTo(position), scope)));
    }
  };
  return (index) => {
    if (!tables.isFlat) throw createUnsupportedLfFeatureError("interned expressions", tables);
    let table = cachedTable?.deref();
    if (table === undefined) cachedTable = new WeakRef((table = []));
    if (table.length <= index) fill(table, index + 1);
    return requireValidEntry(table[index], index);
  };
};

/** An interned expression, or the error of reading it. */
type InternedExprEntry = LfExpr | LedgerError;

const requireValidEntry = (entry: InternedExprEntry | undefined, index: number): LfExpr => {
  const found = requireMessageField(entry, `interned expression ${index}`);
  if (isLedgerError(found)) throw found;
  return found;
};

const readExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
  const variable = reader.tryReadSingleNumber(variableTag);
  if (variable >= 0) return { kind: "variable", name: getInternedString(scope.tables, variable) };
  const outer = reader.enterMessage();
  const expr = readWholeExpr(reader, scope);
  reader.leaveMessage(outer);
  return expr;
};

/** Tag of field 2. A third of all expressions are variables. */
const variableTag = 0x10;

/** Reads an expression that fills the current message. */
const readWholeExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
  let expr: LfExpr | undefined;
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) skipSourceLocation(reader, scope.tables);
    else expr = readExprMessageField(field, reader, scope);
  }
  return requireMessageField(expr, "an expression");
};

/** Returns the result of `read` as a table entry: the expression, or the LedgerError that was raised. */
const readSafely = (read: () => LfExpr): InternedExprEntry => {
  try {
    return runWithParseErrorsDuringEvaluation(read);
  } catch (error) {
    if (isLedgerError(error)) return error;
    throw error;
  }
};

const readInternedExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
  let expr: LfExpr | undefined;
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === internedField) {
      throw malformedArchiveError(
        "an interned expression is only a reference to another interned expression",
      );
    }
    if (field === 1) skipSourceLocation(reader, scope.tables);
    else expr = readExprMessageField(field, reader, scope);
  }
  return requireMessageField(expr, "an expression");
};

const internedField = 44;

const readersWithoutRanges: ExprReaders = {
  readExpr,
  readWhole: readWholeExpr,
  readEntry: readInternedExpr,
};

/** Reads the content of field `field` of an `Expr`. Raises DAR_PARSE_ERROR for an unknown field. */
export const readExprMessageField = (
  field: number,
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  switch (field) {
    case 2:
      return { kind: "variable", name: getInternedString(scope.tables, reader.readInt32()) };
    case 3:
      return { kind: "value", name: readDefinitionReference(reader, scope.tables) };
    case 4:
      return { kind: "builtin", id: reader.readInt32() };
    case 5:
      return decodeBuiltinConstructor(reader.readInt32());
    case 6:
      return readLiteralExpr(reader, scope.tables);
    case 7:
      return readRecordExpr(reader, scope);
    case 8:
      return readRecordFieldAccessExpr(reader, scope);
    case 9:
      return readRecordUpdateExpr(reader, scope);
    case 10:
      return readVariantExpr(reader, scope);
    case 11:
      return readEnumExpression(reader, scope);
    case 12:
      return readStructExpression(reader, scope);
    case 13:
      return readStructFieldExpression(reader, scope);
    case 14:
      return readStructUpdateExpression(reader, scope);
    case 15:
      return readFunctionApplicationExpr(reader, scope);
    case 16:
      return readTypeApplication(reader, scope);
    case 17:
      return readLambdaExpr(reader, scope);
    case 18:
      return readTypeLambda(reader, scope);
    case 19:
      return readCaseExpr(reader, scope);
    case 20:
      return readLetExpr(reader, scope);
    case 21:
      return readNilExpr(reader, scope);
    case 22:
      return readListConsExpr(reader, scope);
    case 23:
      return { kind: "update", update: readUpdateExpr(reader, scope) };
    case 25:
      return readNoneExpression(reader, scope);
    case 26:
      return readSomeExpr(reader, scope);
    case 27:
      return readToAnyExpr(reader, scope);
    case 28:
      return readFromAnyExpr(reader, scope);
    case 29:
      return readTypeRepExpr(reader, scope);
    case 30:
      return readToAnyExceptionExpr(reader, scope);
    case 31:
      return readFromAnyExceptionExpr(reader, scope);
    case 32:
      return readThrowExpr(reader, scope);
    case 33:
      return readInterfaceConversion("toInterface", reader, scope);
    case 34:
      return readInterfaceConversion("fromInterface", reader, scope);
    case 35:
      return readInterfaceMethodCall(reader, scope);
    case 36:
      return readBuiltinInterfaceCall("signatoryInterface", reader, scope);
    case 37:
      return readBuiltinInterfaceCall("observerInterface", reader, scope);
    case 38:
      return readBuiltinInterfaceCall("viewInterface", reader, scope);
    case 39:
      return readUnsafeFromInterface(reader, scope);
    case 40:
      return readBuiltinInterfaceCall("interfaceTemplateTypeRep", reader, scope);
    case 41:
      return readRequiredInterfaceConversion("toRequiredInterface", reader, scope);
    case 42:
      return readRequiredInterfaceConversion("fromRequiredInterface", reader, scope);
    case 43:
      return readUnsafeFromRequiredInterface(reader, scope);
    case internedField:
      return scope.interned(reader.readInt32());
    case 9999:
      return readExperimental(reader, scope.tables);
    default:
      return reader.rejectUnknownField(field, "Expr");
  }
};

/** Reads an experimental expression, whose name is not an index into the string table. */
const readExperimental = (reader: ArchiveProtobufReader, tables: InternedTables): LfExpr => {
  let name = "";
  let type: LfType | undefined;
  reader.visitMessage((field) => {
    if (field === 1) name = reader.readString();
    else if (field === 2) type = readInternedTypeReference(reader, tables);
    else reader.rejectUnknownField(field, "Experimental");
  });
  return {
    kind: "experimental",
    name,
    type: requireMessageField(type, "the type of Experimental"),
  };
};
