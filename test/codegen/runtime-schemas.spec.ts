import { expect } from "chai";

import * as schemas from "../../lib/codegen/runtime/schemas.ts";

const { enumeration, genMap, int64, list, nested, numeric, optional, optionalOf, record, text } =
  schemas;

type AnySchema = schemas.Schema<unknown>;

const issuesOf = (schema: AnySchema, value: unknown): readonly schemas.Issue[] =>
  schema["~standard"].validate(value).issues ?? [];

/** Returns the first issue of a value as `path: message`; undefined for a valid value. */
const issueOf = (schema: AnySchema, value: unknown): string | undefined => {
  const [first] = issuesOf(schema, value);
  return first && `${first.path.join(".")}: ${first.message}`;
};

interface Case {
  readonly of: string;
  readonly schema: AnySchema;
  readonly valid: readonly unknown[];
  readonly invalid: readonly (readonly [value: unknown, issue: string])[];
}

const id = `00${"ab".repeat(32)}`;
const wholeForm = 'a whole number of 64 bits as a text, such as "42"';
const dayForm = 'a day, such as "2027-01-31"';
const timeForm = 'a time in ISO 8601, such as "2027-01-31T12:00:00Z"';
const decimalForm = (scale: number): string =>
  `a decimal number with at most ${scale} digits after the point and 38 in all, as a text`;

/** A type that contains itself. */
const tree: AnySchema = record(() => ({ children: list(tree) }));

const treeOf = (depth: number): unknown => {
  let grown: unknown = { children: [] };
  for (let level = 1; level < depth; level++) grown = { children: [grown] };
  return grown;
};

const cases: readonly Case[] = [
  {
    of: "bool",
    schema: schemas.bool,
    valid: [true, false],
    invalid: [["true", ': Expected true or false, found "true".']],
  },
  {
    of: "text",
    schema: text,
    valid: ["", "é", "😀"],
    invalid: [
      ["\ud800", ': Expected a text, found "\\ud800".'],
      [12, ": Expected a text, found the number 12."],
      [null, ": Expected a text, found null."],
      [undefined, ": Expected a text, found nothing."],
      [["a"], ": Expected a text, found an array."],
      [{}, ": Expected a text, found an object."],
      [1n, ": Expected a text, found a bigint."],
      [Symbol("a"), ": Expected a text, found a symbol."],
    ],
  },
  {
    of: "party",
    schema: schemas.party,
    valid: ["alice::1220ab", "a b-c_d"],
    invalid: [
      ["", ': Expected a party, found "".'],
      ["a/b", ': Expected a party, found "a/b".'],
      ["a".repeat(256), `: Expected a party, found "${"a".repeat(50)}…".`],
    ],
  },
  {
    of: "int64",
    schema: int64,
    valid: ["0", "-1", "9223372036854775807", "-9223372036854775808"],
    invalid: [
      ["9223372036854775808", `: Expected ${wholeForm}, found "9223372036854775808".`],
      ["1.0", `: Expected ${wholeForm}, found "1.0".`],
      ["+1", `: Expected ${wholeForm}, found "+1".`],
    ],
  },
  {
    of: "numeric",
    schema: numeric(2),
    valid: ["0", "1.", "-1.25", "1.2500", `${"9".repeat(36)}.99`],
    invalid: [
      ["1.255", `: Expected ${decimalForm(2)}, found "1.255".`],
      ["9".repeat(37), `: Expected ${decimalForm(2)}, found "${"9".repeat(37)}".`],
      [".5", `: Expected ${decimalForm(2)}, found ".5".`],
      ["1e3", `: Expected ${decimalForm(2)}, found "1e3".`],
    ],
  },
  {
    of: "calendarDate",
    schema: schemas.calendarDate,
    valid: ["2027-01-31", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"],
    invalid: [
      ["2027-02-29", `: Expected ${dayForm}, found "2027-02-29".`],
      ["1900-02-29", `: Expected ${dayForm}, found "1900-02-29".`],
      ["2027-04-31", `: Expected ${dayForm}, found "2027-04-31".`],
      ["2027-13-01", `: Expected ${dayForm}, found "2027-13-01".`],
      ["0000-01-01", `: Expected ${dayForm}, found "0000-01-01".`],
      ["2027-1-1", `: Expected ${dayForm}, found "2027-1-1".`],
    ],
  },
  {
    of: "timestamp",
    schema: schemas.timestamp,
    valid: ["2027-01-31T12:00:00Z", "2027-01-31T12:00:00.123456Z", "2027-01-31T23:59+18:00"],
    invalid: [
      ["2027-01-31", `: Expected ${timeForm}, found "2027-01-31".`],
      ["2027-02-31T12:00:00Z", `: Expected ${timeForm}, found "2027-02-31T12:00:00Z".`],
      ["2027-01-31T24:00:00Z", `: Expected ${timeForm}, found "2027-01-31T24:00:00Z".`],
      ["9999-12-31T12:00:00-01:00", `: Expected ${timeForm}, found "9999-12-31T12:00:00-01:00".`],
    ],
  },
  {
    of: "contractId",
    schema: schemas.contractId(),
    valid: [id, `01${"ab".repeat(12)}`],
    invalid: [
      ["ABCD", ': Expected a contract id in lowercase hexadecimal digits, found "ABCD".'],
      [
        `${id}a`,
        `: Expected a contract id in lowercase hexadecimal digits, found "${id.slice(0, 50)}…".`,
      ],
      ["00ab", ': Expected a contract id in lowercase hexadecimal digits, found "00ab".'],
      ["01ab", ': Expected a contract id in lowercase hexadecimal digits, found "01ab".'],
    ],
  },
  {
    of: "unit",
    schema: schemas.unit,
    valid: [{}],
    invalid: [
      [[], ": Expected an object without fields, found an array."],
      [null, ": Expected an object without fields, found null."],
    ],
  },
  {
    of: "anything",
    schema: schemas.anything,
    valid: [undefined, null, 1, {}],
    invalid: [],
  },
  {
    of: "optional",
    schema: optional(text),
    valid: [null, undefined, "a"],
    invalid: [[["a"], ": Expected a text, found an array."]],
  },
  {
    of: "optional of an optional",
    schema: optional(optional(text)),
    valid: [[], [[]], [["a"]]],
    invalid: [
      [null, ": Expected [] or an array with one value, found null."],
      [["a", "b"], ": Expected [] or an array with one value, found an array."],
      [["a"], '0: Expected [] or an array with one value, found "a".'],
      [[[1]], "0.0: Expected a text, found the number 1."],
    ],
  },
  {
    of: "optional of an optional of an optional",
    schema: optional(optional(optional(text))),
    valid: [[], [[]], [[[]]], [[["a"]]]],
    invalid: [[[["a"]], '0.0: Expected [] or an array with one value, found "a".']],
  },
  {
    of: "optional of a type parameter",
    schema: optionalOf(optional(text)),
    valid: [null, undefined, "a"],
    invalid: [[["a"], ": Expected a text, found an array."]],
  },
  {
    of: "nested",
    schema: nested(text),
    valid: [[], ["a"]],
    invalid: [["a", ': Expected [] or an array with one value, found "a".']],
  },
  {
    of: "list",
    schema: list(int64),
    valid: [[], ["1", "2"]],
    invalid: [
      [{}, ": Expected an array, found an object."],
      [["1", 2], `1: Expected ${wholeForm}, found the number 2.`],
    ],
  },
  {
    of: "textMap",
    schema: schemas.textMap(int64),
    valid: [{}, { a: "1" }],
    invalid: [
      [[], ": Expected an object, found an array."],
      [{ a: "b" }, `a: Expected ${wholeForm}, found "b".`],
      [{ "\ud800": "1" }, '\ud800: Expected a text, found "\\ud800".'],
    ],
  },
  {
    of: "genMap",
    schema: genMap(int64, text),
    valid: [[], [["1", "a"]]],
    invalid: [
      [[["1"]], "0: Expected an array with a key and a value, found an array."],
      [[["a", "a"]], `0.0: Expected ${wholeForm}, found "a".`],
      [[["1", 2]], "0.1: Expected a text, found the number 2."],
    ],
  },
  {
    of: "record",
    schema: record(() => ({ name: text, constructor: optional(text) })),
    valid: [{ name: "a" }, { name: "a", later: 1 }, { name: "a", constructor: "b" }],
    invalid: [
      [{}, "name: Expected a text, found nothing."],
      [{ name: "a", constructor: 1 }, "constructor: Expected a text, found the number 1."],
      ["a", ': Expected an object, found "a".'],
    ],
  },
  {
    of: "variant",
    schema: schemas.variant(() => ({ Left: text, Right: optional(text) })),
    valid: [
      { tag: "Left", value: "a" },
      { tag: "Right", value: null },
    ],
    invalid: [
      [{ tag: "Up", value: "a" }, 'tag: Expected one of Left, Right, found "Up".'],
      [{ value: "a" }, "tag: Expected one of Left, Right, found nothing."],
      [{ tag: "Right" }, "value: Expected a value, found nothing."],
      [{ tag: "Left", value: 1 }, "value: Expected a text, found the number 1."],
      ["Left", ': Expected an object with tag and value, found "Left".'],
    ],
  },
  {
    of: "enumeration",
    schema: enumeration(["Red", "Green"]),
    valid: ["Red"],
    invalid: [["Blue", ': Expected one of Red, Green, found "Blue".']],
  },
  {
    of: "recursive type",
    schema: tree,
    valid: [treeOf(50)],
    invalid: [
      [treeOf(51), `${"children.0.".repeat(50)}children: Expected fewer levels, found an array.`],
    ],
  },
];

describe("schemas for generated code", () => {
  for (const { of, schema, valid, invalid } of cases) {
    it(`accept values of the kind ${of}, and report the problem of other values`, () => {
      for (const value of valid) {
        expect(schema["~standard"].validate(value)).to.deep.equal({ value });
      }
      for (const [value, issue] of invalid) expect(issueOf(schema, value)).to.equal(issue);
    });
  }

  it("report at most 100 issues", () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    expect(issuesOf(list(text), numbers)).to.have.length(100);
    expect(issuesOf(schemas.textMap(text), Object.fromEntries(numbers.entries()))).to.have.length(
      100,
    );
    expect(
      issuesOf(
        list(genMap(text, text)),
        numbers.map(() => [[1, 2]]),
      ),
    ).to.have.length(100);
  });
});
