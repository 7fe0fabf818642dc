import type {
  DataType,
  Expr,
  LfChoice,
  LfType,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  enumValue,
  int64,
  none as noneValue,
  record as recordValue,
  some as someValue,
  unit as unitValue,
  variant as variantValue,
} from "../../../../lib/ground/values/constructors.ts";
import type { Value } from "../../../../lib/ground/values/value.ts";
import {
  choice,
  enumType,
  recordType,
  template,
  thisField,
  variantType,
} from "../../../support/lf/definitions.ts";
import {
  apply,
  bool,
  builtin,
  caseOf,
  enumOf,
  field,
  int,
  lambda,
  list,
  none,
  pure,
  record,
  some,
  text,
  throwing,
  unit,
  value,
  variable,
  variant,
} from "../../../support/lf/expressions.ts";
import {
  boolT,
  dataT,
  functionT,
  int64T,
  listT,
  optionalT,
  partyT,
  textT,
  unitT,
} from "../../../support/lf/types.ts";

/** What code of a version refers to: its template and its key, in its own package or from another one. */
export interface Names {
  readonly template: LfType;
  readonly key: LfType;
  readonly data: LfType;
  /** Of the view that all versions have. */
  readonly view: LfType;
  /** A field of the contract. */
  readonly of: (name: string) => Expr;
  /** Throws the exception of all versions. */
  readonly thrown: (type: LfType) => Expr;
}

/** How one version differs from the plain one. */
export interface Version {
  readonly precondition?: Expr;
  readonly signatories?: Expr;
  readonly observers?: Expr;
  readonly fields?: Readonly<Record<string, LfType>>;
  readonly keyFields?: Readonly<Record<string, LfType>>;
  readonly key?: Expr;
  readonly maintainers?: Expr;
  readonly dataTypes?: readonly DataType[];
  readonly choices?: readonly LfChoice[];
  readonly besides?: readonly ReturnType<typeof template>[];
  readonly controllers?: Expr;
  readonly choiceObservers?: Expr;
  readonly view?: Expr;
  readonly withoutInstance?: boolean;
}

/** A field of a contract of the first version, as code creates it and as a value. */
interface Content {
  readonly expr: (names: Names) => Expr;
  readonly value: Value;
}

type Contents = Readonly<Record<string, Content>>;

/** A template in two versions, and what becomes of a contract of the first in the second. */
export interface Change {
  readonly name: string;
  readonly what: string;
  readonly first?: (names: Names) => Version;
  readonly second?: (names: Names) => Version;
  readonly content?: Contents;
  /** What code adds to the key that it looks for. */
  readonly keyContent?: Readonly<Record<string, Expr>>;
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

/** The same, by other code. */
const again = (expr: Expr): Expr => caseOf(unit, { pattern: { kind: "default" }, body: expr });
const partiesT = listT(partyT);
const parties = (...all: readonly Expr[]): Expr => list(partyT, ...all);

export const keyOf = (
  { key, of }: Pick<Names, "key" | "of">,
  more: Readonly<Record<string, Expr>> = {},
  label: Expr = of("label"),
): Expr => record(key, { label, maintainers: parties(of("p1")), ...more });
/** A function of the key. */
const maintainersIn = ({ key }: Names, name: string): Expr =>
  lambda([["key", key]], field(key, name, variable("key")));

const optionalUnit = optionalT(unitT);
const extra = { extra: optionalUnit };
const noUnit = none(unitT);
const someUnit = some(unitT, unit);

const recordData = (fields: Readonly<Record<string, LfType>>) => (names: Names) =>
  withData(names, recordType(nameOfData(names), fields));
const variantData = (constructors: Readonly<Record<string, LfType>>) => (names: Names) =>
  withData(names, variantType(nameOfData(names), constructors));
const enumData =
  (...members: readonly string[]) =>
  (names: Names) =>
    withData(names, enumType(nameOfData(names), ...members));
const withData = ({ data }: Names, type: DataType): Version => ({
  fields: { data },
  dataTypes: [type],
});
const nameOfData = ({ data }: Names): string => nameOf(data);
const idOf = (type: LfType): string => (type.kind === "constructor" ? type.id : "");
const nameOf = (type: LfType): string => idOf(type).replace(/^.*:/u, "");

const recordContent = (
  fields: Readonly<Record<string, Expr>>,
  ...values: readonly Value[]
): Contents => ({
  data: { expr: ({ data }) => record(data, fields), value: recordValue(values) },
});
const variantContent = (constructor: string, expr: Expr, value: Value): Contents => ({
  data: {
    expr: ({ data }) => variant(data, constructor, expr),
    value: variantValue(constructor, value),
  },
});
const enumContent = (member: string): Contents => ({
  data: { expr: ({ data }) => enumOf(idOf(data), member), value: enumValue(member) },
});
const firstMember = variantContent("One", int(0), int64(0n));
const secondMember = variantContent("Two", unit, unitValue);

export const changes: readonly Change[] = (
  [
    {
      what: "another precondition that holds",
      second: () => ({ precondition: again(bool(true)) }),
      gives: "ok",
    },
    {
      what: "a precondition that does not hold",
      second: () => ({ precondition: bool(false) }),
      gives: violated,
    },
    {
      what: "a precondition that throws",
      second: ({ thrown }) => ({ precondition: thrown(boolT) }),
      gives: unhandled,
    },
    {
      what: "the same signatories",
      second: ({ of }) => ({ signatories: again(parties(of("p1"))) }),
      gives: "ok",
    },
    {
      what: "other signatories",
      second: ({ of }) => ({ signatories: parties(of("p1"), of("p2")) }),
      gives: validation,
    },
    {
      what: "signatories that throw",
      second: ({ thrown }) => ({ signatories: thrown(partiesT) }),
      gives: unhandled,
    },
    {
      what: "the same observers",
      second: () => ({ observers: again(parties()) }),
      gives: "ok",
    },
    {
      what: "other observers",
      second: ({ of }) => ({ observers: parties(of("p2")) }),
      gives: validation,
    },
    {
      what: "observers that throw",
      second: ({ thrown }) => ({ observers: thrown(partiesT) }),
      gives: unhandled,
    },
    {
      what: "one more field in a record",
      first: recordData({ n: int64T }),
      second: recordData({ n: int64T, ...extra }),
      content: recordContent({ n: int(0) }, int64(0n)),
      gives: "ok",
    },
    {
      what: "another name of a field in a record",
      first: recordData({ n: int64T }),
      second: recordData({ m: int64T }),
      content: recordContent({ n: int(0) }, int64(0n)),
      gives: authentication,
    },
    {
      what: "one more constructor in a variant",
      first: variantData({ One: int64T }),
      second: variantData({ One: int64T, Two: unitT }),
      content: firstMember,
      gives: "ok",
    },
    {
      what: "another order of constructors in a variant",
      first: variantData({ One: int64T, Two: unitT }),
      second: variantData({ Two: unitT, One: int64T }),
      content: firstMember,
      gives: authentication,
    },
    {
      what: "one more member in an enumeration",
      first: enumData("One"),
      second: enumData("One", "Two"),
      content: enumContent("One"),
      gives: "ok",
    },
    {
      what: "another order of members in an enumeration",
      first: enumData("One", "Two"),
      second: enumData("Two", "One"),
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
      first: () => ({ fields: { extra: unitT } }),
      second: () => ({ fields: { another: unitT } }),
      content: { extra: { expr: () => unit, value: unitValue } },
      gives: authentication,
    },
    {
      what: "one more choice",
      second: ({ of }) => ({
        choices: [
          choice("More", {
            controllers: parties(of("p1")),
            result: textT,
            body: pure(textT, text("more")),
          }),
        ],
      }),
      gives: "ok",
    },
    {
      what: "one more template",
      second: () => ({
        dataTypes: [recordType("OneMore", { p: partyT })],
        besides: [template("OneMore", { signatories: parties(thisField("OneMore", "p")) })],
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
      first: recordData({ n: int64T, ...extra }),
      second: recordData({ n: int64T }),
      content: recordContent({ n: int(0), extra: noUnit }, int64(0n), noneValue),
      gives: "ok",
    },
    {
      what: "one full field less in a record",
      first: recordData({ n: int64T, ...extra }),
      second: recordData({ n: int64T }),
      content: recordContent({ n: int(0), extra: someUnit }, int64(0n), someValue(unitValue)),
      gives: translation,
    },
    {
      what: "one unused constructor less in a variant",
      first: variantData({ One: int64T, Two: unitT }),
      second: variantData({ One: int64T }),
      content: firstMember,
      gives: "ok",
    },
    {
      what: "one used constructor less in a variant",
      first: variantData({ One: int64T, Two: unitT }),
      second: variantData({ One: int64T }),
      content: secondMember,
      gives: translation,
    },
    {
      what: "one unused member less in an enumeration",
      first: enumData("One", "Two"),
      second: enumData("One"),
      content: enumContent("One"),
      gives: "ok",
    },
    {
      what: "one used member less in an enumeration",
      first: enumData("One", "Two"),
      second: enumData("One"),
      content: enumContent("Two"),
      gives: translation,
    },
    {
      what: "controllers by interface that throw",
      second: ({ thrown }) => ({ controllers: thrown(partiesT) }),
      onlyFor: ["exercise by interface"],
      gives: unhandled,
    },
    {
      what: "choice observers by interface that throw",
      second: ({ thrown }) => ({ choiceObservers: thrown(partiesT) }),
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
        key: keyOf(names, {}, apply(builtin(34), names.of("label"), text("-2"))),
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
        keyFields: { others: partiesT },
        key: keyOf(names, { others: parties(names.of("p2")) }),
      }),
      second: (names) => ({
        keyFields: { others: partiesT },
        key: keyOf(names, { others: parties(names.of("p2")) }),
        maintainers: maintainersIn(names, "others"),
      }),
      keyContent: { others: parties(value("Main:bob")) },
      onlyFor: notQueried,
      gives: validation,
    },
    {
      what: "the same maintainers",
      second: ({ key }) => ({
        maintainers: lambda([["key", key]], again(field(key, "maintainers", variable("key")))),
      }),
      gives: "ok",
    },
    {
      what: "a function for the maintainers that throws",
      second: ({ thrown, key }) => ({ maintainers: thrown(functionT([key], partiesT)) }),
      gives: unhandled,
    },
    {
      what: "maintainers that throw",
      second: ({ thrown, key }) => ({ maintainers: lambda([["key", key]], thrown(partiesT)) }),
      gives: unhandled,
    },
    {
      what: "one more empty field in the key",
      second: (names) => ({ keyFields: extra, key: keyOf(names, { extra: noUnit }) }),
      keyContent: { extra: noUnit },
      gives: "ok",
    },
    {
      what: "one more full field in the key",
      second: (names) => ({ keyFields: extra, key: keyOf(names, { extra: someUnit }) }),
      keyContent: { extra: noUnit },
      gives: validation,
    },
    {
      what: "one empty field less in the key",
      first: (names) => ({ keyFields: extra, key: keyOf(names, { extra: noUnit }) }),
      gives: "ok",
    },
    {
      what: "one full field less in the key",
      first: (names) => ({ keyFields: extra, key: keyOf(names, { extra: someUnit }) }),
      onlyFor: notByKey,
      gives: validation,
    },
  ] satisfies readonly Omit<Change, "name">[]
).map((change, index) => ({ ...change, name: `Changed${index}` }));

/** What a version of a change refers to; `packageRef` is `self` for its own code. */
export const namesOf = (
  { name }: Pick<Change, "name">,
  packageRef: string,
  { brokenT, view }: { readonly brokenT: LfType; readonly view: LfType },
): Names => {
  const typed = (suffix: string): LfType => dataT(`${packageRef}:Main:${name}${suffix}`);
  const type = typed("");
  return {
    template: type,
    key: typed("Key"),
    data: typed("Data"),
    view,
    of: (each) => field(type, each, variable("this")),
    thrown: (of) => throwing(of, brokenT, record(brokenT, { message: text("broken") })),
  };
};
