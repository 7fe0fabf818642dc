import type { Keys } from "./body-places.ts";

/** A field of a request that the API does not know and passes over. */
export interface Stranger {
  /** Of the field. */
  readonly keys: Keys;
  /** What is known there. */
  readonly known: Names;
  /** What it stands in. */
  readonly holder: object;
}

type Names = Readonly<Record<string, unknown>>;

/** The schemas of bodies (spec/decoding-definition.ts), and which of them a body has: `#/JsCommands`. */
export interface BodySchema {
  readonly schemas: object;
  readonly reference: string;
}

/** A part of a schema, as far as names are concerned. */
interface Schema {
  readonly type?: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
}

/** A walk through a body: what it has found, and how much of the body it may still look at. */
interface Walk {
  readonly schemas: object;
  readonly path: string[];
  readonly found: Stranger[];
  /** Names and items that it may still look at. */
  left: number;
}

/** Beyond this many names and items a body is looked through no further. */
const maxNames = 10_000;

/** The strangers in a body. Costs a look at each name; values of contracts are left aside. */
export const strangersIn = (
  body: unknown,
  { schemas, reference }: BodySchema,
): readonly Stranger[] => {
  const walk = { schemas, path: [], found: [], left: maxNames };
  look(body, { $ref: reference }, walk);
  return walk.found;
};

/** As deep as the schemas lead. */
const look = (json: unknown, schema: Schema, walk: Walk): void => {
  if (typeof json !== "object" || json === null) return;
  const found = resolved(schema, walk.schemas);
  const { properties = {}, additionalProperties, items } = found;
  // Any JSON may stand there: values of contracts, which have types of their own.
  if (found.type === undefined) return;
  if (Array.isArray(json)) {
    if (items === undefined) return;
    for (let at = 0; at < json.length && walk.left-- > 0; at++) {
      within(String(at), walk, () => look(json[at], items, walk));
    }
    return;
  }
  for (const key in json) {
    if (walk.left-- <= 0) return;
    const of = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    within(key, walk, () => {
      if (of !== undefined) look((json as Names)[key], of, walk);
      else walk.found.push({ keys: [...walk.path], known: properties, holder: json });
    });
  }
};

const within = (key: string, { path }: Walk, work: () => void): void => {
  path.push(key);
  work();
  path.pop();
};

const resolved = (schema: Schema, schemas: object): Schema => {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference === undefined ? schema : ((schemas as Names)[reference.slice(2)] as Schema);
};
