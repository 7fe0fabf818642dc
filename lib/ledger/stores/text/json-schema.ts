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

/**
 * Returns the path of the first part that does not match a schema, such as `/events/0/kind`; empty
 * for the data itself; undefined if all parts match. Takes time linear in the size of the data.
 * `depth` is the number of references that led to the part.
 */
export type SchemaCheck = (json: unknown, depth: number) => string | undefined;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Maximum number of nested references: more than any setting of the ledger's limits allows, and few
 * enough for recursive functions that handle the data.
 */
const maxDepth = 1_000;

/** Compiles a schema to a check of parsed JSON. */
export const compileJsonSchema = (document: JsonSchema): SchemaCheck => {
  const compiler = new SchemaCompiler(new Map(Object.entries(document.$defs ?? {})));
  return compiler.compile(document);
};

class SchemaCompiler {
  readonly #definitions: ReadonlyMap<string, JsonSchema>;
  readonly #checks = new Map<JsonSchema, SchemaCheck>();

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#definitions = definitions;
  }

  compile(schema: JsonSchema | false): SchemaCheck {
    if (schema === false) return () => "";
    const { $ref, allOf = [], items, required = [], properties = {}, oneOf } = schema;
    // Later checks rely on earlier ones: members are read after the type was checked.
    const checks = createTests(schema).map(toCheck);
    checks.push(...allOf.map((part) => this.compile(part)));
    if ($ref !== undefined) checks.push(this.#compileReference(this.#resolve(schema)));
    if (items !== undefined) checks.push(this.#compileItems(items));
    for (const [name, part] of Object.entries(properties)) {
      const check = this.compile(part);
      const isRequired = required.includes(name);
      checks.push((json, depth) => {
        const member = (json as JsonObject)[name];
        const path = isRequired || member !== undefined ? check(member, depth) : undefined;
        return path === undefined ? undefined : `/${name}${path}`;
      });
    }
    if (schema.additionalProperties !== undefined) {
      const check = this.compile(schema.additionalProperties);
      checks.push((json, depth) => {
        const others = Object.keys(json as JsonObject).filter((name) => !(name in properties));
        const isRight = others.every(
          (name) => check((json as JsonObject)[name], depth) === undefined,
        );
        return isRight ? undefined : "";
      });
    }
    if (oneOf !== undefined) checks.push(this.#compileUnion(oneOf));
    if (schema["x-tree"] === true) {
      checks.push(toCheck((json) => isTransactionTree(json as Transaction)));
    }
    const [only, second] = checks;
    if (only !== undefined && second === undefined) return only;
    return (json, depth) => {
      for (const check of checks) {
        const path = check(json, depth);
        if (path !== undefined) return path;
      }
      return undefined;
    };
  }

  /** Returns the definition that a schema refers to; the schema itself if it has no reference. */
  #resolve(schema: JsonSchema): JsonSchema {
    return this.#definitions.get(schema.$ref?.replace("#/$defs/", "") ?? "") ?? schema;
  }

  #compileReference(definition: JsonSchema): SchemaCheck {
    // A definition may refer to itself, so it is compiled when it is first used.
    let check = this.#checks.get(definition);
    return (json, depth) => {
      if (check === undefined) {
        check = this.#checks.get(definition) ?? this.compile(definition);
        this.#checks.set(definition, check);
      }
      return depth < maxDepth ? check(json, depth + 1) : "";
    };
  }

  #compileItems(items: JsonSchema | readonly JsonSchema[]): SchemaCheck {
    const checks = [items].flat().map((part) => this.compile(part));
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
  }

  #compileUnion(schemas: readonly JsonSchema[]): SchemaCheck {
    const checks = new Map<unknown, SchemaCheck>();
    for (const schema of schemas) {
      const kind = this.#resolve(schema).properties?.["kind"] ?? {};
      const kinds = kind === false ? [] : (kind.enum ?? [kind.const]);
      for (const each of kinds) checks.set(each, this.compile(schema));
    }
    return (json, depth) => {
      const check = checks.get((json as JsonObject)["kind"]);
      return check === undefined ? "/kind" : check(json, depth);
    };
  }
}

type DataTest = (json: unknown) => boolean;

const toCheck =
  (test: DataTest): SchemaCheck =>
  (json) =>
    test(json) ? undefined : "";

/** Returns the tests of the data itself, without its items and members. */
const createTests = (schema: JsonSchema): readonly DataTest[] => {
  const { type, const: only, enum: all = only === undefined ? undefined : [only] } = schema;
  const { minimum = -Infinity, maximum = Infinity, pattern, "x-range": range } = schema;
  const tests: DataTest[] = [];
  if (type !== undefined) tests.push(typeTests[type] ?? (() => false));
  if (type === "integer") tests.push((json) => Number(json) >= minimum && Number(json) <= maximum);
  if (all !== undefined) tests.push((json) => all.includes(json));
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    tests.push((json) => expression.test(String(json)));
  }
  if (range !== undefined) {
    const [least = 0n, most = 0n] = range.map(BigInt);
    tests.push((json) => {
      const integer = BigInt(String(json));
      return integer >= least && integer <= most;
    });
  }
  return tests;
};

const typeTests: Readonly<Record<string, DataTest>> = {
  string: (json) => typeof json === "string",
  boolean: (json) => typeof json === "boolean",
  integer: Number.isSafeInteger,
  array: Array.isArray,
  object: (json) => typeof json === "object" && json !== null && !Array.isArray(json),
};
