import { isLedgerError, type LedgerError } from "../../../base/errors/ledger-error.ts";
import {
  malformedArchiveError,
  type MessagePosition,
  MessageReader,
  noFieldNumber,
  readDuringEvaluation,
} from "../archive/message-reader.ts";
import type { LazilyDecoded, LfExpr, LfType } from "../syntax/ast.ts";
import { readFromAny, readToAny, readTypeRep } from "./decode-any-expressions.ts";
import { decodeBuiltinConstructor, readCase } from "./decode-cases.ts";
import {
  readFromAnyException,
  readThrow,
  readToAnyException,
} from "./decode-exception-expressions.ts";
import {
  readApplication,
  readLambda,
  readTypeApplication,
  readTypeLambda,
} from "./decode-functions.ts";
import {
  readInterfaceCall,
  readInterfaceConversion,
  readOnInterface,
  readRequiredConversion,
  readUnsafeFromInterface,
  readUnsafeFromRequiredInterface,
} from "./decode-interface-expressions.ts";
import { readCons, readNil } from "./decode-lists.ts";
import { readLiteral } from "./decode-literals.ts";
import {
  readRecord,
  readRecordField,
  readRecordUpdate,
  readStruct,
  readStructField,
  readStructUpdate,
} from "./decode-records.ts";
import { readReference, skipSourceLocation } from "./decode-references.ts";
import { readType } from "./decode-types.ts";
import { readLet, readUpdateExpr } from "./decode-updates.ts";
import { readEnum, readNone, readSome, readVariant } from "./decode-variants.ts";
import { getInternedString, type InternedTables } from "./interned-tables.ts";
import { requireMessageField, unsupportedFeatureError } from "./message-fields.ts";
import type { ExprScope } from "./message-slots.ts";

/** Reads the expressions of one package. A malformed expression raises DAR_PARSE_ERROR when it is read. */
export interface ExprDecoder {
  /** Returns a function that reads the expression in the current field. Each call reads it again. */
  lazy(reader: MessageReader): LazilyDecoded<LfExpr>;
}

/** Readers for expression messages, with or without source ranges. */
export interface ExprReaders {
  /** Reads the expression in the current field. */
  readonly readExpr: ExprScope["readExpr"];
  /** Reads the expression that fills the current message. */
  readonly readWhole: ExprScope["readExpr"];
  /** Reads the interned expression that fills the current message. */
  readonly readEntry: ExprScope["readExpr"];
}

interface ExprSource {
  readonly bytes: Uint8Array;
  readonly maxDepth: number;
  /** Positions of the package's interned expressions (Daml-LF 2.2 and later). */
  readonly interned: readonly MessagePosition[];
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
  const reader = new MessageReader(bytes, maxDepth);
  const { readExpr, readWhole } = forms;
  const scope: ExprScope = { tables, interned: createExprTable(source, forms), readExpr };
  const decode = (position: MessagePosition): LfExpr =>
    readDuringEvaluation(() => readWhole(reader.goTo(position), scope));
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
  const reader = new MessageReader(bytes, maxDepth);
  const fill = (table: InternedExprEntry[], end: number): void => {
    const scope: ExprScope = {
      tables,
      interned: (index) => requireValidEntry(table[index], index),
      readExpr,
    };
    for (const position of interned.slice(table.length, end)) {
      table.push(readSafely(() => readEntry(reader.goTo(position), scope)));
    }
  };
  return (index) => {
    if (!tables.isFlat) throw unsupportedFeatureError("interned expressions", tables);
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

const readExpr = (reader: MessageReader, scope: ExprScope): LfExpr => {
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
const readWholeExpr = (reader: MessageReader, scope: ExprScope): LfExpr => {
  let expr: LfExpr | undefined;
  for (let field = reader.nextField(); field !== noFieldNumber; field = reader.nextField()) {
    if (field === 1) skipSourceLocation(reader, scope.tables);
    else expr = readExprCase(field, reader, scope);
  }
  return requireMessageField(expr, "an expression");
};

/** Returns the result of `read` as a table entry: the expression, or the LedgerError that was raised. */
const readSafely = (read: () => LfExpr): InternedExprEntry => {
  try {
    return readDuringEvaluation(read);
  } catch (error) {
    if (isLedgerError(error)) return error;
    throw error;
  }
};

const readInternedExpr = (reader: MessageReader, scope: ExprScope): LfExpr => {
  let expr: LfExpr | undefined;
  for (let field = reader.nextField(); field !== noFieldNumber; field = reader.nextField()) {
    if (field === internedField) {
      throw malformedArchiveError(
        "an interned expression is only a reference to another interned expression",
      );
    }
    if (field === 1) skipSourceLocation(reader, scope.tables);
    else expr = readExprCase(field, reader, scope);
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
export const readExprCase = (field: number, reader: MessageReader, scope: ExprScope): LfExpr => {
  switch (field) {
    case 2:
      return { kind: "variable", name: getInternedString(scope.tables, reader.readInt32()) };
    case 3:
      return { kind: "value", name: readReference(reader, scope.tables) };
    case 4:
      return { kind: "builtin", id: reader.readInt32() };
    case 5:
      return decodeBuiltinConstructor(reader.readInt32());
    case 6:
      return readLiteral(reader, scope.tables);
    case 7:
      return readRecord(reader, scope);
    case 8:
      return readRecordField(reader, scope);
    case 9:
      return readRecordUpdate(reader, scope);
    case 10:
      return readVariant(reader, scope);
    case 11:
      return readEnum(reader, scope);
    case 12:
      return readStruct(reader, scope);
    case 13:
      return readStructField(reader, scope);
    case 14:
      return readStructUpdate(reader, scope);
    case 15:
      return readApplication(reader, scope);
    case 16:
      return readTypeApplication(reader, scope);
    case 17:
      return readLambda(reader, scope);
    case 18:
      return readTypeLambda(reader, scope);
    case 19:
      return readCase(reader, scope);
    case 20:
      return readLet(reader, scope);
    case 21:
      return readNil(reader, scope);
    case 22:
      return readCons(reader, scope);
    case 23:
      return { kind: "update", update: readUpdateExpr(reader, scope) };
    case 25:
      return readNone(reader, scope);
    case 26:
      return readSome(reader, scope);
    case 27:
      return readToAny(reader, scope);
    case 28:
      return readFromAny(reader, scope);
    case 29:
      return readTypeRep(reader, scope);
    case 30:
      return readToAnyException(reader, scope);
    case 31:
      return readFromAnyException(reader, scope);
    case 32:
      return readThrow(reader, scope);
    case 33:
      return readInterfaceConversion("toInterface", reader, scope);
    case 34:
      return readInterfaceConversion("fromInterface", reader, scope);
    case 35:
      return readInterfaceCall(reader, scope);
    case 36:
      return readOnInterface("signatoryInterface", reader, scope);
    case 37:
      return readOnInterface("observerInterface", reader, scope);
    case 38:
      return readOnInterface("viewInterface", reader, scope);
    case 39:
      return readUnsafeFromInterface(reader, scope);
    case 40:
      return readOnInterface("interfaceTemplateTypeRep", reader, scope);
    case 41:
      return readRequiredConversion("toRequiredInterface", reader, scope);
    case 42:
      return readRequiredConversion("fromRequiredInterface", reader, scope);
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
const readExperimental = (reader: MessageReader, tables: InternedTables): LfExpr => {
  let name = "";
  let type: LfType | undefined;
  reader.visitMessage((field) => {
    if (field === 1) name = reader.readString();
    else if (field === 2) type = readType(reader, tables);
    else reader.rejectUnknownField(field, "Experimental");
  });
  return {
    kind: "experimental",
    name,
    type: requireMessageField(type, "the type of Experimental"),
  };
};
