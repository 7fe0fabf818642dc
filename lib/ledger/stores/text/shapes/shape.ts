/** Returns true if parsed data is valid. */
export type Shape = (data: unknown) => boolean;

/** The check of a member that may be absent. */
export type OptionalShape = Shape & { readonly isOptional: true };

/** A check for each member; optional members of the type need an optional check. */
type Members<Of> = {
  readonly [Name in keyof Of]-?: undefined extends Of[Name] ? OptionalShape : Shape;
};

export const text: Shape = (data) => typeof data === "string";
export const flag: Shape = (data) => typeof data === "boolean";
export const bytes: Shape = (data) => data instanceof Uint8Array;

/** Accepts an offset, a count, or the index of a node. */
export const whole: Shape = (data) => Number.isSafeInteger(data) && Number(data) >= 0;
export const integer: Shape = (data) => Number.isSafeInteger(data);

/** Accepts bigints from `least` to `most`. */
export const between =
  (least: bigint, most: bigint): Shape =>
  (data) =>
    typeof data === "bigint" && data >= least && data <= most;

export const oneOf =
  (...texts: readonly string[]): Shape =>
  (data) =>
    texts.includes(data as string);

/** Accepts the own keys of an object, and no inherited ones. */
export const keyOf =
  (known: object): Shape =>
  (data) =>
    typeof data === "string" && Object.hasOwn(known, data);

export const optional = (shape: Shape): OptionalShape =>
  Object.assign((data: unknown) => data === undefined || shape(data), {
    isOptional: true as const,
  });

export const listOf =
  (item: Shape): Shape =>
  (data) =>
    Array.isArray(data) && data.every(item);

export const pairOf =
  (first: Shape, second: Shape): Shape =>
  (data) =>
    Array.isArray(data) && data.length === 2 && first(data[0]) && second(data[1]);

export const mapOf =
  (key: Shape, value: Shape): Shape =>
  (data) =>
    data instanceof Map && [...data].every(([held, of]) => key(held) && value(of));

/** Accepts an object whose members all pass the check. */
export const dictionaryOf =
  (value: Shape): Shape =>
  (data) =>
    isObject(data) && Object.values(data).every(value);

/** Accepts an object with these members, and any others: a later release may have added them. */
export const recordOf = <Of extends object>(members: Members<Of>): Shape => {
  const shapes = Object.entries<Shape>(members);
  return (data) => isObject(data) && shapes.every(([name, shape]) => shape(data[name]));
};

/** A check for each kind. */
export type Kinds<Of extends { readonly kind: string }> = Readonly<Record<Of["kind"], Shape>>;

/** Accepts a record that passes the check for its `kind`. */
export const unionOf = (kinds: Readonly<Record<string, Shape>>): Shape => {
  const shapes = new Map<unknown, Shape>(Object.entries(kinds));
  return (data) => isObject(data) && (shapes.get(data["kind"])?.(data) ?? false);
};

export const both =
  (first: Shape, second: Shape): Shape =>
  (data) =>
    first(data) && second(data);

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === "object" &&
  data !== null &&
  !Array.isArray(data) &&
  !(data instanceof Map) &&
  !(data instanceof Uint8Array);
