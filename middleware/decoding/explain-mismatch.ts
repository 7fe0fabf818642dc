import { truncateText } from "../../lib/internal.ts";
import { findNonNullKeys } from "./keywords.ts";

/** A part of a body that does not match its schema. */
export interface SchemaMismatch {
  readonly keyword: string;
  /** JSON pointer into the body. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Argument of the keyword in the schema. */
  readonly schema?: unknown;
  /** Schema that contains the keyword. */
  readonly parentSchema?: unknown;
  /** Value at the pointer. */
  readonly data?: unknown;
}

/** The parts of a body that do not match, in the order of the fields. */
export type SchemaMismatches = readonly [SchemaMismatch, ...SchemaMismatch[]];

/** Returns one line for readers: each place, and what was expected there. */
export const explainSchemaMismatches = (mismatches: SchemaMismatches): string =>
  mismatches.map(explainMismatch).join(", ");

const explainMismatch = (mismatch: SchemaMismatch): string => {
  const { instancePath, keyword, params } = mismatch;
  if (keyword === "required") {
    // In the words of a participant.
    return `Missing required field at '${formatRecordPath(instancePath)}${String(params["missingProperty"])}'`;
  }
  const where = instancePath === "" ? "at the top" : `at ${instancePath}`;
  return `${describeSchemaExpectation(mismatch)} ${where}`;
};

/**
 * Returns the path of a record as a participant writes it. In a command, it is the whole path:
 * `commands[0].CreateCommand.`. Elsewhere, it begins after the last list index or the last key with
 * a capital letter (the tag of a variant): `value.`.
 */
const formatRecordPath = (pointer: string): string => {
  const keys = pointer.split("/").slice(1);
  const isInCommand = keys.some((key) => key.endsWith("Command"));
  const start = isInCommand ? 0 : keys.findLastIndex((key) => /^(?:\d+$|[A-Z])/u.test(key)) + 1;
  return keys
    .slice(start)
    .map((key) => `${key}.`)
    .join("")
    .replaceAll(/\.(\d+)\./gu, "[$1].");
};

/** Returns what was expected and what the body contains instead; not for missing fields. */
export const describeSchemaExpectation = ({
  keyword,
  params,
  schema,
  data,
}: SchemaMismatch): string => {
  switch (keyword) {
    case "type":
      return `expected ${describeTypes(params["type"])}, got ${describeValue(data)}`;
    case "enum":
      return `expected one of ${formatNames(params["allowedValues"])}, got ${describeValue(data)}`;
    case "someKeyOf":
      return `expected ${hasSeveralKeys(schema, data) ? "only " : ""}one of the keys ${formatNames(schema)}, got ${formatKeys(data)}`;
    case "maxProperties":
      return `expected an empty object, got ${describeValue(data)}`;
    case "wholeNumber":
      return `expected a whole number of ${String(schema)} bits, got ${describeValue(data)}`;
    case "instant":
      return `expected a time like 2024-02-29T12:00:00.000001Z, got ${describeValue(data)}`;
    case "typeReference":
      return `expected <package>:<Module>:<Entity>, got ${describeValue(data)}`;
    case "depth":
      return `expected at most ${String(schema)} levels of nesting, got more`;
    case "base64":
      return "expected standard Base64";
    default:
      return `does not satisfy ${keyword}`;
  }
};

/** Returns true if a tagged choice has several of its keys. */
const hasSeveralKeys = (known: unknown, data: unknown): boolean =>
  Array.isArray(known) &&
  typeof data === "object" &&
  data !== null &&
  findNonNullKeys(data, known).length > 1;

const describeTypes = (type: unknown): string => {
  const all: readonly unknown[] = Array.isArray(type) ? type : [type];
  const kept = all.filter((name) => name !== "null").map(String);
  const isNumber = kept.includes("integer") && kept.includes("string");
  return isNumber
    ? "a whole number"
    : kept.map((name) => typePhraseByName[name] ?? name).join(" or ");
};

const typePhraseByName: Readonly<Record<string, string>> = {
  object: "an object",
  array: "an array",
  string: "a string",
  integer: "a whole number",
  boolean: "true or false",
};

const formatNames = (list: unknown): string =>
  Array.isArray(list)
    ? list
        .filter((name) => name !== null)
        .map(String)
        .join(", ")
    : "";

const formatKeys = (data: unknown): string => {
  const keys = typeof data === "object" && data !== null ? Object.keys(data) : [];
  return keys.length === 0
    ? "none"
    : truncateText(keys.map((key) => JSON.stringify(key)).join(", "), maxShownLength);
};

const describeValue = (data: unknown): string => {
  if (data === null) return "null";
  if (Array.isArray(data)) return "an array";
  return typeof data === "object"
    ? "an object"
    : truncateText(JSON.stringify(data), maxShownLength);
};

/** Maximum length of a value in an explanation, in characters. */
const maxShownLength = 80;
