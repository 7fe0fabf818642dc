import type { Type } from "../../../../lib/api.ts";
import {
  boolType,
  contractIdType,
  createGenMapType,
  createListType,
  createNamedType,
  createOptionalType,
  createTextMapType,
  dateType,
  decimalType,
  int64Type,
  partyType,
  textType,
  timestampType,
  unitType,
} from "../../../../lib/base/values/common-types.ts";
import { convertValueToType } from "../../../../lib/base/values/conform.ts";
import {
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createNumericValue,
  createPartyValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createTextValue,
  createTimestampValue,
  createVariantValue,
  falseValue,
  none,
  trueValue,
  unit,
} from "../../../../lib/base/values/constructors.ts";
import { areValuesEqual } from "../../../../lib/base/values/equal.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { PackageRegistry } from "../../../../lib/contracts/packages/registry.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { assertNoLocalContractIds } from "../../../../lib/operations/submission/interpret.ts";
import type { Value } from "../../../../lib/store.ts";
import { assembleDar, assemblePackage } from "../../../support/lf/assemble.ts";
import { definitions, modules } from "../../../support/lf/notation.ts";
import { translatedTypes } from "./translation-table.ts";
import { computed, type ValueRow, type ValueTable } from "./value-table.ts";

/** Arguments of a choice, with an added field, constructor and enum member. */
const choiceTypes = definitions`
  record Short {n: Int64}
  record Long {n: Int64, extra: Optional Unit}
  variant Single {One: Int64}
  variant Double {One: Int64, Two: Unit}
  enum Sole {One}
  enum Pair {One, Two}
  ${["Short", "Long", "Single", "Double", "Sole", "Pair"]
    .map((name) => `record ${name}Argument {of: ${name}}`)
    .join(" ")}
`;

const assembled = assemblePackage({
  name: "arguments",
  version: "1.0.0",
  modules: modules`module Main {${translatedTypes} ${choiceTypes}}`,
});
const [argumentsPackage] = createDamlLoader().load(assembleDar(assembled));
const registry = PackageRegistry.of(argumentsPackage === undefined ? [] : [argumentsPackage]);

const own = (name: string, ...types: readonly Type[]): Type =>
  createNamedType(`${assembled.packageId}:Main:${name}`, ...types);

/** Returns `taken`, `refused`, or `refused` and the error code if it is not the usual one. */
const verdictOn = (attempt: () => void): string => {
  try {
    attempt();
    return "taken";
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    const { code } = error.details;
    const isCommon = code === "INVALID_ARGUMENT" || code === "COMMAND_PREPROCESSING_FAILED";
    return isCommon ? "refused" : `refused ${code}`;
  }
};

const decoded = (type: Type, json: unknown): Value => registry.codec(type).decode(json);
const conformed = (type: Type, value: Value): Value =>
  convertValueToType(registry.shapes.of(type), value);

const same = (expected: Value, value: () => Value): string => {
  let found: Value | undefined;
  const verdict = verdictOn(() => (found = value()));
  return found !== undefined && !areValuesEqual(found, expected) ? "taken for another" : verdict;
};

/** Returns a row for JSON that is decoded as a value of the type; records have fields by name. */
const reads = (what: string, type: Type, json: unknown, value: Value): ValueRow =>
  computed(what, () => same(value, () => decoded(type, json)), "taken");
const refuses = (what: string, type: Type, json: unknown, gives = "refused"): ValueRow =>
  computed(what, () => verdictOn(() => decoded(type, json)), gives);

/** The verdict on JSON with which a participant's JSON layer fails internally. */
const anotherKind = "refused LEDGER_API_INTERNAL_ERROR";

/** Returns a row for a value that is converted to the type; records have fields by position. */
const conforms = (what: string, type: Type, value: Value, to: Value): ValueRow =>
  computed(`${what}, by order`, () => same(to, () => conformed(type, value)), "taken");
const mismatchs = (what: string, type: Type, value: Value): ValueRow =>
  computed(`${what}, by order`, () => verdictOn(() => conformed(type, value)), "refused");

/** Returns a record with exactly these fields, including trailing None. */
const fields = (...all: readonly Value[]): Value => ({ kind: "record", fields: all });

const id = `00${"5c".repeat(32)}00`;
const tupleT = own("Tuple", int64Type, textType);
const eitherT = own("Either", int64Type, textType);

const fitting: readonly (readonly [string, Type, unknown, Value])[] = [
  ["Unit", unitType, {}, unit],
  ["Bool", boolType, true, trueValue],
  ["Int64", int64Type, "42", createInt64Value(42n)],
  ["Timestamp", timestampType, "1969-07-20T20:17:00Z", createTimestampValue(-14182980000000n)],
  ["Date", dateType, "1879-03-14", createDateValue(-33165)],
  ["Text", textType, "daml", createTextValue("daml")],
  ["Numeric 10", decimalType, "10.", createNumericValue(10, 100000000000n)],
  ["Party", partyType, "Alice", createPartyValue("Alice")],
  ["ContractId", contractIdType, id, createContractIdValue(id)],
  [
    "List",
    createListType(textType),
    ["a", "b"],
    createListValue([createTextValue("a"), createTextValue("b")]),
  ],
  [
    "TextMap",
    createTextMapType(boolType),
    { 0: true, 1: false },
    createTextMapValue([
      ["0", trueValue],
      ["1", falseValue],
    ]),
  ],
  [
    "GenMap",
    createGenMapType(int64Type, textType),
    [
      ["1", "1"],
      ["42", "42"],
    ],
    createGenMapValue([
      [createInt64Value(1n), createTextValue("1")],
      [createInt64Value(42n), createTextValue("42")],
    ]),
  ],
  ["Optional", createOptionalType(textType), "text", createSomeValue(createTextValue("text"))],
  [
    "a record",
    tupleT,
    { x: "33", y: "a" },
    createRecordValue([createInt64Value(33n), createTextValue("a")]),
  ],
  [
    "a variant",
    eitherT,
    { tag: "Right", value: "words" },
    createVariantValue("Right", createTextValue("words")),
  ],
  ["an enumeration", own("Color"), "blue", createEnumValue("blue")],
];

const empty: readonly (readonly [string, Type, unknown, Value])[] = [
  ["no List", createListType(textType), [], createListValue([])],
  ["no Optional", createOptionalType(textType), null, none],
  ["no TextMap", createTextMapType(textType), {}, createTextMapValue([])],
  ["no GenMap", createGenMapType(int64Type, textType), [], createGenMapValue([])],
];

const wideT = own("Wide", int64Type, textType, partyType);
const grownT = own("Grown");
const textOrNone = (content: string | undefined): Value =>
  content === undefined ? none : createSomeValue(createTextValue(content));
const grown = (extra?: string, another?: string): Value =>
  createRecordValue([createInt64Value(1n), textOrNone(extra), textOrNone(another)]);
const both = { extra: "a", another: "b" };

/** Returns the JSON of a recursive value with this many levels. */
const chain = (length: number): unknown => {
  let json: unknown = { tag: "End", value: {} };
  for (let index = 0; index < length; index += 1) {
    json = { tag: "More", value: { head: String(index), tail: json } };
  }
  return json;
};

const linkT = contractIdType;
const pointed: readonly (readonly [string, Type, (of: string) => unknown])[] = [
  ["itself", linkT, (of) => of],
  ["in a List", createListType(linkT), (of) => [of]],
  ["in a TextMap", createTextMapType(linkT), (of) => ({ 0: of })],
  ["in a GenMap", createGenMapType(int64Type, linkT), (of) => [["1", of]]],
  ["as the key of a GenMap", createGenMapType(linkT, int64Type), (of) => [[of, "0"]]],
  ["in an Optional", createOptionalType(linkT), (of) => of],
  ["in a record", own("Pointer"), (of) => ({ owner: "Alice", target: of })],
  ["in a variant", own("Either", linkT, int64Type), (of) => ({ tag: "Left", value: of })],
];

const localIds = { v1: `00${"5c".repeat(32)}`, v2: `01${"12".repeat(12)}` };
const ids = {
  "version 1": `${localIds.v1}00`,
  "version 1, local": localIds.v1,
  "version 2, relative": `${localIds.v2}00`,
  "version 2, absolute": `${localIds.v2}80ff`,
  "version 2, local": localIds.v2,
};
type IdName = keyof typeof ids;

const decodes = (name: IdName): readonly ValueRow[] =>
  pointed.map(([where, type, around]) =>
    computed(`${name}, ${where}`, () => verdictOn(() => decoded(type, around(ids[name]))), "taken"),
  );

/** Returns rows that use the id as an argument of commands. */
const inCommands = (name: IdName, gives: string): readonly ValueRow[] =>
  pointed.map(([where, type, around]) =>
    computed(
      `${name}, ${where}, in a command`,
      () =>
        verdictOn(() => {
          if (argumentsPackage === undefined) return;
          const argument = decoded(type, around(ids[name]));
          const { engine } = argumentsPackage;
          assertNoLocalContractIds({ kind: "create", engine, typeId: "00:Main:Any", argument });
        }),
      gives,
    ),
  );

/** Facts about how arguments of commands are decoded. */
export const argumentsTable: ValueTable = {
  suite: "engine/…/engine/refinement/ValueTranslatorSpec",
  about: "arguments of commands",
  groups: [
    {
      title: "are converted by their types",
      rows: [...fitting, ...empty].map((row) => reads(...row)),
    },
    {
      title: "are refused for another type",
      rows: fitting.flatMap(([what, type]) =>
        fitting
          .filter(([other]) => other !== what)
          .map(([other, , , value]) => mismatchs(`${other} as ${what}`, type, value)),
      ),
    },
    {
      title: "have named fields in any order, or unnamed fields in the order of the type",
      rows: [
        reads(
          "x and y",
          tupleT,
          { x: "33", y: "a" },
          createRecordValue([createInt64Value(33n), createTextValue("a")]),
        ),
        reads(
          "y and x",
          tupleT,
          { y: "a", x: "33" },
          createRecordValue([createInt64Value(33n), createTextValue("a")]),
        ),
        conforms(
          "x and y",
          tupleT,
          fields(createInt64Value(33n), createTextValue("a")),
          createRecordValue([createInt64Value(33n), createTextValue("a")]),
        ),
        mismatchs(
          "a Party for the second",
          tupleT,
          fields(createInt64Value(33n), createPartyValue("Alice")),
        ),
        reads(
          "a variant",
          own("Either", textType, int64Type),
          { tag: "Left", value: "words" },
          createVariantValue("Left", createTextValue("words")),
        ),
        reads("a member", own("Color"), "green", createEnumValue("green")),
      ],
    },
    {
      title: "are refused if they do not match their type",
      rows: [
        mismatchs(
          "a Party for a Text",
          wideT,
          fields(createInt64Value(42n), createSomeValue(createPartyValue("42")), none),
        ),
        refuses("no field that must be there", wideT, {}),
        refuses("a field more", wideT, { first: "42", second: "42", third: "42", fourth: "42" }),
        refuses("a variant of another content", eitherT, { tag: "Right", value: 42 }, anotherKind),
        refuses("a constructor that is not there", eitherT, { tag: "Middle", value: "42" }),
        refuses("a member that is not there", own("Color"), "yellow", anotherKind),
      ],
    },
    {
      title: "of other versions are accepted if the upgrade rules allow it",
      rows: [
        reads("all fields", grownT, { field: "1", ...both }, grown("a", "b")),
        reads(
          "one left empty",
          grownT,
          { field: "1", ...both, extra: null },
          grown(undefined, "b"),
        ),
        reads(
          "one left empty, in another order",
          grownT,
          { field: "1", another: "b", extra: null },
          grown(undefined, "b"),
        ),
        reads("one left out", grownT, { field: "1", another: "b" }, grown(undefined, "b")),
        reads("two left out", grownT, { field: "1" }, grown()),
        reads("an empty one more", grownT, { field: "1", bonus: null }, grown()),
        reads(
          "an empty one more, and one left out",
          grownT,
          { field: "1", bonus: null, another: "b" },
          grown(undefined, "b"),
        ),
        refuses("one more that holds something", grownT, { field: "1", bonus: "bad" }),
        refuses("one more that is not Optional", grownT, { field: "1", bonus: ["bad"] }),
        refuses("none at all", grownT, {}),
        conforms(
          "all fields",
          grownT,
          fields(createInt64Value(1n), textOrNone("a"), textOrNone("b")),
          grown("a", "b"),
        ),
        conforms(
          "an empty one more",
          grownT,
          fields(createInt64Value(1n), textOrNone("a"), textOrNone("b"), none),
          grown("a", "b"),
        ),
        conforms("one left out", grownT, fields(createInt64Value(1n), textOrNone("a")), grown("a")),
        conforms("two left out", grownT, fields(createInt64Value(1n)), grown()),
      ],
    },
    {
      title: "may be nested a hundred levels deep, and no deeper",
      rows: [
        computed("49 links", () => verdictOn(() => decoded(own("Chain"), chain(49))), "taken"),
        refuses("50 links", own("Chain"), chain(50)),
      ],
    },
    {
      title: "must not contain NUL",
      rows: [
        reads("a Text without", textType, "->\u0001<-", createTextValue("->\u0001<-")),
        refuses("a Text", textType, "->\u0000<-"),
        reads(
          "an Optional without",
          createOptionalType(textType),
          "\u0001",
          createSomeValue(createTextValue("\u0001")),
        ),
        refuses("an Optional", createOptionalType(textType), "\u0000"),
        reads(
          "a GenMap without",
          createGenMapType(textType, int64Type),
          [["\u0001", "1"]],
          createGenMapValue([[createTextValue("\u0001"), createInt64Value(1n)]]),
        ),
        refuses("a GenMap", createGenMapType(textType, int64Type), [
          ["\u0000", "0"],
          ["\u0001", "1"],
        ]),
        reads(
          "a TextMap without",
          createTextMapType(int64Type),
          { "\u0001": "1" },
          createTextMapValue([["\u0001", createInt64Value(1n)]]),
        ),
        refuses("a TextMap", createTextMapType(int64Type), { "\u0000": "0", "\u0001": "2" }),
      ],
    },
    {
      title: "may contain contract ids of both versions",
      rows: (
        ["version 1", "version 1, local", "version 2, relative", "version 2, local"] as const
      ).flatMap(decodes),
    },
    {
      title: "must name contracts by ids with an absolute suffix",
      rows: [
        ...(["version 1", "version 2, absolute"] as const).flatMap((name) =>
          inCommands(name, "taken"),
        ),
        ...(["version 1, local", "version 2, local", "version 2, relative"] as const).flatMap(
          (name) => inCommands(name, "refused"),
        ),
      ],
    },
  ],
  leftOut: [
    {
      cases: 14,
      what: "records in which only some fields have a name",
      why: "in JSON, every field has a name",
    },
    { cases: 3, what: "values with the ids of their types", why: "values in JSON have none" },
    { cases: 30, what: "cases that repeat others in another notation", why: "one row covers them" },
    {
      cases: 16,
      what: "allowed relative contract ids",
      why: "only transactions that are replayed contain them",
    },
    {
      cases: 1,
      what: "all cases again for another version of Daml-LF",
      why: "values are the same in that version",
    },
  ],
};

const argument = (name: string): Type => own(`${name}Argument`);
const zero = createInt64Value(0n);

/** Facts about how the second version of a choice decodes arguments for the first version. */
export const choiceArgumentsTable: ValueTable = {
  suite: "upgrades-matrix/…/engine/UpgradesMatrix",
  about: "arguments of choices, change by change",
  groups: [
    {
      title: "are accepted by the other version if they fit its type",
      rows: [
        reads("a short one", own("Long"), { n: "0" }, createRecordValue([zero, none])),
        reads(
          "a long one, its end empty",
          own("Short"),
          { n: "0", extra: null },
          createRecordValue([zero]),
        ),
        reads(
          "a long one in a field",
          argument("Long"),
          { of: { n: "0", extra: {} } },
          createRecordValue([createRecordValue([zero, createSomeValue(unit)])]),
        ),
        reads(
          "a long one in a field, its end empty",
          argument("Short"),
          { of: { n: "0", extra: null } },
          createRecordValue([createRecordValue([zero])]),
        ),
        reads(
          "a second constructor",
          argument("Double"),
          { of: { tag: "Two", value: {} } },
          createRecordValue([createVariantValue("Two", unit)]),
        ),
        reads(
          "the first constructor",
          argument("Single"),
          { of: { tag: "One", value: "0" } },
          createRecordValue([createVariantValue("One", zero)]),
        ),
        reads(
          "a second member",
          argument("Pair"),
          { of: "Two" },
          createRecordValue([createEnumValue("Two")]),
        ),
        reads(
          "the first member",
          argument("Sole"),
          { of: "One" },
          createRecordValue([createEnumValue("One")]),
        ),
      ],
    },
    {
      title: "are refused by the other version if they do not fit its type",
      rows: [
        refuses("a long one", own("Short"), { n: "0", extra: {} }),
        refuses("a long one in a field", argument("Short"), { of: { n: "0", extra: {} } }),
        refuses("a second constructor", argument("Single"), { of: { tag: "Two", value: {} } }),
        refuses("a second member", argument("Sole"), { of: "Two" }, anotherKind),
      ],
    },
  ],
  leftOut: [
    {
      cases: 204,
      what: "the same arguments in each kind of command, for each kind of contract",
      why: "arguments are read before the contract is looked up",
    },
  ],
};
