import type { Transaction } from "../../../base/model/node.ts";
import { isTransactionTree } from "./transaction-tree.ts";

/** A JSON Schema (draft 7) with the keywords that the schema of entries uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  /** The schema of all items, or of each item of a list with a fixed length. */
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly required?: readonly string[];
  /** False for a member that is not allowed. */
  readonly properties?: Readonly<Record<string, JsonSchema | false>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly allOf?: readonly JsonSchema[];
  /** Schemas of objects, each for some values of the member `kind`. */
  readonly oneOf?: readonly JsonSchema[];
  /** The definitions that `$ref` names. */
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  /** Least and greatest integer that a text of digits may stand for. */
  readonly "x-range"?: readonly string[];
  /** True for a transaction; see {@link isTransactionTree}. */
  readonly "x-tree"?: boolean;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Maximum number of nested references: more than any setting of the ledger's limits allows, and few
 * enough for recursive functions that handle the data.
 */
const maxDepth = 1_000;

/**
 * Returns the path of the first part that does not match a schema, such as `/events/0/kind`; empty
 * for the whole; undefined if all parts match. Takes time linear in the size of the data. `depth` is
 * the number of references that led to the data.
 */
export type SchemaCheck = (json: unknown, depth: number) => string | undefined;

/** Compiles a schema to a check of parsed JSON. */
export const compileJsonSchema = (document: JsonSchema): SchemaCheck => {
  const { $defs = {} } = document;
  const compiled = new Map<JsonSchema, SchemaCheck>();
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : ($defs[schema.$ref.slice("#/$defs/".length)] ?? {});

  const compile = (schema: JsonSchema | false): SchemaCheck => {
    if (schema === false) return () => "";
    if (schema.$ref !== undefined) return compileReference(resolve(schema));
    const { allOf = [], items, properties = {}, additionalProperties, oneOf } = schema;
    // Later checks rely on earlier ones: members are read after the type was checked.
    const checks = [...compileTests(schema), ...allOf.map(compile)];
    if (items !== undefined) checks.push(compileItems(items));
    for (const [name, part] of Object.entries(properties)) {
      const check = compile(part);
      const isRequired = schema.required?.includes(name) === true;
      checks.push((json, depth) => {
        const member = (json as JsonObject)[name];
        const path = isRequired || member !== undefined ? check(member, depth) : undefined;
        return path === undefined ? undefined : `/${name}${path}`;
      });
    }
    if (additionalProperties !== undefined) {
      const check = compile(additionalProperties);
      const known = new Set(Object.keys(properties));
      checks.push((json, depth) => {
        const others = Object.entries(json as JsonObject).filter(([name]) => !known.has(name));
        return others.some(([, member]) => check(member, depth) !== undefined) ? "" : undefined;
      });
    }
    if (oneOf !== undefined) checks.push(compileUnion(oneOf));
    if (schema["x-tree"] === true) {
      checks.push((json) => (isTransactionTree(json as Transaction) ? undefined : ""));
    }
    if (checks.length === 1 && checks[0] !== undefined) return checks[0];
    return (json, depth) => {
      for (const check of checks) {
        const path = check(json, depth);
        if (path !== undefined) return path;
      }
      return undefined;
    };
  };

  /** Compiles a definition when it is first used, because it may refer to itself. */
  const compileReference = (definition: JsonSchema): SchemaCheck => {
    let check: SchemaCheck | undefined;
    return (json, depth) => {
      check ??= compiled.get(definition) ?? compile(definition);
      compiled.set(definition, check);
      return depth < maxDepth ? check(json, depth + 1) : "";
    };
  };

  const compileItems = (items: JsonSchema | readonly JsonSchema[]): SchemaCheck => {
    const checks = [items].flat().map(compile);
    const isTuple = Array.isArray(items);
    return (json, depth) => {
      const list = json as readonly unknown[];
      if (isTuple && list.length !== checks.length) return "";
      for (let index = 0; index < list.length; index++) {
        const path = checks[isTuple ? index : 0]?.(list[index], depth);
        if (path !== undefined) return `/${index}${path}`;
      }
      return undefined;
    };
  };

  const compileUnion = (schemas: readonly JsonSchema[]): SchemaCheck => {
    const checks = new Map<unknown, SchemaCheck>();
    for (const schema of schemas) {
      const kind = resolve(schema).properties?.["kind"];
      const values = kind === undefined || kind === false ? [] : (kind.enum ?? [kind.const]);
      for (const each of values) checks.set(each, compile(schema));
    }
    return (json, depth) => {
      const check = checks.get((json as JsonObject)["kind"]);
      return check === undefined ? "/kind" : check(json, depth);
    };
  };

  return compile(document);
};

/** Returns the checks of the data itself, without its items and members. */
const compileTests = (schema: JsonSchema): readonly SchemaCheck[] => {
  const { type = "", minimum = -Infinity, maximum = Infinity, pattern = "" } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const expression = new RegExp(pattern, "u");
  const [least = 0n, most = 0n] = (schema["x-range"] ?? []).map(BigInt);
  const isBetween = (integer: bigint): boolean => integer >= least && integer <= most;
  const tests = [
    typeTests[type],
    values && ((json: unknown) => values.includes(json)),
    type === "integer" && ((json: unknown) => Number(json) >= minimum && Number(json) <= maximum),
    pattern !== "" && ((json: unknown) => expression.test(String(json))),
    schema["x-range"] && ((json: unknown) => isBetween(BigInt(String(json)))),
  ];
  return tests.flatMap((test) => (test ? [(json) => (test(json) ? undefined : "")] : []));
};

const typeTests: Readonly<Record<string, (json: unknown) => boolean>> = {
  string: (json) => typeof json === "string",
  boolean: (json) => typeof json === "boolean",
  integer: Number.isSafeInteger,
  array: Array.isArray,
  object: (json) => typeof json === "object" && json !== null && !Array.isArray(json),
};
