import { arithmeticErrorTypeId } from "../../../../lib/contracts/daml-lf/runtime/exception.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const max = 2n ** 63n - 1n;
const nines = (count: number): string => "9".repeat(count);
const most0 = `${nines(38)}.`;
/** The largest Numeric as an error message shows it. */
const most = `${nines(38)}.0`;
const scale37 = `1.${"0".repeat(37)}`;

/** A builtin, operands for which it fails, and the operands as an error message shows them. */
const failing: readonly (readonly [name: string, operands: string, shown: string])[] = [
  ["ADD_INT64", `${max} 2`, `${max} 2`],
  ["SUB_INT64", `-2 ${max}`, `-2 ${max}`],
  ["MUL_INT64", `${max} 2`, `${max} 2`],
  ["DIV_INT64", `${max} 0`, `${max} 0`],
  ["MOD_INT64", `${max} 0`, `${max} 0`],
  ["EXP_INT64", `2 ${max}`, `2 ${max}`],
  ["ADD_NUMERIC", `${most0} 2.`, `${most} 2.0`],
  ["SUB_NUMERIC", `-${most0} 2.`, `-${most} 2.0`],
  ["MUL_NUMERIC", `1. ${most0} ${most0}`, `1.0 ${most} ${most}`],
  ["DIV_NUMERIC", "1. 2. 0.", "1.0 2.0 0.0"],
  ["ROUND_NUMERIC", `37 ${most0}`, `37 ${most}`],
  ["CAST_NUMERIC", `${scale37} ${most0}`, `1.0 ${most}`],
  ["INT64_TO_NUMERIC", `${scale37} 10`, "1.0 10"],
  ["NUMERIC_TO_INT64", most0, most],
  ["UNIX_DAYS_TO_DATE", `${max}`, `${max}`],
  ["UNIX_MICROSECONDS_TO_TIMESTAMP", `${max}`, `${max}`],
];

const exceptions = ["First", "Second", "Third"];
const party = (name: string): string =>
  `(case TEXT_TO_PARTY "${name}" of {Some p -> p; None -> ERROR "no party"})`;

/**
 * Returns source of an exception type, a value of it, and a function that returns its message, or `NONE` for
 * other exceptions.
 */
const exception = (name: string): string => String.raw`
  exception ${name} {message: Text} message \(e: ${name}) -> e.message;
  val as${name}: Unit =
    \(e: Unit) -> case fromAnyException @${name} e of {Some x -> ${name}.message x; None -> "NONE"};
  val a${name}: Unit = toAnyException @${name} ${name} {message = "${name}"};`;

export const exceptionSource = definitions`
  ${exceptions.map(exception).join("")}
  exception Silent {} message \(e: Silent) -> "always the same";
  exception Joined {front: Text, back: Text} message \(e: Joined) -> APPEND_TEXT e.front e.back;
  record View {}
  interface Seen {view View;}
  template Promise with {from: Party, to: Party} {
    signatories [@Party this.from];
    observers [@Party this.to];
    implements Seen {view View {};}
  }
  val silent: Unit = toAnyException @Silent Silent {};
  val joined: Unit = toAnyException @Joined Joined {front = "Hello", back = "world"};
  val promise: Unit =
    toInterface @Seen @Promise Promise {from = ${party("alice")}, to = ${party("bob")}};
`;

export const exceptionGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "name the operation and its operands in arithmetic errors",
    rows: failing.map(([name, operands, shown]) => ({
      written: `${name} ${operands}`,
      gives: `throws ArithmeticError: ArithmeticError while evaluating (${name} ${shown}).`,
    })),
  },
  {
    title: "fail with INTERPRETATION_USER_ERROR on ERROR",
    rows: allGive("ERROR", "fails INTERPRETATION_USER_ERROR", ['"message"']),
  },
  {
    title: "return the message of an exception",
    rows: [
      ...rowsOf("ANY_EXCEPTION_MESSAGE", [
        ["silent", '"always the same"'],
        ["joined", '"Helloworld"'],
      ]),
      {
        written: "ANY_EXCEPTION_MESSAGE of an arithmetic error, whose package is absent",
        expr: expr`ANY_EXCEPTION_MESSAGE`,
        args: [
          {
            kind: "any",
            type: { kind: "constructor", id: arithmeticErrorTypeId, arguments: [] },
            value: {
              kind: "record",
              shape: { typeId: arithmeticErrorTypeId, names: ["message"] },
              fields: ["an operation failed"],
            },
          },
        ],
        gives: '"an operation failed"',
      },
    ],
  },
  {
    title: "convert an AnyException only to its own type",
    rows: exceptions.flatMap((wanted) =>
      rowsOf(
        `as${wanted}`,
        exceptions.map((name) => [`a${name}`, name === wanted ? `"${name}"` : '"NONE"']),
      ),
    ),
  },
  {
    title: "read a template through an interface",
    rows: [
      {
        written: "the template of a promise",
        expr: expr`interfaceTemplateTypeRep @Seen Main:promise`,
        gives: "Main:Promise",
      },
      {
        written: "the signatories of a promise",
        expr: expr`signatoryInterface @Seen Main:promise`,
        gives: "['alice']",
      },
      {
        written: "the observers of a promise",
        expr: expr`observerInterface @Seen Main:promise`,
        gives: "['bob']",
      },
    ],
  },
];
