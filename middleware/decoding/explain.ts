import { keysIn } from "./keywords.ts";

/** The validator's report about the first part of a body that does not match. */
export interface Mismatch {
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

/** Returns one line for readers: the place, and what was expected there. */
export const explain = (mismatch: Mismatch): string => {
  if (mismatch.keyword === "required") return missingFields(mismatch);
  const where = mismatch.instancePath === "" ? "at the top" : `at ${mismatch.instancePath}`;
  return `${expectation(mismatch)} ${where}`;
};

/**
 * Returns all fields that are missing there in a participant's words; the validator reports only
 * the first one.
 */
const missingFields = ({ instancePath, parentSchema, data }: Mismatch): string => {
  const { required } = parentSchema as { readonly required: readonly string[] };
  const missing = required.filter(
    (name) => (data as Readonly<Record<string, unknown>>)[name] === undefined,
  );
  const within = placeInRecord(instancePath);
  return missing.map((name) => `Missing required field at '${within}${name}'`).join(", ");
};

/**
 * Returns the path of a record, `value.` for `/commands/0/CreateCommand/value`: a participant
 * counts from the innermost list element or alternative.
 */
const placeInRecord = (pointer: string): string => {
  const keys = pointer.split("/").slice(1);
  const start = keys.findLastIndex((key) => /^(?:\d+$|[A-Z])/u.test(key)) + 1;
  return keys
    .slice(start)
    .map((key) => `${key}.`)
    .join("");
};

/** Returns what was expected and what the body contains instead; not for missing fields. */
export const expectation = ({ keyword, params, schema, data }: Mismatch): string => {
  switch (keyword) {
    case "type":
      return `expected ${describeTypes(params["type"])}, got ${describeValue(data)}`;
    case "enum":
      return `expected one of ${names(params["allowedValues"])}, got ${describeValue(data)}`;
    case "someKeyOf":
      return `expected ${severalKeys(schema, data) ? "only " : ""}one of the keys ${names(schema)}, got ${keysOf(data)}`;
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
const severalKeys = (known: unknown, data: unknown): boolean =>
  Array.isArray(known) &&
  typeof data === "object" &&
  data !== null &&
  keysIn(data, known).length > 1;

const describeTypes = (type: unknown): string => {
  const all: readonly unknown[] = Array.isArray(type) ? type : [type];
  const kept = all.filter((name) => name !== "null").map(String);
  const isNumber = kept.includes("integer") && kept.includes("string");
  return isNumber ? "a whole number" : kept.map((name) => articles[name] ?? name).join(" or ");
};

const articles: Readonly<Record<string, string>> = {
  object: "an object",
  array: "an array",
  string: "a string",
  integer: "a whole number",
  boolean: "true or false",
};

const names = (list: unknown): string =>
  Array.isArray(list)
    ? list
        .filter((name) => name !== null)
        .map(String)
        .join(", ")
    : "";

const keysOf = (data: unknown): string => {
  const keys = typeof data === "object" && data !== null ? Object.keys(data) : [];
  return keys.length === 0 ? "none" : shortened(keys.map((key) => JSON.stringify(key)).join(", "));
};

const describeValue = (data: unknown): string => {
  if (data === null) return "null";
  if (Array.isArray(data)) return "an array";
  return typeof data === "object" ? "an object" : shortened(JSON.stringify(data));
};

const shortened = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)}…`);
