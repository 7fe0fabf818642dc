import { expect } from "chai";

import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { outcomeOf, type Shown } from "../../support/lf/evaluate.ts";
import {
  bool,
  call,
  caseOf,
  int,
  list,
  numeric,
  text,
  variable,
} from "../../support/lf/expressions.ts";
import { int64T, partyT, textT } from "../../support/lf/types.ts";

type Row = readonly [id: number, args: readonly Expr[], expected: Shown];

const table = (title: string, rows: readonly Row[]): void => {
  it(title, () => {
    for (const [index, [id, args, expected]] of rows.entries()) {
      expect(outcomeOf(call(id, ...args)), `row ${index} of builtin ${id}`).to.deep.equal(expected);
    }
  });
};

const some = (content: Shown): Shown => ({ some: content });

describe("text builtins", () => {
  table("print numbers", [
    [22, [int(0)], "0"],
    [22, [int(-9223372036854775808n)], "-9223372036854775808"],
    [22, [int(42)], "42"],
    [23, [numeric("0.0000000000")], "0.0"],
    [23, [numeric("1.0000000000")], "1.0"],
    [23, [numeric("-0.5000000000")], "-0.5"],
    [23, [numeric("10.0100000000")], "10.01"],
    [23, [numeric("0.0000000001")], "0.0000000001"],
    [23, [numeric("5.")], "5.0"],
    [23, [numeric(`0.${"0".repeat(36)}1`)], `0.${"0".repeat(36)}1`],
    [23, [numeric("-123456789.1230000000")], "-123456789.123"],
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
    ).map(([written, value]): Row => [29, [text(written)], some(value)]),
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
    ].map((written): Row => [29, [text(written)], null]),
  ]);

  const toNumeric = (witness: string, written: string): readonly Expr[] => [
    numeric(witness),
    text(written),
  ];

  table("read numerics", [
    [30, toNumeric("1.0000000000", "1"), some("10000000000e-10")],
    [30, toNumeric("1.0000000000", "+1.50"), some("15000000000e-10")],
    [30, toNumeric("1.0000000000", "-0.0000000001"), some("-1e-10")],
    [30, toNumeric("1.0000000000", "0.0"), some("0e-10")],
    [30, toNumeric("1.0000000000", "-0.000"), some("0e-10")],
    [30, toNumeric("1.00", `00012.340${"0".repeat(1000)}`), some("1234e-2")],
    [30, toNumeric("1.0", `${"0".repeat(100_000)}7`), some("70e-1")],
    [30, toNumeric("1.", "99999999999999999999999999999999999999"), some(`${"9".repeat(38)}e-0`)],
    [30, toNumeric("1.", `1${"0".repeat(38)}`), null],
    [30, toNumeric("1.0000000000", `1${"0".repeat(28)}`), null],
    [30, toNumeric("1.0000000000", "0.00000000001"), null],
    [30, toNumeric("1.", "0.1"), null],
    ...["", "+", ".5", "5.", "1e3", "1.2.3", " 1.0", "1,0", "∞", "NaN", "--1.0", "1.-5"].map(
      (written): Row => [30, toNumeric("1.0000000000", written), null],
    ),
  ]);

  it("rejects a text of a million digits that is no number, at once", () => {
    const written = `${"0".repeat(1_000_000)}x`;
    expect(outcomeOf(call(30, numeric("1.0"), text(written)))).to.equal(null);
    expect(outcomeOf(call(29, text(written)))).to.equal(null);
    expect(outcomeOf(call(30, numeric("1.0"), text(`0.${"0".repeat(1_000_000)}1`)))).to.equal(null);
  });

  table("read parties", [
    ...["alice", "a-b_c d:e", "A", "0", "x".repeat(255), "alice::1220ab"].map((written): Row => [
      28,
      [text(written)],
      some(`party ${written}`),
    ]),
    ...["", "x".repeat(256), "alïce", "a.b", "a'b", "a\n", "ä"].map((written): Row => [
      28,
      [text(written)],
      null,
    ]),
  ]);

  it("prints parties bare", () => {
    const toParty = call(28, text("alice"));
    const printed = caseOf(
      toParty,
      { pattern: { kind: "some", binder: "party" }, body: call(27, variable("party")) },
      { pattern: { kind: "none" }, body: text("") },
    );
    expect(outcomeOf(printed)).to.equal("alice");
  });

  table("join and split by code points", [
    [34, [text(""), text("")], ""],
    [34, [text("a"), text("🙂")], "a🙂"],
    [33, [text("")], []],
    [33, [text("a🙂é")], ["a", "🙂", "é"]],
    [33, [text("e\u0301")], ["e", "\u0301"]],
    [35, [list(textT)], ""],
    [35, [list(textT, text("a"), text(""), text("🙂b"))], "a🙂b"],
    [37, [text("")], []],
    [37, [text("a🙂")], [97n, 0x1f642n]],
    [36, [list(int64T)], ""],
    [36, [list(int64T, int(97), int(0x1f642), int(0x10ffff))], "a🙂\u{10ffff}"],
    [36, [list(int64T, int(0xd7ff), int(0xe000))], "\ud7ff\ue000"],
    [36, [list(int64T, int(0xd800))], "error DAML_INTERPRETATION_ERROR"],
    [36, [list(int64T, int(0xdfff))], "error DAML_INTERPRETATION_ERROR"],
    [36, [list(int64T, int(0x110000))], "error DAML_INTERPRETATION_ERROR"],
    [36, [list(int64T, int(-1))], "error DAML_INTERPRETATION_ERROR"],
  ]);

  table("hash", [
    [32, [text("")], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    [32, [text("abc")], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [71, [text("616263")], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [67, [text("")], "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"],
    [67, [text("616263")], "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"],
    ...[67, 69, 71].flatMap((id): readonly Row[] =>
      ["a", "AB", "0g", "0x00", " "].map((hex): Row => [
        id,
        [text(hex)],
        "error INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING",
      ]),
    ),
  ]);

  table("convert to and from hex", [
    [70, [text("")], ""],
    [70, [text("abc")], "616263"],
    [70, [text("é🙂")], "c3a9f09f9982"],
    [69, [text("616263")], "abc"],
    [69, [text("c3a9")], "é"],
    [69, [text("ff")], "\ufffd"],
    [69, [text("efbbbf61")], "\ufeffa"],
  ]);

  it("never tells a contract id", () => {
    expect(outcomeOf(call(31, bool(true)))).to.equal(null);
  });

  it("order text by code point, not by UTF-16 unit", () => {
    const ascending = ["", "A", "a", "aa", "b", "é", "\uffee", "🙂"];
    for (const [left, low] of ascending.entries()) {
      for (const [right, high] of ascending.entries()) {
        expect(outcomeOf(call(4, text(low), text(high))), `${low} < ${high}`).to.equal(
          left < right,
        );
      }
    }
  });

  it("makes no list of parties from text that is no party", () => {
    expect(outcomeOf(list(partyT))).to.deep.equal([]);
  });
});
