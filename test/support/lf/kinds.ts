import type { Expr, LfType } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { assemblePackage } from "./assemble.ts";
import {
  choice,
  enumType,
  instance,
  interfaceOf,
  interfaceType,
  module,
  recordType,
  template,
  thisField,
  variantType,
} from "./definitions.ts";
import {
  apply,
  block,
  builtin,
  create,
  exercise,
  fetch,
  field,
  list,
  pure,
  record,
  some,
  text,
  throwing,
  tryCatch,
  typeApply,
  unit,
  update,
  variable,
} from "./expressions.ts";
import {
  boolT,
  contractIdT,
  dataT,
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
  updateT,
} from "./types.ts";

const kindsT = dataT("Main:Kinds");
const kindsIdT = contractIdT(kindsT);
const boomT = dataT("Main:Boom");
const viewT = dataT("Main:View");
const heldT = dataT("Main:Held");

/** A field of every kind that a Daml value can be of. */
const fields = {
  owner: partyT,
  unit: unitT,
  flag: boolT,
  count: int64T,
  amount: numericT(10),
  label: textT,
  time: timestampT,
  day: dateT,
  maybe: optionalT(optionalT(int64T)),
  nothing: optionalT(textT),
  items: listT(textT),
  byText: textMapT(int64T),
  byNumber: genMapT(int64T, textT),
  colour: dataT("Main:Colour"),
  point: dataT("Main:Point"),
  shape: dataT("Main:Shape"),
  other: optionalT(kindsIdT),
} satisfies Readonly<Record<string, LfType>>;

const self = variable("self");
const payload = variable("this");
const owner = thisField("Kinds", "owner");
const owners = list(partyT, owner);

/** The payload with another contract that it points at. */
const pointingAt = (contractId: Expr): Expr =>
  record(kindsT, {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, thisField("Kinds", name)])),
    other: some(kindsIdT, contractId),
  });

const created = create("Main:Kinds", pointingAt(self));
const echoed = (contractId: Expr): Expr => exercise("Main:Kinds", "Echo", contractId, payload);
const boom = throwing(updateT(unitT), boomT, record(boomT, { text: text("undone") }));

/** Does `steps`, undoes them, and goes on. */
const undone = (...steps: Parameters<typeof block>[0]): Expr =>
  tryCatch(unitT, block(steps, boom), "e", some(updateT(unitT), pure(unitT, unit)));

/** The contract id of this contract, as one of the interface. */
const held = apply(typeApply(builtin(42), kindsT, heldT), self);

const touched: Expr = update({
  kind: "exerciseInterface",
  interfaceId: "self:Main:Held",
  choice: "Touch",
  contractId: held,
  argument: unit,
  guard: undefined,
});

const fetchedHeld: Expr = update({
  kind: "fetchInterface",
  interfaceId: "self:Main:Held",
  contractId: held,
});

const choices = [
  choice("Echo", {
    controllers: owners,
    argument: kindsT,
    result: kindsT,
    body: pure(kindsT, variable("arg")),
  }),
  choice("Replace", { consuming: true, controllers: owners, result: kindsIdT, body: created }),
  choice("Nest", {
    controllers: owners,
    result: kindsIdT,
    body: block(
      [
        ["read", kindsT, fetch("Main:Kinds", self)],
        ["copy", kindsIdT, created],
        ["heard", kindsT, echoed(variable("copy"))],
      ],
      exercise("Main:Kinds", "Replace", variable("copy"), unit),
    ),
  }),
  choice("Undo", {
    controllers: owners,
    result: kindsIdT,
    body: block(
      [
        ["before", kindsIdT, created],
        [
          "attempt",
          unitT,
          undone(
            ["copy", kindsIdT, created],
            ["nested", unitT, undone(["heard", kindsT, echoed(variable("copy"))])],
            ["gone", kindsIdT, exercise("Main:Kinds", "Replace", self, unit)],
          ),
        ],
      ],
      created,
    ),
  }),
  choice("UndoReads", {
    controllers: owners,
    body: undone(["read", kindsT, fetch("Main:Kinds", self)], ["heard", kindsT, echoed(self)]),
  }),
  choice("Through", {
    controllers: owners,
    result: textT,
    body: block([["held", heldT, fetchedHeld]], touched),
  }),
  choice("When", { controllers: owners, result: timestampT, body: update({ kind: "getTime" }) }),
];

/**
 * A template with a value of every kind, whose choices make nodes of every kind: creates, exercises
 * and fetches, of the template and through an interface, nested and rolled back.
 */
export const kindsPackage = assemblePackage({
  name: "kinds",
  version: "1.0.0",
  modules: [
    module("Main", {
      dataTypes: [
        recordType("Kinds", fields),
        recordType("Boom", { text: textT }),
        recordType("Point", { x: int64T, y: int64T, name: optionalT(textT) }),
        variantType("Shape", { Circle: numericT(2), Dot: unitT }),
        enumType("Colour", "Red", "Green"),
        recordType("View", { owner: partyT }),
        interfaceType("Held"),
      ],
      exceptions: {
        Boom: {
          kind: "lambda",
          parameters: [{ name: "boom", type: boomT }],
          body: field(boomT, "text", variable("boom")),
        },
      },
      interfaces: [
        interfaceOf("Held", {
          view: viewT,
          methods: { holder: partyT },
          choices: [
            choice("Touch", {
              controllers: list(partyT, {
                kind: "callInterface",
                interfaceId: "self:Main:Held",
                method: "holder",
                expr: payload,
              }),
              result: textT,
              body: pure(textT, text("touched")),
            }),
          ],
        }),
      ],
      templates: [
        template("Kinds", {
          signatories: owners,
          choices,
          implements: [instance("Main:Held", record(viewT, { owner }), { holder: owner })],
        }),
      ],
    }),
  ],
});

/** One of them as JSON, with nothing left out. */
export const kindsOf = (party: string): Readonly<Record<string, unknown>> => ({
  owner: party,
  unit: {},
  flag: true,
  count: "-7",
  amount: "3.25",
  label: "größer 🚀",
  time: "2024-02-29T12:00:00.000001Z",
  day: "1969-12-31",
  maybe: [["5"]],
  nothing: null,
  items: ["a", ""],
  byText: { b: "2", a: "1", "": "0" },
  byNumber: [
    ["10", "ten"],
    ["-1", "minus one"],
  ],
  colour: "Green",
  point: { x: "1", y: "-1", name: null },
  shape: { tag: "Circle", value: "1.5" },
  other: null,
});
