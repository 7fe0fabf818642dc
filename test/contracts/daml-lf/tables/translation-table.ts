import {
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createNumericValue,
  createPartyValue,
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
import { decodeValueFromProtobuf } from "../../../../lib/base/values/wire-decode.ts";
import { encodeValueAsProtobuf } from "../../../../lib/base/values/wire-encode.ts";
import { parsePackageArchive } from "../../../../lib/contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { CompiledProgram } from "../../../../lib/contracts/daml-lf/engine/program.ts";
import type { LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import type { Value } from "../../../../lib/store.ts";
import { assemblePackage } from "../../../support/lf/assemble.ts";
import { module } from "../../../support/lf/definitions.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { show } from "../../../support/lf/show.ts";
import {
  boolT,
  contractIdT,
  dateT,
  genMapT,
  int64T,
  listT,
  numericT,
  optionalT,
  partyT,
  textMapT,
  textT,
  timestampT,
  unitT,
} from "../../../support/lf/types.ts";
import { computed, type ValueRow, type ValueTable } from "./value-table.ts";

/** The types to which the rows convert values. */
export const translatedTypes = definitions`
  record Tuple a b {x: a, y: b}
  variant Either a b {Left: a, Right: b}
  enum Color {red, green, blue}
  record Link {head: Int64, tail: Chain}
  variant Chain {End: Unit, More: Link}
  record Pointer {owner: Party, target: ContractId Unit}
  record Grown {field: Int64, extra: Optional Text, another: Optional Text}
  record Wide a b c {first: a, second: Optional b, third: Optional c}
`;

const assembled = assemblePackage({
  name: "translated",
  version: "1.0.0",
  modules: [module("Main", translatedTypes)],
});
const lfPackage = decodePackage(parsePackageArchive(assembled.archive));
const program = new CompiledProgram();
program.definitions.add(lfPackage);

const own = (name: string, ...args: readonly LfType[]): LfType => ({
  kind: "constructor",
  id: `${lfPackage.packageId}:Main:${name}`,
  arguments: args,
});

/**
 * Converts the value to the engine's form and back. Returns the result, or `refused` if the value does not
 * match the type.
 */
const translated = (type: LfType, value: Value): string => {
  try {
    return show(program.values.read(type, decodeValueFromProtobuf(encodeValueAsProtobuf(value))));
  } catch (error) {
    if (isLedgerError(error)) return "refused";
    throw error;
  }
};

const row = (what: string, type: LfType, value: Value, gives: string): ValueRow =>
  computed(what, () => translated(type, value), gives);
const refused = (what: string, type: LfType, value: Value): ValueRow =>
  row(what, type, value, "refused");

/** Returns a record with exactly these fields, including trailing None. */
const fields = (...all: readonly Value[]): Value => ({ kind: "record", fields: all });
const id = `00${"5c".repeat(32)}00`;
const textOrNone = (content: string | undefined): Value =>
  content === undefined ? none : createSomeValue(createTextValue(content));

const tupleT = own("Tuple", int64T, textT);
const eitherT = own("Either", int64T, textT);

const fitting: readonly (readonly [string, LfType, Value, string])[] = [
  ["Unit", unitT, unit, "()"],
  ["Bool", boolT, trueValue, "True"],
  ["Int64", int64T, createInt64Value(42n), "42"],
  ["Timestamp", timestampT, createTimestampValue(-14182980000000n), "1969-07-20T20:17:00Z"],
  ["Date", dateT, createDateValue(-33165), "1879-03-14"],
  ["Text", textT, createTextValue("daml"), '"daml"'],
  ["Numeric 10", numericT(10), createNumericValue(10, 100000000000n), "10.0000000000"],
  ["Party", partyT, createPartyValue("Alice"), "'Alice'"],
  ["ContractId", contractIdT(unitT), createContractIdValue(id), `#${id}`],
  [
    "List",
    listT(textT),
    createListValue([createTextValue("a"), createTextValue("b")]),
    '["a", "b"]',
  ],
  [
    "TextMap",
    textMapT(boolT),
    createTextMapValue([
      ["0", trueValue],
      ["1", falseValue],
    ]),
    '{"0": True, "1": False}',
  ],
  [
    "GenMap",
    genMapT(int64T, textT),
    createGenMapValue([
      [createInt64Value(1n), createTextValue("1")],
      [createInt64Value(42n), createTextValue("42")],
    ]),
    '{1: "1", 42: "42"}',
  ],
  ["Optional", optionalT(textT), createSomeValue(createTextValue("text")), 'Some "text"'],
  ["a record", tupleT, fields(createInt64Value(33n), createTextValue("a")), '<x = 33, y = "a">'],
  ["a variant", eitherT, createVariantValue("Right", createTextValue("words")), 'Right "words"'],
  ["an enumeration", own("Color"), createEnumValue("blue"), "blue"],
];

const empty: readonly (readonly [string, LfType, Value, string])[] = [
  ["no List", listT(textT), createListValue([]), "[]"],
  ["no Optional", optionalT(textT), none, "None"],
  ["no TextMap", textMapT(textT), createTextMapValue([]), "{}"],
  ["no GenMap", genMapT(int64T, textT), createGenMapValue([]), "{}"],
];

const grownT = own("Grown");
const grown = (extra: string | undefined, another: string | undefined): string =>
  `<field = 1, extra = ${extra === undefined ? "None" : `Some "${extra}"`}, another = ${another === undefined ? "None" : `Some "${another}"`}>`;

const wideT = own("Wide", int64T, textT, partyT);

/** Returns a recursive value with this many levels. */
const chain = (length: number): Value => {
  let value: Value = createVariantValue("End", unit);
  for (let index = 0; index < length; index += 1) {
    value = createVariantValue("More", fields(createInt64Value(BigInt(index)), value));
  }
  return value;
};

const pointed: readonly (readonly [string, LfType, (of: Value) => Value])[] = [
  ["itself", contractIdT(unitT), (of) => of],
  ["in a List", listT(contractIdT(unitT)), (of) => createListValue([of])],
  ["in a TextMap", textMapT(contractIdT(unitT)), (of) => createTextMapValue([["0", of]])],
  [
    "in a GenMap",
    genMapT(int64T, contractIdT(unitT)),
    (of) => createGenMapValue([[createInt64Value(1n), of]]),
  ],
  [
    "as the key of a GenMap",
    genMapT(contractIdT(unitT), int64T),
    (of) => createGenMapValue([[of, createInt64Value(0n)]]),
  ],
  ["in an Optional", optionalT(contractIdT(unitT)), createSomeValue],
  ["in a record", own("Pointer"), (of) => fields(createPartyValue("Alice"), of)],
  [
    "in a variant",
    own("Either", contractIdT(unitT), int64T),
    (of) => createVariantValue("Left", of),
  ],
];

const ids = [
  ["version 1", `00${"5c".repeat(32)}00`],
  ["version 1, local", `00${"5c".repeat(32)}`],
  ["version 2", `01${"5c".repeat(12)}00`],
  ["version 2, local", `01${"5c".repeat(12)}`],
] as const;

const accepts = (what: string, type: LfType, value: Value): ValueRow =>
  computed(what, () => (translated(type, value) === "refused" ? "refused" : "taken"), "taken");

export const translationTable: ValueTable = {
  suite: "interpreter/…/speedy/ValueTranslatorSpec",
  about: "values of the ledger",
  groups: [
    {
      title: "are converted to values of the engine",
      rows: [...fitting, ...empty].map(([what, type, value, gives]) =>
        row(what, type, value, gives),
      ),
    },
    {
      title: "are refused for another type",
      rows: fitting.flatMap(([what, type]) =>
        fitting
          .filter(([other]) => other !== what)
          .map(([other, , value]) => refused(`${other} as ${what}`, type, value)),
      ),
    },
    {
      title: "must have ordered maps without duplicate keys",
      rows: [
        {
          ...refused(
            "a GenMap out of order",
            genMapT(int64T, textT),
            createGenMapValue([
              [createInt64Value(1n), createTextValue("1")],
              [createInt64Value(0n), createTextValue("0")],
            ]),
          ),
          differs: "a map out of order is put in order when it is read",
        },
        refused(
          "a GenMap with a key twice",
          genMapT(int64T, textT),
          createGenMapValue([
            [createInt64Value(0n), createTextValue("0")],
            [createInt64Value(0n), createTextValue("0")],
          ]),
        ),
      ],
    },
    {
      title: "of other versions are accepted if the upgrade rules allow it",
      rows: [
        refused(
          "a Party for a Text",
          wideT,
          fields(createInt64Value(42n), createSomeValue(createPartyValue("42"))),
        ),
        refused("no field that must be there", wideT, fields()),
        refused(
          "a field more that holds something",
          wideT,
          fields(
            createInt64Value(42n),
            createSomeValue(createTextValue("42")),
            createSomeValue(createPartyValue("42")),
            createInt64Value(42n),
          ),
        ),
        refused(
          "a variant of another content",
          eitherT,
          createVariantValue("Right", createInt64Value(42n)),
        ),
        refused("a Numeric of another scale", numericT(10), createNumericValue(3, 10000n)),
        refused(
          "a constructor that is not there",
          eitherT,
          createVariantValue("Middle", createInt64Value(42n)),
        ),
        refused("a member that is not there", own("Color"), createEnumValue("yellow")),
        row(
          "all fields",
          grownT,
          fields(createInt64Value(1n), textOrNone("a"), textOrNone("b")),
          grown("a", "b"),
        ),
        row(
          "one left empty",
          grownT,
          fields(createInt64Value(1n), none, textOrNone("b")),
          grown(undefined, "b"),
        ),
        row("two left out", grownT, fields(createInt64Value(1n)), grown(undefined, undefined)),
        refused(
          "a fourth that is not an Optional",
          grownT,
          fields(createInt64Value(1n), none, none, createTextValue("bad")),
        ),
        refused("none at all", grownT, fields()),
        row(
          "a variant by its name",
          own("Either", textT, int64T),
          createVariantValue("Left", createTextValue("words")),
          'Left "words"',
        ),
        row("a member by its name", own("Color"), createEnumValue("green"), "green"),
        refused(
          "a Party for the second of two",
          tupleT,
          fields(createInt64Value(33n), createPartyValue("Alice")),
        ),
      ],
    },
    {
      title: "may end with empty optional fields",
      rows: [
        row("one", grownT, fields(createInt64Value(1n), none), grown(undefined, undefined)),
        row("two", grownT, fields(createInt64Value(1n), none, none), grown(undefined, undefined)),
        row(
          "one more than there are",
          grownT,
          fields(createInt64Value(1n), none, none, none),
          grown(undefined, undefined),
        ),
        accepts(
          "behind something",
          wideT,
          fields(createInt64Value(1n), createSomeValue(createTextValue("a")), none),
        ),
        accepts("behind nothing", wideT, fields(createInt64Value(1n), none, none)),
        accepts(
          "one more, behind something",
          wideT,
          fields(createInt64Value(1n), none, createSomeValue(createPartyValue("p")), none),
        ),
        accepts(
          "in a field",
          own("Wide", wideT, textT, partyT),
          fields(
            fields(createInt64Value(1n), none, none, none),
            none,
            createSomeValue(createPartyValue("p")),
            none,
          ),
        ),
      ],
    },
    {
      title: "may be nested a hundred levels deep, and no deeper",
      rows: [
        accepts("49 links", own("Chain"), chain(49)),
        refused("50 links", own("Chain"), chain(50)),
      ],
    },
    {
      title: "must not contain NUL",
      rows: [
        accepts("a Text without", textT, createTextValue("->\u0001<-")),
        refused("a Text", textT, createTextValue("->\u0000<-")),
        accepts(
          "an Optional without",
          optionalT(textT),
          createSomeValue(createTextValue("\u0001")),
        ),
        refused("an Optional", optionalT(textT), createSomeValue(createTextValue("\u0000"))),
        accepts(
          "a GenMap without",
          genMapT(textT, int64T),
          createGenMapValue([[createTextValue("\u0001"), createInt64Value(1n)]]),
        ),
        refused(
          "a GenMap",
          genMapT(textT, int64T),
          createGenMapValue([[createTextValue("\u0000"), createInt64Value(0n)]]),
        ),
        accepts(
          "a TextMap without",
          textMapT(int64T),
          createTextMapValue([["\u0001", createInt64Value(1n)]]),
        ),
        refused(
          "a TextMap",
          textMapT(int64T),
          createTextMapValue([["\u0000", createInt64Value(0n)]]),
        ),
      ],
    },
    {
      title: "may contain contract ids of both versions",
      rows: ids.flatMap(([version, each]) =>
        pointed.map(([where, type, around]) =>
          accepts(`${version}, ${where}`, type, around(createContractIdValue(each))),
        ),
      ),
    },
  ],
  leftOut: [
    {
      cases: 16,
      what: "forbidden contract ids without suffix",
      why: "contract ids of this ledger have their suffix from the create on",
    },
    {
      cases: 8,
      what: "values with labels or with the ids of their types",
      why: "values of this engine have neither",
    },
    {
      cases: 4,
      what: "forbidden trailing empty fields",
      why: "this engine checks this when it reads the blob of a contract",
    },
  ],
};
