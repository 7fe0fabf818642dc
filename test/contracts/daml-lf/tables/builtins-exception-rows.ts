import { arithmeticErrorId } from "../../../../lib/contracts/daml-lf/runtime/exception.ts";
import type { Expr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  instance,
  interfaceOf,
  interfaceType,
  type ModuleSource,
  recordType,
  template,
  thisField,
  valueOf,
} from "../../../support/lf/definitions.ts";
import {
  builtin,
  call,
  caseOf,
  field,
  lambda,
  list,
  record,
  text,
  variable,
} from "../../../support/lf/expressions.ts";
import { dataT, partyT, qualified, textT, unitT } from "../../../support/lf/types.ts";
import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const max = 2n ** 63n - 1n;
const nines = (count: number): string => "9".repeat(count);
const most0 = `${nines(38)}.`;
/** The same as a message shows it. */
const most = `${nines(38)}.0`;
const scale37 = `1.${"0".repeat(37)}`;

/** A builtin with operands that it fails for, and how a message shows these. */
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
const exceptionT = (name: string) => dataT(`Main:${name}`);
const thrown = (name: string, message: string): Expr => ({
  kind: "toAnyException",
  type: exceptionT(name),
  expr: record(exceptionT(name), { message: text(message) }),
});

/** The message of an exception of this type, of any other the text `NONE`. */
const unpack = (name: string): Expr =>
  lambda(
    [["e", unitT]],
    caseOf(
      { kind: "fromAnyException", type: exceptionT(name), expr: variable("e") },
      {
        pattern: { kind: "some", binder: "x" },
        body: field(exceptionT(name), "message", variable("x")),
      },
      { pattern: { kind: "none" }, body: text("NONE") },
    ),
  );

const promise = dataT("Main:Promise");
const party = (name: string): Expr =>
  caseOf(
    call(28, text(name)),
    { pattern: { kind: "some", binder: "p" }, body: variable("p") },
    { pattern: { kind: "none" }, body: call(1, text("no party")) },
  );
const seen = qualified("Main:Seen");

export const exceptionSource: ModuleSource = {
  dataTypes: [
    ...exceptions.map((name) => recordType(name, { message: textT })),
    recordType("Silent", {}),
    recordType("Joined", { front: textT, back: textT }),
    recordType("View", {}),
    interfaceType("Seen"),
    recordType("Promise", { from: partyT, to: partyT }),
  ],
  exceptions: {
    ...Object.fromEntries(
      exceptions.map((name) => [
        name,
        lambda([["e", exceptionT(name)]], field(exceptionT(name), "message", variable("e"))),
      ]),
    ),
    Silent: lambda([["e", exceptionT("Silent")]], text("always the same")),
    Joined: lambda(
      [["e", exceptionT("Joined")]],
      call(
        34,
        field(exceptionT("Joined"), "front", variable("e")),
        field(exceptionT("Joined"), "back", variable("e")),
      ),
    ),
  },
  interfaces: [interfaceOf("Seen", { view: dataT("Main:View") })],
  templates: [
    template("Promise", {
      signatories: list(partyT, thisField("Promise", "from")),
      observers: list(partyT, thisField("Promise", "to")),
      implements: [instance("Main:Seen", record(dataT("Main:View"), {}))],
    }),
  ],
  values: [
    ...exceptions.flatMap((name) => [
      valueOf(`as${name}`, unitT, unpack(name)),
      valueOf(`a${name}`, unitT, thrown(name, name)),
    ]),
    valueOf("silent", unitT, {
      kind: "toAnyException",
      type: exceptionT("Silent"),
      expr: record(exceptionT("Silent"), {}),
    }),
    valueOf("joined", unitT, {
      kind: "toAnyException",
      type: exceptionT("Joined"),
      expr: record(exceptionT("Joined"), { front: text("Hello"), back: text("world") }),
    }),
    valueOf("promise", unitT, {
      kind: "toInterface",
      interfaceId: seen,
      templateId: qualified("Main:Promise"),
      expr: record(promise, { from: party("alice"), to: party("bob") }),
    }),
  ],
};

const onPromise = (
  kind: "signatoryInterface" | "observerInterface" | "interfaceTemplateTypeRep",
): Expr => ({
  kind,
  interfaceId: seen,
  expr: { kind: "value", name: qualified("Main:promise") },
});

export const exceptionGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "name the operation and its operands in errors of arithmetic",
    rows: failing.map(([name, operands, shown]) => ({
      written: `${name} ${operands}`,
      gives: `throws ArithmeticError: ArithmeticError while evaluating (${name} ${shown}).`,
    })),
  },
  {
    title: "fail for good",
    rows: allGive("ERROR", "fails INTERPRETATION_USER_ERROR", ['"message"']),
  },
  {
    title: "tell the message of an exception",
    rows: [
      ...rowsOf("ANY_EXCEPTION_MESSAGE", [
        ["silent", '"always the same"'],
        ["joined", '"Helloworld"'],
      ]),
      {
        written: "ANY_EXCEPTION_MESSAGE of an arithmetic error, whose package is absent",
        expr: builtin(59),
        args: [
          {
            kind: "any",
            type: { kind: "constructor", id: arithmeticErrorId, arguments: [] },
            value: {
              kind: "record",
              shape: { typeId: arithmeticErrorId, names: ["message"] },
              fields: ["an operation failed"],
            },
          },
        ],
        gives: '"an operation failed"',
      },
    ],
  },
  {
    title: "take exceptions for what they are, and for nothing else",
    rows: exceptions.flatMap((wanted) =>
      rowsOf(
        `as${wanted}`,
        exceptions.map((name) => [`a${name}`, name === wanted ? `"${name}"` : '"NONE"']),
      ),
    ),
  },
  {
    title: "see a template through an interface",
    rows: [
      {
        written: "the template of a promise",
        expr: onPromise("interfaceTemplateTypeRep"),
        gives: "Main:Promise",
      },
      {
        written: "the signatories of a promise",
        expr: onPromise("signatoryInterface"),
        gives: "['alice']",
      },
      {
        written: "the observers of a promise",
        expr: onPromise("observerInterface"),
        gives: "['bob']",
      },
    ],
  },
];
