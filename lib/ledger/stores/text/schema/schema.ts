/** Returns true if parsed data is valid. */
export type Check = (data: unknown) => boolean;

/**
 * Describes the valid data of a type: a check, a list with the schema of its items, the schemas of
 * an object's members, or a {@link Part}.
 */
export type Schema<Of> = Check | StructureOf<Of>;

type StructureOf<Of> = [Of] extends [{ readonly kind: string }]
  ? Members<Of> | Part<"union", { readonly [Kind in Of["kind"]]: Members<OfKind<Of, Kind>> }>
  : Of extends ReadonlyMap<string, infer Item>
    ? Part<"map", Schema<Item>>
    : Of extends readonly (readonly [string, infer Item])[]
      ? Part<"entries", Schema<Item>>
      : Of extends readonly (infer Item)[]
        ? readonly Schema<Item>[]
        : Members<Of>;

/** The members of a union that may have a kind. */
type OfKind<Of, Kind> = Of extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Of
    : never
  : never;

/** The schema of each member but `kind`, which a union has checked; optional for optional members. */
type Members<Of> = {
  readonly [Name in keyof Of as Name extends "kind" ? never : Name]-?: undefined extends Of[Name]
    ? Part<"optional", Schema<Exclude<Of[Name], undefined>>>
    : Schema<Of[Name]>;
} & { readonly kind?: Check };

class Part<Kind extends string, Inner> {
  readonly type: Kind;
  readonly inner: Inner;

  constructor(type: Kind, inner: Inner) {
    this.type = type;
    this.inner = inner;
  }
}

/** Describes a member that may be absent. */
export const optional = <Inner>(schema: Inner) => new Part("optional", schema);
/** Describes a map from texts. */
export const mapOf = <Inner>(value: Inner) => new Part("map", value);
/** Describes a list of pairs of a text and a value. */
export const entriesOf = <Inner>(value: Inner) => new Part("entries", value);
/** Describes objects with a `kind`, by the members of each kind. */
export const unionOf = <Inner extends object>(kinds: Inner) => new Part("union", kinds);

/** Describes several members with the same schema. */
export const each = <Inner, Name extends string>(inner: Inner, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, inner])) as Readonly<Record<Name, Inner>>;

/** A schema of any type. */
type AnySchema = Check | readonly AnySchema[] | AnyPart | { readonly [name: string]: AnySchema };
type AnyPart =
  | Part<"optional" | "map" | "entries", AnySchema>
  | Part<"union", Readonly<Record<string, AnySchema>>>;

/**
 * Returns the check of a schema. An object may have more members than its schema: a later release
 * may have added them.
 */
export const checkOf = <Of>(schema: Schema<Of>): Check => checkOfAny(schema);

const checkOfAny = (schema: AnySchema): Check => {
  if (typeof schema === "function") return schema;
  if (schema instanceof Part) return checkOfPart(schema);
  if (Array.isArray(schema)) {
    const item = checkOfAny((schema as readonly AnySchema[])[0] ?? (() => false));
    return (data) => Array.isArray(data) && data.every(item);
  }
  const members = checksOf(schema as Readonly<Record<string, AnySchema>>);
  return (data) => isObject(data) && members.every(([name, check]) => check(data[name]));
};

const checkOfPart = (part: AnyPart): Check => {
  if (part.type === "union") {
    const kinds = new Map<unknown, Check>(checksOf(part.inner));
    return (data) => isObject(data) && (kinds.get(data["kind"])?.(data) ?? false);
  }
  const inner = checkOfAny(part.inner);
  switch (part.type) {
    case "optional":
      return (data) => data === undefined || inner(data);
    case "map":
      return (data) =>
        data instanceof Map && [...data].every(([key, of]) => text(key) && inner(of));
    case "entries":
      return (data) => Array.isArray(data) && data.every(pairOf(text, inner));
  }
};

/** Returns the check of each schema, with its name. */
export const checksOf = (
  schemas: Readonly<Record<string, AnySchema>>,
): readonly [string, Check][] =>
  Object.entries(schemas).map(([name, schema]) => [name, checkOfAny(schema)]);

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === "object" &&
  data !== null &&
  !Array.isArray(data) &&
  !(data instanceof Map) &&
  !(data instanceof Uint8Array);

export const text: Check = (data) => typeof data === "string";
export const flag: Check = (data) => typeof data === "boolean";
export const bytes: Check = (data) => data instanceof Uint8Array;

/** Accepts an offset, a count, or the index of a node. */
export const whole: Check = (data) => Number.isSafeInteger(data) && Number(data) >= 0;
export const integer: Check = (data) => Number.isSafeInteger(data);

/** Accepts bigints from `least` to `most`. */
export const between =
  (least: bigint, most: bigint): Check =>
  (data) =>
    typeof data === "bigint" && data >= least && data <= most;

export const oneOf =
  (...texts: readonly string[]): Check =>
  (data) =>
    texts.includes(data as string);

/** Accepts the own keys of an object, and no inherited ones. */
export const keyOf =
  (known: object): Check =>
  (data) =>
    typeof data === "string" && Object.hasOwn(known, data);

export const pairOf =
  (first: Check, second: Check): Check =>
  (data) =>
    Array.isArray(data) && data.length === 2 && first(data[0]) && second(data[1]);
