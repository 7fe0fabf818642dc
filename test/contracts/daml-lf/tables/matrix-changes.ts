import {
  createEnumValue,
  createInt64Value,
  createRecordValue as recordValue,
  createSomeValue as someValue,
  createVariantValue as variantValue,
  none as noneValue,
  unit as unitValue,
} from "../../../../lib/base/values/constructors.ts";
import type { Value } from "../../../../lib/store.ts";

/** The names that code uses for the template and key type of a version. */
export interface Names {
  readonly template: string;
  readonly key: string;
  readonly data: string;
  /** The view type that all versions share. */
  readonly view: string;
  /** Returns code that throws the exception that all versions share. */
  readonly thrown: (type: string) => string;
}

/** Source of the parts of a template in which a version differs from the default. */
export interface Version {
  readonly precondition?: string;
  readonly signatories?: string;
  readonly observers?: string;
  /** Fields after the other fields. */
  readonly fields?: string;
  readonly keyFields?: string;
  readonly key?: string;
  readonly maintainers?: string;
  readonly choices?: string;
  /** Other definitions of the module. */
  readonly besides?: string;
  readonly controllers?: string;
  readonly choiceObservers?: string;
  readonly view?: string;
  readonly withoutInstance?: boolean;
}

/** A field of a contract of the first version, as code and as a value. */
interface Content {
  readonly expr: (names: Names) => string;
  readonly value: Value;
}

type Contents = Readonly<Record<string, Content>>;

/** A template in two versions, and how the second version treats a contract of the first. */
export interface Change {
  readonly name: string;
  readonly what: string;
  readonly first?: (names: Names) => Version;
  readonly second?: (names: Names) => Version;
  readonly content?: Contents;
  /** Source that is added to the key in a lookup. */
  readonly keyContent?: string;
  readonly gives: "ok" | `fails ${string}`;
  readonly onlyFor?: readonly Operation[];
}

export type Operation =
  | "exercise"
  | "exercise by interface"
  | "fetch"
  | "fetch by interface"
  | "exercise by key"
  | "fetch by key"
  | "query";

export const operations: readonly Operation[] = [
  "exercise",
  "exercise by interface",
  "fetch",
  "fetch by interface",
  "exercise by key",
  "fetch by key",
  "query",
];
const notByKey = operations.slice(0, 4);
const notQueried = operations.slice(0, 6);

const violated = "fails TEMPLATE_PRECONDITION_VIOLATED";
const unhandled = "fails UNHANDLED_EXCEPTION/Main:Broken";
const validation = "fails INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED";
const translation = "fails INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED";
const authentication = "fails INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED";

/** Returns source of an equivalent expression with another syntax tree. */
const again = (expr: string): string => `(case () of {_ -> ${expr}})`;
const first = "[@Party this.p1]";

/** Returns source of the key of a contract. Additional content begins with a comma. */
export const keyOf = ({ key }: Pick<Names, "key">, more = "", label = "this.label"): string =>
  `${key} {label = ${label}, maintainers = ${first}${more}}`;
/** Returns source of the function that computes the maintainers of a key. */
const ofKey = ({ key }: Names, maintainers: string): string =>
  String.raw`\(key: ${key}) -> ${maintainers}`;

const noUnit = "None @Unit";
const someUnit = "Some @Unit ()";
const extra = ", extra: Optional Unit";
const [noExtra, someExtra] = [`, extra = ${noUnit}`, `, extra = ${someUnit}`];

const withData =
  (word: "record" | "variant" | "enum", content: string) =>
  ({ data }: Names): Version => ({
    fields: `, data: ${data}`,
    besides: `${word} ${data.replace(/^.*:/u, "")} {${content}}`,
  });
const recordData = (fields: string) => withData("record", fields);
const variantData = (constructors: string) => withData("variant", constructors);
const enumData = (members: string) => withData("enum", members);

const recordContent = (fields: string, ...values: readonly Value[]): Contents => ({
  data: { expr: ({ data }) => `${data} {${fields}}`, value: recordValue(values) },
});
const variantContent = (constructor: string, content: string, value: Value): Contents => ({
  data: {
    expr: ({ data }) => `${data}::${constructor} ${content}`,
    value: variantValue(constructor, value),
  },
});
const enumContent = (member: string): Contents => ({
  data: { expr: ({ data }) => `${data}::${member}`, value: createEnumValue(member) },
});
const firstMember = variantContent("One", "0", createInt64Value(0n));
const secondMember = variantContent("Two", "()", unitValue);

export const changes: readonly Change[] = (
  [
    {
      what: "another precondition that holds",
      second: () => ({ precondition: again("True") }),
      gives: "ok",
    },
    {
      what: "a precondition that does not hold",
      second: () => ({ precondition: "False" }),
      gives: violated,
    },
    {
      what: "a precondition that throws",
      second: ({ thrown }) => ({ precondition: thrown("Bool") }),
      gives: unhandled,
    },
    {
      what: "the same signatories",
      second: () => ({ signatories: again(first) }),
      gives: "ok",
    },
    {
      what: "other signatories",
      second: () => ({ signatories: "[@Party this.p1, this.p2]" }),
      gives: validation,
    },
    {
      what: "signatories that throw",
      second: ({ thrown }) => ({ signatories: thrown("(List Party)") }),
      gives: unhandled,
    },
    {
      what: "the same observers",
      second: () => ({ observers: again("[@Party]") }),
      gives: "ok",
    },
    {
      what: "other observers",
      second: () => ({ observers: "[@Party this.p2]" }),
      gives: validation,
    },
    {
      what: "observers that throw",
      second: ({ thrown }) => ({ observers: thrown("(List Party)") }),
      gives: unhandled,
    },
    {
      what: "one more field in a record",
      first: recordData("n: Int64"),
      second: recordData(`n: Int64${extra}`),
      content: recordContent("n = 0", createInt64Value(0n)),
      gives: "ok",
    },
    {
      what: "another name of a field in a record",
      first: recordData("n: Int64"),
      second: recordData("m: Int64"),
      content: recordContent("n = 0", createInt64Value(0n)),
      gives: authentication,
    },
    {
      what: "one more constructor in a variant",
      first: variantData("One: Int64"),
      second: variantData("One: Int64, Two: Unit"),
      content: firstMember,
      gives: "ok",
    },
    {
      what: "another order of constructors in a variant",
      first: variantData("One: Int64, Two: Unit"),
      second: variantData("Two: Unit, One: Int64"),
      content: firstMember,
      gives: authentication,
    },
    {
      what: "one more member in an enumeration",
      first: enumData("One"),
      second: enumData("One, Two"),
      content: enumContent("One"),
      gives: "ok",
    },
    {
      what: "another order of members in an enumeration",
      first: enumData("One, Two"),
      second: enumData("Two, One"),
      content: enumContent("One"),
      gives: authentication,
    },
    { what: "one more field", second: () => ({ fields: extra }), gives: "ok" },
    {
      what: "one more instance of an interface",
      first: () => ({ withoutInstance: true }),
      gives: "ok",
    },
    {
      what: "another name of a field",
      first: () => ({ fields: ", extra: Unit" }),
      second: () => ({ fields: ", another: Unit" }),
      content: { extra: { expr: () => "()", value: unitValue } },
      gives: authentication,
    },
    {
      what: "one more choice",
      second: () => ({
        choices: `nonconsuming choice More: Text by ${first} = pure @Text "more";`,
      }),
      gives: "ok",
    },
    {
      what: "one more template",
      second: () => ({
        besides: "template OneMore with {p: Party} {signatories [@Party this.p];}",
      }),
      gives: "ok",
    },
    {
      what: "one empty field less",
      first: () => ({ fields: extra }),
      content: { extra: { expr: () => noUnit, value: noneValue } },
      gives: "ok",
    },
    {
      what: "one full field less",
      first: () => ({ fields: extra }),
      content: { extra: { expr: () => someUnit, value: someValue(unitValue) } },
      gives: translation,
    },
    {
      what: "one empty field less in a record",
      first: recordData(`n: Int64${extra}`),
      second: recordData("n: Int64"),
      content: recordContent(`n = 0${noExtra}`, createInt64Value(0n), noneValue),
      gives: "ok",
    },
    {
      what: "one full field less in a record",
      first: recordData(`n: Int64${extra}`),
      second: recordData("n: Int64"),
      content: recordContent(`n = 0${someExtra}`, createInt64Value(0n), someValue(unitValue)),
      gives: translation,
    },
    {
      what: "one unused constructor less in a variant",
      first: variantData("One: Int64, Two: Unit"),
      second: variantData("One: Int64"),
      content: firstMember,
      gives: "ok",
    },
    {
      what: "one used constructor less in a variant",
      first: variantData("One: Int64, Two: Unit"),
      second: variantData("One: Int64"),
      content: secondMember,
      gives: translation,
    },
    {
      what: "one unused member less in an enumeration",
      first: enumData("One, Two"),
      second: enumData("One"),
      content: enumContent("One"),
      gives: "ok",
    },
    {
      what: "one used member less in an enumeration",
      first: enumData("One, Two"),
      second: enumData("One"),
      content: enumContent("Two"),
      gives: translation,
    },
    {
      what: "controllers by interface that throw",
      second: ({ thrown }) => ({ controllers: thrown("(List Party)") }),
      onlyFor: ["exercise by interface"],
      gives: unhandled,
    },
    {
      what: "choice observers by interface that throw",
      second: ({ thrown }) => ({ choiceObservers: thrown("(List Party)") }),
      onlyFor: ["exercise by interface"],
      gives: unhandled,
    },
    {
      what: "a view that throws",
      second: ({ thrown, view }) => ({ view: thrown(view) }),
      onlyFor: ["exercise by interface", "fetch by interface"],
      gives: "ok",
    },
    {
      what: "another key",
      second: (names) => ({
        key: keyOf(names, "", 'APPEND_TEXT this.label "-2"'),
      }),
      gives: validation,
    },
    { what: "the same key", second: (names) => ({ key: again(keyOf(names)) }), gives: "ok" },
    {
      what: "a key that throws",
      second: ({ thrown, key }) => ({ key: thrown(key) }),
      gives: unhandled,
    },
    {
      what: "other maintainers",
      first: (names) => ({
        keyFields: ", others: List Party",
        key: keyOf(names, ", others = [@Party this.p2]"),
      }),
      second: (names) => ({
        keyFields: ", others: List Party",
        key: keyOf(names, ", others = [@Party this.p2]"),
        maintainers: ofKey(names, "key.others"),
      }),
      keyContent: ", others = [@Party Main:bob]",
      onlyFor: notQueried,
      gives: validation,
    },
    {
      what: "the same maintainers",
      second: (names) => ({ maintainers: ofKey(names, again("key.maintainers")) }),
      gives: "ok",
    },
    {
      what: "a function for the maintainers that throws",
      second: ({ thrown, key }) => ({ maintainers: thrown(`(${key} -> List Party)`) }),
      gives: unhandled,
    },
    {
      what: "maintainers that throw",
      second: (names) => ({ maintainers: ofKey(names, names.thrown("(List Party)")) }),
      gives: unhandled,
    },
    {
      what: "one more empty field in the key",
      second: (names) => ({ keyFields: extra, key: keyOf(names, noExtra) }),
      keyContent: noExtra,
      gives: "ok",
    },
    {
      what: "one more full field in the key",
      second: (names) => ({ keyFields: extra, key: keyOf(names, someExtra) }),
      keyContent: noExtra,
      gives: validation,
    },
    {
      what: "one empty field less in the key",
      first: (names) => ({ keyFields: extra, key: keyOf(names, noExtra) }),
      gives: "ok",
    },
    {
      what: "one full field less in the key",
      first: (names) => ({ keyFields: extra, key: keyOf(names, someExtra) }),
      onlyFor: notByKey,
      gives: validation,
    },
  ] satisfies readonly Omit<Change, "name">[]
).map((change, index) => ({ ...change, name: `Changed${index}` }));

/**
 * Returns the names of a version's template and key in a package; within the package itself, its id is
 * `self`.
 */
export const namesOf = (
  { name }: Pick<Change, "name">,
  packageRef: string,
  { broken, view }: { readonly broken: string; readonly view: string },
): Names => {
  const named = (suffix: string): string => `${packageRef}:Main:${name}${suffix}`;
  return {
    template: named(""),
    key: named("Key"),
    data: named("Data"),
    view,
    thrown: (type) => `(throw @${type} @${broken} ${broken} {message = "broken"})`,
  };
};
