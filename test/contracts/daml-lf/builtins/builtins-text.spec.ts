import { expect } from "chai";

import type { BuiltinName } from "../../../support/lf/builtin-names.ts";
import { outcomeOf, type Shown } from "../../../support/lf/evaluate.ts";
import {
  bool,
  call,
  caseOf,
  int,
  list,
  numeric,
  text,
  variable,
} from "../../../support/lf/expressions.ts";
import { type expr } from "../../../support/lf/notation.ts";
import { int64T, partyT, textT } from "../../../support/lf/types.ts";

type Row = readonly [name: BuiltinName, args: readonly ReturnType<typeof expr>[], expected: Shown];

const table = (title: string, rows: readonly Row[]): void => {
  it(title, () => {
    for (const [index, [name, args, expected]] of rows.entries()) {
      expect(outcomeOf(call(name, ...args)), `row ${index} of ${name}`).to.deep.equal(expected);
    }
  });
};

const some = (content: Shown): Shown => ({ some: content });

describe("text builtins", () => {
  table("print numbers", [
    ["INT64_TO_TEXT", [int(0)], "0"],
    ["INT64_TO_TEXT", [int(-9223372036854775808n)], "-9223372036854775808"],
    ["INT64_TO_TEXT", [int(42)], "42"],
    ["NUMERIC_TO_TEXT", [numeric("0.0000000000")], "0.0"],
    ["NUMERIC_TO_TEXT", [numeric("1.0000000000")], "1.0"],
    ["NUMERIC_TO_TEXT", [numeric("-0.5000000000")], "-0.5"],
    ["NUMERIC_TO_TEXT", [numeric("10.0100000000")], "10.01"],
    ["NUMERIC_TO_TEXT", [numeric("0.0000000001")], "0.0000000001"],
    ["NUMERIC_TO_TEXT", [numeric("5.")], "5.0"],
    ["NUMERIC_TO_TEXT", [numeric(`0.${"0".repeat(36)}1`)], `0.${"0".repeat(36)}1`],
    ["NUMERIC_TO_TEXT", [numeric("-123456789.1230000000")], "-123456789.123"],
  ]);

  table("read integers", [
    ...(
      [
        ["0", 0n],
        ["-0", 0n],
        ["+0", 0n],
        ["0042", 42n],
        ["+007", 7n],
        ["-42", -42n],
        ["9223372036854775807", 9223372036854775807n],
        ["-9223372036854775808", -9223372036854775808n],
        [`${"0".repeat(10_000)}1`, 1n],
      ] as const
    ).map(([written, value]): Row => ["TEXT_TO_INT64", [text(written)], some(value)]),
    ...[
      "",
      "+",
      "-",
      "--1",
      "+-1",
      "1.0",
      " 1",
      "1 ",
      "1_000",
      "0x10",
      "٤٢",
      "9223372036854775808",
      "-9223372036854775809",
      "9".repeat(1_000_000),
    ].map((written): Row => ["TEXT_TO_INT64", [text(written)], null]),
  ]);

  const toNumeric = (witness: string, written: string): readonly ReturnType<typeof expr>[] => [
    numeric(witness),
    text(written),
  ];

  table("read numerics", [
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", "1"), some("10000000000e-10")],
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", "+1.50"), some("15000000000e-10")],
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", "-0.0000000001"), some("-1e-10")],
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", "0.0"), some("0e-10")],
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", "-0.000"), some("0e-10")],
    ["TEXT_TO_NUMERIC", toNumeric("1.00", `00012.340${"0".repeat(1000)}`), some("1234e-2")],
    ["TEXT_TO_NUMERIC", toNumeric("1.0", `${"0".repeat(100_000)}7`), some("70e-1")],
    [
      "TEXT_TO_NUMERIC",
      toNumeric("1.", "99999999999999999999999999999999999999"),
      some(`${"9".repeat(38)}e-0`),
    ],
    ["TEXT_TO_NUMERIC", toNumeric("1.", `1${"0".repeat(38)}`), null],
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", `1${"0".repeat(28)}`), null],
    ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", "0.00000000001"), null],
    ["TEXT_TO_NUMERIC", toNumeric("1.", "0.1"), null],
    ...["", "+", ".5", "5.", "1e3", "1.2.3", " 1.0", "1,0", "∞", "NaN", "--1.0", "1.-5"].map(
      (written): Row => ["TEXT_TO_NUMERIC", toNumeric("1.0000000000", written), null],
    ),
  ]);

  it("rejects a text of a million digits that is not a number without delay", () => {
    const written = `${"0".repeat(1_000_000)}x`;
    expect(outcomeOf(call("TEXT_TO_NUMERIC", numeric("1.0"), text(written)))).to.equal(null);
    expect(outcomeOf(call("TEXT_TO_INT64", text(written)))).to.equal(null);
    expect(
      outcomeOf(call("TEXT_TO_NUMERIC", numeric("1.0"), text(`0.${"0".repeat(1_000_000)}1`))),
    ).to.equal(null);
  });

  table("read parties", [
    ...["alice", "a-b_c d:e", "A", "0", "x".repeat(255), "alice::1220ab"].map((written): Row => [
      "TEXT_TO_PARTY",
      [text(written)],
      some(`party ${written}`),
    ]),
    ...["", "x".repeat(256), "alïce", "a.b", "a'b", "a\n", "ä"].map((written): Row => [
      "TEXT_TO_PARTY",
      [text(written)],
      null,
    ]),
  ]);

  it("print parties without quotes", () => {
    const toParty = call("TEXT_TO_PARTY", text("alice"));
    const printed = caseOf(
      toParty,
      {
        pattern: { kind: "some", binder: "party" },
        body: call("PARTY_TO_TEXT", variable("party")),
      },
      { pattern: { kind: "none" }, body: text("") },
    );
    expect(outcomeOf(printed)).to.equal("alice");
  });

  table("join and split by code points", [
    ["APPEND_TEXT", [text(""), text("")], ""],
    ["APPEND_TEXT", [text("a"), text("🙂")], "a🙂"],
    ["EXPLODE_TEXT", [text("")], []],
    ["EXPLODE_TEXT", [text("a🙂é")], ["a", "🙂", "é"]],
    ["EXPLODE_TEXT", [text("e\u0301")], ["e", "\u0301"]],
    ["IMPLODE_TEXT", [list(textT)], ""],
    ["IMPLODE_TEXT", [list(textT, text("a"), text(""), text("🙂b"))], "a🙂b"],
    ["TEXT_TO_CODE_POINTS", [text("")], []],
    ["TEXT_TO_CODE_POINTS", [text("a🙂")], [97n, 0x1f642n]],
    ["CODE_POINTS_TO_TEXT", [list(int64T)], ""],
    ["CODE_POINTS_TO_TEXT", [list(int64T, int(97), int(0x1f642), int(0x10ffff))], "a🙂\u{10ffff}"],
    ["CODE_POINTS_TO_TEXT", [list(int64T, int(0xd7ff), int(0xe000))], "\ud7ff\ue000"],
    ["CODE_POINTS_TO_TEXT", [list(int64T, int(0xd800))], "error DAML_INTERPRETATION_ERROR"],
    ["CODE_POINTS_TO_TEXT", [list(int64T, int(0xdfff))], "error DAML_INTERPRETATION_ERROR"],
    ["CODE_POINTS_TO_TEXT", [list(int64T, int(0x110000))], "error DAML_INTERPRETATION_ERROR"],
    ["CODE_POINTS_TO_TEXT", [list(int64T, int(-1))], "error DAML_INTERPRETATION_ERROR"],
  ]);

  table("hash", [
    ["SHA256_TEXT", [text("")], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    [
      "SHA256_TEXT",
      [text("abc")],
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ],
    [
      "SHA256_HEX",
      [text("616263")],
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ],
    [
      "KECCAK256_TEXT",
      [text("")],
      "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    ],
    [
      "KECCAK256_TEXT",
      [text("616263")],
      "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    ],
    ...(["KECCAK256_TEXT", "HEX_TO_TEXT", "SHA256_HEX"] as const).flatMap((name): readonly Row[] =>
      ["a", "AB", "0g", "0x00", " "].map((hex): Row => [
        name,
        [text(hex)],
        "error INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING",
      ]),
    ),
  ]);

  table("convert to and from hex", [
    ["TEXT_TO_HEX", [text("")], ""],
    ["TEXT_TO_HEX", [text("abc")], "616263"],
    ["TEXT_TO_HEX", [text("é🙂")], "c3a9f09f9982"],
    ["HEX_TO_TEXT", [text("616263")], "abc"],
    ["HEX_TO_TEXT", [text("c3a9")], "é"],
    ["HEX_TO_TEXT", [text("ff")], "\ufffd"],
    ["HEX_TO_TEXT", [text("efbbbf61")], "\ufeffa"],
  ]);

  it("never print a contract id", () => {
    expect(outcomeOf(call("CONTRACT_ID_TO_TEXT", bool(true)))).to.equal(null);
  });

  it("order text by code point, not by UTF-16 code unit", () => {
    const ascending = ["", "A", "a", "aa", "b", "é", "\uffee", "🙂"];
    for (const [left, low] of ascending.entries()) {
      for (const [right, high] of ascending.entries()) {
        expect(outcomeOf(call("LESS", text(low), text(high))), `${low} < ${high}`).to.equal(
          left < right,
        );
      }
    }
  });

  it("evaluate an empty list of parties", () => {
    expect(outcomeOf(list(partyT))).to.deep.equal([]);
  });
});
