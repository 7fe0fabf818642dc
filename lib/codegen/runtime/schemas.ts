/** Runtime checks of JSON, as Standard Schemas of version 1. This file imports nothing. */

/** A schema that forms, routers and similar libraries accept: https://standardschema.dev. */
export interface Schema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "ledger-in-a-box";
    /**
     * Checks a value. Never throws. Unknown fields are accepted, because a later version may have written
     * them.
     */
    readonly validate: (value: unknown) => Checked<T>;
    readonly types?: { readonly input: T; readonly output: T };
  };
  /** Adds issues to a list; `levelsLeft` is the number of levels that may follow below. */
  readonly "~check": SchemaCheck;
  /** Only for an Optional: the check to use if it is the element of another Optional. */
  readonly "~nested"?: SchemaCheck;
}

/** Either the valid value or the issues. */
export type Checked<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** A problem with a part of a value; `path` is the keys and indexes that lead to the part. */
export interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

interface FoundIssue extends Issue {
  readonly path: PropertyKey[];
}

type SchemaCheck = (value: unknown, issues: FoundIssue[], levelsLeft: number) => void;

/** Maximum depth of a value, the same as on a participant. */
const maxDepth = 100;
/** Maximum number of reported issues. */
const maxIssues = 100;

const createStandardSchema = <T>(check: SchemaCheck, nested?: SchemaCheck): Schema<T> => ({
  "~standard": {
    version: 1,
    vendor: "ledger-in-a-box",
    validate: (value) => {
      const issues: FoundIssue[] = [];
      check(value, issues, maxDepth);
      return issues.length === 0 ? { value: value as T } : { issues };
    },
  },
  "~check": check,
  ...(nested && { "~nested": nested }),
});

const createStringSchema = <T>(form: string, fits: (value: string) => boolean): Schema<T> =>
  createStandardSchema((value, issues) => {
    if (typeof value !== "string" || !fits(value)) addIssue(issues, form, value);
  });

const addIssue = (issues: FoundIssue[], form: string, value: unknown): void => {
  if (issues.length >= maxIssues) return;
  issues.push({ message: `Expected ${form}, found ${describeValue(value)}.`, path: [] });
};

const describeValue = (value: unknown): string => {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 50 ? `${value.slice(0, 50)}…` : value);
    case "number":
    case "boolean":
      return `the ${typeof value} ${value}`;
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    case "undefined":
      return "nothing";
    case "bigint":
    case "function":
    case "symbol":
      return `a ${typeof value}`;
  }
};

/** Checks a part of a value and puts its key before the paths of the issues found. */
const checkPart = (
  key: PropertyKey,
  check: SchemaCheck,
  value: unknown,
  issues: FoundIssue[],
  levelsLeft: number,
): void => {
  const before = issues.length;
  if (levelsLeft <= 0) addIssue(issues, "fewer levels", value);
  else check(value, issues, levelsLeft - 1);
  for (let index = before; index < issues.length; index++) issues[index]?.path.unshift(key);
};

/** True or false. */
export const bool: Schema<boolean> = /* @__PURE__ */ createStandardSchema((value, issues) => {
  if (typeof value !== "boolean") addIssue(issues, "true or false", value);
});

/** A text without lone surrogates. */
export const text: Schema<string> = /* @__PURE__ */ createStringSchema(
  "a text",
  (value) => !/\p{Surrogate}/u.test(value),
);

/** A full party id: 1 to 255 letters, digits, spaces, `:`, `-` and `_`. */
export const party: Schema<string> = /* @__PURE__ */ createStringSchema("a party", (value) =>
  /^[\w:\- ]{1,255}$/.test(value),
);

const int64Form = 'a whole number of 64 bits as a text, such as "42"';

/** A 64-bit integer, as a text of decimal digits. */
export const int64: Schema<string> = /* @__PURE__ */ createStringSchema(int64Form, (value) => {
  if (!/^-?\d{1,19}$/.test(value)) return false;
  return value.length < 19 || BigInt.asIntN(64, BigInt(value)) === BigInt(value);
});

/** A decimal number of up to 38 digits, at most `scale` of them after the point, as a text. */
export const numeric = (scale: number): Schema<string> => {
  const form = `a decimal number with at most ${scale} digits after the point and 38 in all, as a text`;
  return createStringSchema(form, (value) => {
    const [, whole = "", fraction = ""] = /^-?0*(\d{0,38})(?:\.(\d{0,37}))?$/.exec(value) ?? [];
    if (!/^-?\d{1,38}(?:\.|$)/.test(value) || whole.length > 38 - scale) return false;
    return fraction.length <= scale || fraction.replace(/0{1,37}$/, "").length <= scale;
  });
};

/** A date, such as `"2027-01-31"`. */
export const calendarDate: Schema<string> = /* @__PURE__ */ createStringSchema(
  'a day, such as "2027-01-31"',
  (value) => isDay(value),
);

/** A time in ISO 8601, such as `"2027-01-31T12:00:00Z"`. */
export const timestamp: Schema<string> = /* @__PURE__ */ createStringSchema(
  'a time in ISO 8601, such as "2027-01-31T12:00:00Z"',
  (value) => {
    if (!isDay(value.slice(0, 10))) return false;
    const time = value.slice(10);
    if (/^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z$/i.test(time)) return true;
    // With an offset, the first and last day could be outside of the calendar.
    return !/^0001|^9999/.test(value) && timeWithOffsetPattern.test(time);
  },
);

const timeWithOffsetPattern =
  /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?[+-](?:(?:0\d|1[0-7]):[0-5]\d|18:00)$/i;

const isDay = (value: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  if (year === undefined || year === "0000") return false;
  const [months, days] = [Number(month), Number(day)];
  if (months < 1 || months > 12 || days < 1) return false;
  if (days <= 28) return true;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  return days <= (months === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(months) ? 30 : 31);
};

/** A contract id. Its type is checked only at compile time. */
export const contractId = <T>(): Schema<T> =>
  createStringSchema("a contract id in lowercase hexadecimal digits", (value) => {
    const { length } = value;
    if (length % 2 !== 0 || !/^0[01][\da-f]+$/.test(value)) return false;
    return value[1] === "0" ? length >= 66 && length <= 254 : length >= 26 && length <= 92;
  });

/** A value without fields. */
export const unit: Schema<{ readonly [field: string]: never }> =
  /* @__PURE__ */ createStandardSchema((value, issues) => {
    if (!isObject(value)) addIssue(issues, "an object without fields", value);
  });

/** A value of a type that has no schema. */
export const anything: Schema<unknown> = /* @__PURE__ */ createStandardSchema(() => undefined);

/** An Optional: the element, null, or undefined. If the element is itself an Optional: `[]` or `[x]`. */
export const optional = <T>(element: Schema<T>): Schema<T | null | undefined> => {
  const inner = element["~nested"];
  if (inner === undefined) return optionalOf(element);
  const nested = createNestedOptionalCheck(inner);
  return createStandardSchema(nested, nested);
};

/** An Optional of a type parameter. It is not encoded as nested, even if the parameter is an Optional. */
export const optionalOf = <T>(parameter: Schema<T>): Schema<T | null | undefined> =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (value === null || value === undefined) return;
    if (levelsLeft <= 0) addIssue(issues, "fewer levels", value);
    else parameter["~check"](value, issues, levelsLeft - 1);
  }, createNestedOptionalCheck(parameter["~check"]));

/** An Optional that contains an Optional: `[]` or `[x]`. */
export const nested = <T>(element: Schema<unknown>): Schema<T> => {
  const check = createNestedOptionalCheck(element["~nested"] ?? element["~check"]);
  return createStandardSchema(check, check);
};

const createNestedOptionalCheck =
  (element: SchemaCheck): SchemaCheck =>
  (value, issues, levelsLeft) => {
    if (!Array.isArray(value) || value.length > 1) {
      addIssue(issues, "[] or an array with one value", value);
    } else if (value.length === 1) {
      checkPart(0, element, value[0], issues, levelsLeft);
    }
  };

/** An array of elements. */
export const list = <T>(element: Schema<T>): Schema<readonly T[]> =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (!Array.isArray(value)) return addIssue(issues, "an array", value);
    for (let index = 0; index < value.length && issues.length < maxIssues; index++) {
      checkPart(index, element["~check"], value[index], issues, levelsLeft);
    }
  });

/** An object with any keys, whose values all match the element. */
export const textMap = <T>(element: Schema<T>): Schema<{ readonly [key: string]: T }> =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object", value);
    for (const [key, each] of Object.entries(value)) {
      if (issues.length >= maxIssues) return;
      checkPart(key, text["~check"], key, issues, levelsLeft);
      checkPart(key, element["~check"], each, issues, levelsLeft);
    }
  });

/** An array of pairs, each with a key and a value. */
export const genMap = <K, V>(
  key: Schema<K>,
  value: Schema<V>,
): Schema<readonly (readonly [K, V])[]> => {
  const pair: SchemaCheck = (entry, issues, levelsLeft) => {
    if (!Array.isArray(entry) || entry.length !== 2) {
      return addIssue(issues, "an array with a key and a value", entry);
    }
    // The pair itself does not count as a level.
    checkPart(0, key["~check"], entry[0], issues, levelsLeft + 1);
    checkPart(1, value["~check"], entry[1], issues, levelsLeft + 1);
  };
  return list(createStandardSchema<readonly [K, V]>(pair));
};

/** A record, given by the schemas of its fields. */
export const record = <T>(
  fields: () => { readonly [name: string]: Schema<unknown> },
): Schema<T> => {
  // Every object inherits properties such as `constructor`; ignore these.
  const known = memoize(() =>
    Object.entries(fields()).map(([name, field]) => ({
      name,
      check: field["~check"],
      isInherited: name in Object.prototype,
    })),
  );
  return createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object", value);
    for (const { name, check, isInherited } of known()) {
      const part = isInherited && !Object.hasOwn(value, name) ? undefined : value[name];
      checkPart(name, check, part, issues, levelsLeft);
    }
  });
};

/** A variant, given by the schemas of its constructors. */
export const variant = <T>(
  constructors: () => { readonly [tag: string]: Schema<unknown> },
): Schema<T> => {
  const known = memoize(() => new Map(Object.entries(constructors())));
  return createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object with tag and value", value);
    const { tag, value: part } = value;
    const found = typeof tag === "string" ? known().get(tag) : undefined;
    if (found === undefined) {
      return checkPart("tag", createWrongTagCheck([...known().keys()]), tag, issues, levelsLeft);
    }
    // The value is required, even if it is null.
    if (part === undefined) checkPart("value", reportMissingValue, part, issues, levelsLeft);
    else checkPart("value", found["~check"], part, issues, levelsLeft);
  });
};

const createWrongTagCheck =
  (tags: readonly string[]): SchemaCheck =>
  (value, issues) =>
    addIssue(issues, `one of ${tags.join(", ")}`, value);

const reportMissingValue: SchemaCheck = (value, issues) => addIssue(issues, "a value", value);

/** An enum, given by its constructors. */
export const enumeration = <T extends string>(constructors: readonly T[]): Schema<T> => {
  const known = new Set<string>(constructors);
  return createStringSchema(`one of ${constructors.join(", ")}`, (value) => known.has(value));
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const memoize = <T>(make: () => T): (() => T) => {
  let made: { readonly of: T } | undefined;
  return () => (made ??= { of: make() }).of;
};
