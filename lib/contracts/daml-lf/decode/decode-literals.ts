import { parseCanonicalNumeric } from "../../../base/values/numeric.ts";
import {
  maxDateInDays,
  maxTimestampMicros,
  minDateDays,
  minTimestampMicros,
} from "../../../base/values/time.ts";
import {
  type ArchiveProtobufReader,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import { getInternedString, type InternedTables } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";

/** Reads a literal. Raises DAR_PARSE_ERROR. */
export const readLiteralExpr = (reader: ArchiveProtobufReader, tables: InternedTables): LfExpr => {
  let literal: LfExpr | undefined;
  reader.visitMessage((field) => {
    if (field === 1) {
      literal = { kind: "int64", value: reader.readSint64() };
    } else if (field === 2) {
      literal = timestampLiteral(reader.readSfixed64());
    } else if (field === 3) {
      literal = numericLiteral(getInternedString(tables, reader.readInt32()));
    } else if (field === 4) {
      literal = { kind: "text", value: getInternedString(tables, reader.readInt32()) };
    } else if (field === 5) {
      literal = dateLiteral(reader.readInt32());
    } else if (field === 6) {
      literal = failureCategory(reader.readInt32());
    } else {
      reader.rejectUnknownField(field, "BuiltinLit");
    }
  });
  return requireMessageField(literal, "a literal");
};

const timestampLiteral = (micros: bigint): LfExpr => {
  if (micros < minTimestampMicros || micros > maxTimestampMicros) {
    throw malformedArchiveError(`${micros} is not a timestamp`);
  }
  return { kind: "timestamp", micros };
};

const dateLiteral = (days: number): LfExpr => {
  if (days < minDateDays || days > maxDateInDays) {
    throw malformedArchiveError(`${days} is not a date`);
  }
  return { kind: "date", days };
};

/** Returns a Numeric literal; its number of fraction digits is the scale. */
const numericLiteral = (text: string): LfExpr => {
  const value = parseCanonicalNumeric(text);
  if (value === undefined) {
    throw malformedArchiveError(`${JSON.stringify(text)} is not a numeric literal`);
  }
  return value;
};

const failureCategory = (category: number): LfExpr => {
  if (category === 0) return { kind: "failureCategory", category: 8 };
  if (category === 1) return { kind: "failureCategory", category: 9 };
  throw malformedArchiveError(`there is no failure category ${category}`);
};
