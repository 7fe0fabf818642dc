import type { BodyKeyPath } from "./body-places.ts";
import { commandKinds, filtersByPartyField, partyFieldNames } from "./typed-values.ts";

/** A field of a request that the API does not know and ignores. */
export interface UnknownField {
  /** Path of the field. */
  readonly keys: BodyKeyPath;
  /** Known fields of the object. */
  readonly known: JsonFields;
  /** Object that contains the field. */
  readonly holder: object;
}

type JsonFields = Readonly<Record<string, unknown>>;

/**
 * Schemas of bodies (spec/decoding-definition.ts), and the reference of a body's schema, such as
 * `#/JsCommands`.
 */
export interface RequestBodySchema {
  readonly schemas: object;
  readonly reference: string;
}

/** The parts of a schema that concern names. */
interface NameSchema {
  readonly type?: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly NameSchema[];
  readonly properties?: Readonly<Record<string, NameSchema>>;
  readonly additionalProperties?: NameSchema;
  readonly items?: NameSchema;
}

/** The known names in a part of a body, with references resolved. */
interface KnownNames {
  /** True for arbitrary JSON: values of contracts, which are typed by their package. */
  readonly isAny: boolean;
  readonly fields: Readonly<Record<string, KnownNames | undefined>>;
  readonly others: KnownNames | undefined;
  readonly items: KnownNames | undefined;
  /** Fields that name parties. */
  readonly parties: Readonly<Record<string, true | undefined>>;
}

/** State of a search through a body. */
interface FieldSearch {
  readonly path: string[];
  readonly found: UnknownField[];
  /** Number of names and items that may still be searched. */
  left: number;
}

/** Maximum number of names and items that are searched. */
const maxNames = 10_000;

/** Returns the unknown fields of a body. Looks at each name once; skips values of contracts. */
export const findUnknownFields = (
  body: unknown,
  { schemas, reference }: RequestBodySchema,
): readonly UnknownField[] => {
  const walk = { path: [], found: [], left: maxNames };
  searchFields(body, collectKnownNames({ $ref: reference }, schemas), walk);
  return walk.found;
};

/**
 * Returns true if all fields of a body are known, and all parties that it names outside of
 * commands. Runs for every answered request, so it looks at each name once. False may also mean
 * that the body is too long to search completely.
 */
export const hasOnlyKnownFieldsAndParties = (
  body: unknown,
  { schemas, reference }: RequestBodySchema,
  isKnownParty: (party: string) => boolean,
): boolean => {
  let left = maxNames;
  const isKnown = (json: unknown, place: KnownNames, isInCommand: boolean): boolean => {
    if (typeof json !== "object" || json === null) return true;
    if (place.isAny) return isInCommand;
    const { fields, others, items, parties } = place;
    if (Array.isArray(json)) {
      if (items === undefined) return true;
      for (const item of json) if (left-- <= 0 || !isKnown(item, items, isInCommand)) return false;
      return true;
    }
    for (const key in json) {
      const inside = fields[key] ?? others;
      if (left-- <= 0 || inside === undefined) return false;
      const value = (json as JsonFields)[key];
      if (parties[key] === true) {
        if (!hasOnlyKnownParties(value, isKnownParty)) return false;
      } else if (!isKnown(value, inside, isInCommand || commandKinds.has(key))) {
        return false;
      }
      if (key === filtersByPartyField && !isKnown(value, inside, isInCommand)) return false;
    }
    return true;
  };
  return isKnown(body, collectKnownNames({ $ref: reference }, schemas), false);
};

/** Returns true if a party, all parties of a list, or all keys of a map are known. */
const hasOnlyKnownParties = (value: unknown, isKnownParty: (party: string) => boolean): boolean => {
  if (typeof value === "string") return isKnownParty(value);
  if (typeof value !== "object" || value === null) return true;
  const names: readonly unknown[] = Array.isArray(value) ? value : Object.keys(value);
  return names.every((name) => typeof name !== "string" || isKnownParty(name));
};

/** Searches as deep as the schemas go. */
const searchFields = (json: unknown, place: KnownNames, walk: FieldSearch): void => {
  if (typeof json !== "object" || json === null || place.isAny) return;
  const { path } = walk;
  const { fields, others, items } = place;
  if (Array.isArray(json)) {
    if (items === undefined) return;
    for (let at = 0; at < json.length && walk.left-- > 0; at++) {
      path.push(String(at));
      searchFields(json[at], items, walk);
      path.pop();
    }
    return;
  }
  for (const key in json) {
    if (walk.left-- <= 0) return;
    const inside = fields[key] ?? others;
    path.push(key);
    if (inside === undefined) walk.found.push({ keys: [...path], known: fields, holder: json });
    else searchFields((json as JsonFields)[key], inside, walk);
    path.pop();
  }
};

/** Caches places by schema. Schemas are read once and may be recursive. */
const knownNamesCache = new WeakMap<object, WeakMap<NameSchema, KnownNames>>();

const collectKnownNames = (schema: NameSchema, schemas: object): KnownNames => {
  const found = resolveSchema(schema, schemas);
  let known = knownNamesCache.get(schemas);
  if (known === undefined) knownNamesCache.set(schemas, (known = new WeakMap()));
  const before = known.get(found);
  if (before !== undefined) return before;
  const { type, properties = {}, additionalProperties, items } = found;
  // Without a prototype, because clients choose the names that are looked up.
  const fields = Object.create(null) as Record<string, KnownNames | undefined>;
  const parties = Object.create(null) as Record<string, true | undefined>;
  const place: WithoutReadonly<KnownNames> = {
    isAny: type === undefined,
    fields,
    others: undefined,
    items: undefined,
    parties,
  };
  known.set(found, place);
  for (const [name, of] of Object.entries(properties)) {
    fields[name] = collectKnownNames(of, schemas);
    if (name === filtersByPartyField || partyFieldNames.has(name)) parties[name] = true;
  }
  place.others = additionalProperties && collectKnownNames(additionalProperties, schemas);
  place.items = items && collectKnownNames(items, schemas);
  return place;
};

type WithoutReadonly<Type> = { -readonly [Name in keyof Type]: Type[Name] };

const resolveSchema = (schema: NameSchema, schemas: object): NameSchema => {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference === undefined
    ? schema
    : ((schemas as JsonFields)[reference.slice(2)] as NameSchema);
};
