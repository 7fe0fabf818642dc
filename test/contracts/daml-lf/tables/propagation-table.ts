import type { Expr, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  party as partyValue,
  record as recordValue,
} from "../../../../lib/ground/values/constructors.ts";
import { choice, recordType, template, valueOf } from "../../../support/lf/definitions.ts";
import {
  apply,
  block,
  builtin,
  caseOf,
  create,
  error,
  exercise,
  field,
  list,
  pure,
  record,
  text,
  typeApply,
  unit,
  value,
  variable,
} from "../../../support/lf/expressions.ts";
import { given, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { contractIdT, dataT, listT, partyT, unitT } from "../../../support/lf/types.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";

const singleT = dataT("Main:Single");
const jointT = dataT("Main:Joint");
const linkT = dataT("Main:Link");
const pairT = dataT("Main:Pair");
const routeT = dataT("Main:Route");
const endT = dataT("Main:End");
const partiesT = listT(partyT);

const arg = (type: LfType, name: string): Expr => field(type, name, variable("arg"));
const own = (type: LfType): Expr => list(partyT, field(type, "party", variable("this")));

const [alice, bob, charlie] = ["alice", "bob", "charlie"].map((name) => value(`Main:${name}`)) as [
  Expr,
  Expr,
  Expr,
];

const partyNamed = (name: string): Expr =>
  caseOf(
    apply(builtin(28), text(name)),
    { pattern: { kind: "some", binder: "p" }, body: variable("p") },
    { pattern: { kind: "none" }, body: error(partyT, "no party") },
  );

const done = (type: LfType, step: Expr): Expr => block([["done", type, step]], pure(unitT, unit));

const joint = (first: Expr, second: Expr): Expr =>
  create("Main:Joint", record(jointT, { first, second }));

const stage = (parts: Parameters<UpdateTable["stage"]>[0]): Stage =>
  new Stage(
    playerPackage(parts, {
      languageVersion: "2.2",
      main: {
        dataTypes: [
          recordType("Single", { party: partyT }),
          recordType("Pair", { first: partyT, second: partyT }),
          recordType("Joint", { first: partyT, second: partyT }),
          recordType("Link", { party: partyT }),
          recordType("Route", {
            next: contractIdT(linkT),
            leader: partyT,
            leaders: partiesT,
            signers: partiesT,
          }),
          recordType("End", { leaders: partiesT, signers: partiesT }),
          recordType("Many", { signers: partiesT }),
        ],
        values: ["alice", "bob", "charlie"].map((name) => valueOf(name, partyT, partyNamed(name))),
        templates: [
          template("Joint", {
            signatories: list(
              partyT,
              field(jointT, "first", variable("this")),
              field(jointT, "second", variable("this")),
            ),
          }),
          template("Many", { signatories: field(dataT("Main:Many"), "signers", variable("this")) }),
          template("Single", {
            signatories: own(singleT),
            choices: [
              choice("Join", {
                consuming: true,
                controllers: list(partyT, arg(pairT, "second")),
                argument: pairT,
                body: done(contractIdT(jointT), joint(arg(pairT, "first"), arg(pairT, "second"))),
              }),
            ],
          }),
          template("Link", {
            signatories: own(linkT),
            choices: [
              choice("Start", {
                consuming: true,
                controllers: list(partyT, arg(routeT, "leader")),
                argument: routeT,
                body: exercise(
                  "Main:Link",
                  "Finish",
                  arg(routeT, "next"),
                  record(endT, {
                    leaders: arg(routeT, "leaders"),
                    signers: arg(routeT, "signers"),
                  }),
                ),
              }),
              choice("Finish", {
                consuming: true,
                controllers: arg(endT, "leaders"),
                argument: endT,
                body: done(
                  contractIdT(dataT("Main:Many")),
                  create(
                    "Main:Many",
                    record(dataT("Main:Many"), { signers: arg(endT, "signers") }),
                  ),
                ),
              }),
            ],
          }),
        ],
      },
    }),
  );

const coerced = (to: LfType, id: Expr): Expr => apply(typeApply(builtin(42), unitT, to), id);

const single = (party: Expr): Expr => create("Main:Single", record(singleT, { party }));
const join = (first: Expr, second: Expr): Expr =>
  exercise("Main:Single", "Join", coerced(singleT, given(0)), record(pairT, { first, second }));

const singleOf = (owner: string) => (on: Stage) => [
  on.contract("Single", recordValue([partyValue(owner)]), [owner]),
];

/** From bob's link to charlie's, to create what all three sign. */
const route = (leaders: readonly Expr[]): Expr =>
  exercise(
    "Main:Link",
    "Start",
    coerced(linkT, given(0)),
    record(routeT, {
      next: coerced(linkT, given(1)),
      leader: alice,
      leaders: list(partyT, ...leaders),
      signers: list(partyT, alice, bob, charlie),
    }),
  );

const links = (on: Stage) =>
  ["bob", "charlie"].map((owner) => on.contract("Link", recordValue([partyValue(owner)]), [owner]));

const denied = "fails DAML_AUTHORIZATION_ERROR";
const needs = (required: string, has: string): string =>
  `requires authorizers [${required}], but only [${has}] were given`;

const joining = (
  owner: string,
  [first, second]: readonly [Expr, Expr],
  by: string,
): Pick<UpdateRow, "update" | "contracts" | "authority"> => ({
  update: join(first, second),
  contracts: singleOf(owner),
  authority: [by],
});

export const propagationTable: UpdateTable = {
  suite: "engine/…/engine/AuthPropagationSpec",
  about: "authority",
  stage,
  groups: [
    {
      title: "to create is that of all signatories",
      rows: [
        { what: "one, there", update: done(contractIdT(singleT), single(alice)), gives: "ok" },
        {
          what: "one, not there",
          update: done(contractIdT(singleT), single(alice)),
          authority: ["bob"],
          gives: denied,
          saying: needs("alice", "bob"),
        },
        {
          what: "two, there",
          update: done(contractIdT(jointT), joint(alice, bob)),
          authority: ["alice", "bob"],
          gives: "ok",
        },
        {
          what: "two, one there",
          update: done(contractIdT(jointT), joint(alice, bob)),
          gives: denied,
          saying: needs("alice, bob", "alice"),
        },
      ],
    },
    {
      title: "inside a choice is that of signatories and controllers",
      rows: [
        {
          what: "alice signed, bob exercises",
          ...joining("alice", [alice, bob], "bob"),
          gives: "ok",
        },
        {
          what: "alice signed, bob should exercise",
          ...joining("alice", [alice, bob], "alice"),
          gives: denied,
          saying: needs("bob", "alice"),
        },
        {
          what: "alice signed and exercises, bob is missing",
          ...joining("alice", [bob, alice], "alice"),
          gives: denied,
          saying: needs("alice, bob", "alice"),
        },
        {
          what: "bob signed, alice exercises",
          ...joining("bob", [bob, alice], "alice"),
          gives: "ok",
        },
      ],
    },
    {
      title: "of an outer choice does not reach an inner one",
      rows: [
        {
          what: "bob signed the outer contract only",
          update: route([alice]),
          contracts: links,
          gives: denied,
          saying: needs("alice, bob, charlie", "alice, charlie"),
        },
        {
          what: "bob controls the inner choice too",
          update: route([alice, bob]),
          contracts: links,
          gives: "ok",
        },
      ],
    },
  ],
  leftOut: [],
};
