import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/load-dar.ts";
import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { activeContracts } from "../../../lib/operations/queries/active-contracts.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import {
  instance,
  interfaceOf,
  interfaceType,
  recordType,
  template,
  valueOf,
} from "../../support/lf/definitions.ts";
import {
  add,
  apply,
  block,
  create,
  equalInt,
  exercise,
  field,
  ifThenElse,
  int,
  lambda,
  list,
  pure,
  record,
  some,
  subtract,
  text,
  throwing,
  tryCatch,
  value,
  variable,
} from "../../support/lf/expressions.ts";
import {
  contractIdT,
  dataT,
  functionT,
  int64T,
  partyT,
  unitT,
  updateT,
} from "../../support/lf/types.ts";
import {
  type ActionSource,
  actorT,
  boomT,
  other,
  owner,
  World,
  worldPackage,
  type WorldSource,
} from "../../support/lf/world.ts";
import { signAndExecute, signingLedger } from "../../support/signing-ledger.ts";

const n = variable("n");
const arg = variable("arg");
const chainT = dataT("Main:Chain");
const chain = (length: Expr): Expr => record(chainT, { owner, length });
const chainLength = field(chainT, "length", variable("this"));
const chainOwner = field(chainT, "owner", variable("this"));

/** What takes an Int64 and recurses so often before it gives `last`. */
const recursive = (name: string, last: Expr, more: (below: Expr) => Expr): Expr =>
  lambda(
    [["n", int64T]],
    ifThenElse(equalInt(n, int(0)), last, more(apply(value(`Main:${name}`), subtract(n, int(1))))),
  );

/** A choice that does `step` with itself for one less, until it is asked for 0. */
const diving = (name: string, step: (below: Expr) => Expr): ActionSource => ({
  argument: int64T,
  result: int64T,
  body: ifThenElse(
    equalInt(arg, int(0)),
    pure(int64T, int(0)),
    step(exercise("Main:Actor", name, variable("self"), subtract(arg, int(1)))),
  ),
});

const actorAgain = create("Main:Actor", record(actorT, { owner, other }));

const asChain = (length: Expr): Expr => ({
  kind: "toInterface",
  interfaceId: "self:Main:Linked",
  templateId: "self:Main:Chain",
  expr: record(chainT, { owner: chainOwner, length }),
});

const source: WorldSource = {
  daml: { limits: { maxSteps: 2_000_000 } },
  dataTypes: [
    recordType("Chain", { owner: partyT, length: int64T }),
    recordType("View", { length: int64T }),
    interfaceType("Linked"),
  ],
  interfaces: [interfaceOf("Linked", { view: dataT("Main:View"), methods: { links: int64T } })],
  values: [
    valueOf(
      "count",
      functionT([int64T], int64T),
      recursive("count", int(0), (below) => add(int(1), below)),
    ),
    valueOf(
      "steps",
      functionT([int64T], updateT(int64T)),
      recursive("steps", pure(int64T, int(0)), (below) =>
        block([["below", int64T, below]], pure(int64T, add(int(1), variable("below")))),
      ),
    ),
    valueOf(
      "tries",
      functionT([int64T], updateT(int64T)),
      recursive(
        "tries",
        throwing(updateT(int64T), boomT, record(boomT, { text: text("end") })),
        (below) => tryCatch(int64T, below, "e", { kind: "none", element: updateT(int64T) }),
      ),
    ),
  ],
  templates: [
    template("Chain", {
      precondition: equalInt(apply(value("Main:count"), chainLength), chainLength),
      signatories: list(partyT, chainOwner),
      implements: [
        instance(
          "Main:Linked",
          record(dataT("Main:View"), { length: apply(value("Main:count"), chainLength) }),
          {
            links: ifThenElse(
              equalInt(chainLength, int(0)),
              int(0),
              add(int(1), {
                kind: "callInterface",
                interfaceId: "self:Main:Linked",
                method: "links",
                expr: asChain(subtract(chainLength, int(1))),
              }),
            ),
          },
        ),
      ],
    }),
  ],
  actions: {
    Dive: diving("Dive", (below) =>
      block(
        [
          ["made", contractIdT(actorT), actorAgain],
          ["below", int64T, below],
        ],
        pure(int64T, add(int(1), variable("below"))),
      ),
    ),
    Retry: diving("Retry", (below) =>
      block(
        [
          ["made", contractIdT(actorT), actorAgain],
          [
            "below",
            int64T,
            tryCatch(
              int64T,
              block(
                [["lost", int64T, below]],
                throwing(updateT(int64T), boomT, record(boomT, { text: text("lost") })),
              ),
              "e",
              some(updateT(int64T), pure(int64T, int(1))),
            ),
          ],
        ],
        pure(int64T, add(int(1), variable("below"))),
      ),
    ),
    Steps: { argument: int64T, result: int64T, body: apply(value("Main:steps"), arg) },
    Tries: {
      argument: int64T,
      result: int64T,
      body: tryCatch(
        int64T,
        apply(value("Main:tries"), arg),
        "e",
        some(updateT(int64T), pure(int64T, int(5))),
      ),
    },
    Link: {
      argument: int64T,
      result: int64T,
      body: block(
        [["made", contractIdT(chainT), create("Main:Chain", chain(arg))]],
        block(
          [
            [
              "seen",
              chainT,
              {
                kind: "update",
                update: {
                  kind: "fetch",
                  templateId: "self:Main:Chain",
                  contractId: variable("made"),
                },
              },
            ],
          ],
          pure(int64T, {
            kind: "callInterface",
            interfaceId: "self:Main:Linked",
            method: "links",
            expr: {
              kind: "toInterface",
              interfaceId: "self:Main:Linked",
              templateId: "self:Main:Chain",
              expr: variable("seen"),
            },
          }),
        ),
      ),
    },
    Endless: {
      argument: int64T,
      result: int64T,
      body: exercise("Main:Actor", "Endless", variable("self"), arg),
    },
    Fine: { body: pure(unitT, { kind: "unit" }) },
  },
};

describe("choices that recurse deeply", () => {
  let world: World;

  before(async () => {
    world = await World.of(source);
  });

  it("may exercise one another thousands of levels deep", async () => {
    expect(await world.act("Dive", "1500")).to.equal("1500");
    expect(await world.trace("Dive", "1000")).to.have.length(2_001);
  });

  it("may fail on each of a thousand levels, and lose all that was done below", async () => {
    expect(await world.trace("Retry", "1000")).to.deep.equal(["Retry", "Actor"]);
  });

  it("may perform actions inside actions", async () => {
    expect(await world.act("Steps", "20000")).to.equal("20000");
  });

  it("may raise an exception through thousands of handlers that decline it", async () => {
    expect(await world.act("Tries", "5000")).to.equal("5");
  });

  it("may create a contract whose precondition and methods recurse", async () => {
    expect(await world.act("Link", "5000")).to.equal("5000");
  });

  it("have views that recurse", async () => {
    await world.act("Link", "4999");
    const { ledger, alice } = world;
    const value = { interfaceId: "#world:Main:Linked", includeInterfaceView: true };
    const filters = { cumulative: [{ identifierFilter: { InterfaceFilter: { value } } }] };
    const items = activeContracts(ledger, {
      activeAtOffset: ledger.state.ledgerEnd,
      eventFormat: { filtersByParty: { [alice]: filters } },
    });
    const views = [...items].flatMap(({ contractEntry }) =>
      "JsActiveContract" in contractEntry
        ? contractEntry.JsActiveContract.createdEvent.interfaceViews
        : [],
    );
    expect(views.map(({ viewValue }) => viewValue)).to.deep.include({ length: "4999" });
  });

  it("are stopped when they do not end, and the ledger lives on", async () => {
    const error = await rejectionOf(world.act("Endless", "1"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(await world.act("Fine")).to.deep.equal({});
  });

  it("are refused where more calls wait for one another than is allowed", async () => {
    const shallow = await World.of({ ...source, daml: { limits: { maxDepth: 10_000 } } });
    expect(await shallow.act("Steps", "9000")).to.equal("9000");
    for (const choice of ["Steps", "Link"]) {
      const error = await rejectionOf(shallow.act(choice, "20000"));
      expect(error.code, choice).to.equal("DAML_INTERPRETATION_ERROR");
    }
    expect(await shallow.act("Fine")).to.deep.equal({});
  });

  it("can be prepared, hashed, signed and executed", async () => {
    const dar = assembleDar(worldPackage(source));
    const { ledger, alice, bob, aliceKey } = await signingLedger({
      packages: createDamlLoader().load(dar),
    });
    const templateId = "#world:Main:Actor";
    const signer = { party: alice, key: aliceKey };
    const { transaction: first } = await signAndExecute(ledger, signer, {
      CreateCommand: { templateId, createArguments: { owner: alice, other: bob } },
    });
    const [created] = first.events;
    if (created === undefined || !("CreatedEvent" in created)) expect.fail("nothing was created");
    const { contractId } = created.CreatedEvent;
    const { transaction } = await signAndExecute(ledger, signer, {
      ExerciseCommand: { templateId, contractId, choice: "Dive", choiceArgument: "800" },
    });
    expect(transaction.events).to.have.length(800);
  });
});
