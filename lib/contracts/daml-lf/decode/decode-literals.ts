import { parseCanonicalNumeric } from "../../../base/values/numeric.ts";
import { maxDays, maxMicros, minDays, minMicros } from "../../../base/values/time.ts";
import { malformedArchive, type MessageReader } from "../archive/message-reader.ts";
import type { Expr } from "../syntax/ast.ts";
import { stringAt, type Tables } from "./interned-tables.ts";
import { requirePresent } from "./message-fields.ts";

/** Reads a literal. Raises DAR_PARSE_ERROR. */
export const readLiteral = (reader: MessageReader, tables: Tables): Expr => {
  let literal: Expr | undefined;
  reader.message((field) => {
    if (field === 1) literal = { kind: "int64", value: reader.sint64() };
    else if (field === 2) literal = timestampLiteral(reader.sfixed64());
    else if (field === 3) literal = numericLiteral(stringAt(tables, reader.int32()));
    else if (field === 4) literal = { kind: "text", value: stringAt(tables, reader.int32()) };
    else if (field === 5) literal = dateLiteral(reader.int32());
    else if (field === 6) literal = failureCategory(reader.int32());
    else reader.unknown(field, "BuiltinLit");
  });
  return requirePresent(literal, "a literal");
};

const timestampLiteral = (micros: bigint): Expr => {
  if (micros < minMicros || micros > maxMicros) {
    throw malformedArchive(`${micros} is not a timestamp`);
  }
  return { kind: "timestamp", micros };
};

const dateLiteral = (days: number): Expr => {
  if (days < minDays || days > maxDays) throw malformedArchive(`${days} is not a date`);
  return { kind: "date", days };
};

/** Returns a Numeric literal; its number of fraction digits is the scale. */
const numericLiteral = (text: string): Expr => {
  const value = parseCanonicalNumeric(text);
  if (value === undefined) {
    throw malformedArchive(`${JSON.stringify(text)} is not a numeric literal`);
  }
  return value;
};

const failureCategory = (category: number): Expr => {
  if (category === 0) return { kind: "failureCategory", category: 8 };
  if (category === 1) return { kind: "failureCategory", category: 9 };
  throw malformedArchive(`there is no failure category ${category}`);
};
