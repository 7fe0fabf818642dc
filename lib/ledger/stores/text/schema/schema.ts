/** Returns true if parsed data is valid. */
export type DataCheck = (data: unknown) => boolean;

/**
 * Describes the valid data of a type: a check, a list with the schema of its items, the schemas of
 * an object's members, or a {@link SchemaPart}.
 */
export type DataSchema<Of> = DataCheck | StructureOf<Of>;

type StructureOf<Of> = [Of] extends [{ readonly kind: string }]
  ? | MemberSchemas<Of>
    | SchemaPart<"union", { readonly [Kind in Of["kind"]]: MemberSchemas<OfKind<Of, Kind>> }>
  : Of extends ReadonlyMap<string, infer Item>
    ? SchemaPart<"map", DataSchema<Item>>
    : Of extends readonly (readonly [string, infer Item])[]
      ? SchemaPart<"entries", DataSchema<Item>>
      : Of extends readonly (infer Item)[]
        ? readonly DataSchema<Item>[]
        : MemberSchemas<Of>;

/** The members of the union type `Of` whose `kind` may be `Kind`. */
type OfKind<Of, Kind> = Of extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Of
    : never
  : never;

/**
 * The schema of each member except `kind`, which the union has checked. The schema of an optional
 * member is optional.
 */
type MemberSchemas<Of> = {
  readonly [Name in keyof Of as Name extends "kind" ? never : Name]-?: undefined extends Of[Name]
    ? SchemaPart<"optional", DataSchema<Exclude<Of[Name], undefined>>>
    : DataSchema<Of[Name]>;
} & { readonly kind?: DataCheck };

/**
 * A check of a part of the data. Its type contains the kind of the part and the schema of its
 * content.
 */
type SchemaPart<Kind extends string, Inner> = DataCheck & { readonly part: readonly [Kind, Inner] };

/** A schema of any type. */
type AnySchema = DataCheck | readonly AnySchema[] | { readonly [name: string]: AnySchema };

/** Describes a member that may be absent. */
export const optional = <const Inner extends AnySchema>(schema: Inner) => {
  const inner = checkOfAny(schema);
  const check: DataCheck = (data) => data === undefined || inner(data);
  return check as SchemaPart<"optional", Inner>;
};

/** Describes a map from texts. */
export const mapOf = <const Inner extends AnySchema>(schema: Inner) => {
  const inner = checkOfAny(schema);
  const check: DataCheck = (data) =>
    data instanceof Map && [...data].every(([key, value]) => text(key) && inner(value));
  return check as SchemaPart<"map", Inner>;
};

/** Describes a list of pairs of a text and a value. */
export const entriesOf = <const Inner extends AnySchema>(schema: Inner) => {
  const pair = pairOf(text, checkOfAny(schema));
  const check: DataCheck = (data) => Array.isArray(data) && data.every(pair);
  return check as SchemaPart<"entries", Inner>;
};

/** Describes objects with a `kind`, by the members of each kind. */
export const unionOf = <const Inner extends Readonly<Record<string, AnySchema>>>(
  schemas: Inner,
) => {
  const kinds = new Map<unknown, DataCheck>(compileChecks(schemas));
  const check: DataCheck = (data) => isObject(data) && (kinds.get(data["kind"])?.(data) ?? false);
  return check as SchemaPart<"union", Inner>;
};

/** Describes several members with the same schema. */
export const each = <Inner, Name extends string>(inner: Inner, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, inner])) as Readonly<Record<Name, Inner>>;

/**
 * Returns the check of a schema. An object may have more members than its schema: a later release
 * may have added them.
 */
export const compileCheck = <Of>(schema: DataSchema<Of>): DataCheck => checkOfAny(schema);

const checkOfAny = (schema: AnySchema): DataCheck => {
  if (typeof schema === "function") return schema;
  if (Array.isArray(schema)) {
    const item = checkOfAny((schema as readonly AnySchema[])[0] ?? (() => false));
    return (data) => Array.isArray(data) && data.every(item);
  }
  const members = compileChecks(schema as Readonly<Record<string, AnySchema>>);
  return (data) => isObject(data) && members.every(([name, check]) => check(data[name]));
};

/** Returns the check of each schema, with its name. */
export const compileChecks = (
  schemas: Readonly<Record<string, AnySchema>>,
): readonly [string, DataCheck][] =>
  Object.entries(schemas).map(([name, schema]) => [name, checkOfAny(schema)]);

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === "object" &&
  data !== null &&
  !Array.isArray(data) &&
  !(data instanceof Map) &&
  !(data instanceof Uint8Array);

export const text: DataCheck = (data) => typeof data === "string";
export const flag: DataCheck = (data) => typeof data === "boolean";
export const bytes: DataCheck = (data) => data instanceof Uint8Array;

/** Accepts an offset, a count, or the index of a node. */
export const wholeNumber: DataCheck = (data) => Number.isSafeInteger(data) && Number(data) >= 0;
export const integer: DataCheck = (data) => Number.isSafeInteger(data);

/** Accepts bigints from `least` to `most`. */
export const between =
  (least: bigint, most: bigint): DataCheck =>
  (data) =>
    typeof data === "bigint" && data >= least && data <= most;

export const oneOf =
  (...texts: readonly string[]): DataCheck =>
  (data) =>
    texts.includes(data as string);

/** Accepts the own keys of an object, and no inherited ones. */
export const keyOf =
  (known: object): DataCheck =>
  (data) =>
    typeof data === "string" && Object.hasOwn(known, data);

export const pairOf =
  (first: DataCheck, second: DataCheck): DataCheck =>
  (data) =>
    Array.isArray(data) && data.length === 2 && first(data[0]) && second(data[1]);
