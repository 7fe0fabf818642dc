import { expect } from "chai";

import { activeContracts } from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { actions, World, worldPackage, type WorldSource } from "../../../support/lf/world.ts";
import { signAndExecute, signingLedger } from "../../../support/signing-ledger.ts";

const main = definitions`
  record View {length: Int64}
  interface Linked {view View; method links: Int64;}
  template Chain with {owner: Party, length: Int64} {
    precondition EQUAL @Int64 (Main:count this.length) this.length;
    signatories [@Party this.owner];
    implements Linked {
      view View {length = Main:count this.length};
      method links =
        if EQUAL @Int64 this.length 0 then 0
        else ADD_INT64 1 (callInterface @Linked links (toInterface @Linked @Chain Chain {
          owner = this.owner,
          length = SUB_INT64 this.length 1
        }));
    }
  }
  val count: Int64 -> Int64 =
    \(n: Int64) ->
      if EQUAL @Int64 n 0 then 0 else ADD_INT64 1 (Main:count (SUB_INT64 n 1));
  val steps: Int64 -> Update Int64 =
    \(n: Int64) ->
      if EQUAL @Int64 n 0 then pure @Int64 0
      else do {
        below: Int64 <- Main:steps (SUB_INT64 n 1);
        pure @Int64 (ADD_INT64 1 below)
      };
  val tries: Int64 -> Update Int64 =
    \(n: Int64) ->
      if EQUAL @Int64 n 0 then throw @(Update Int64) @Boom Boom {text = "end"}
      else try @Int64 Main:tries (SUB_INT64 n 1) catch e -> None @(Update Int64);
`;

const actorAgain = "create @Actor Actor {owner = this.owner, other = this.other}";

const deepActions = actions`
  nonconsuming choice Dive (arg: Int64): Int64 =
    if EQUAL @Int64 arg 0 then pure @Int64 0
    else do {
      made: ContractId Actor <- ${actorAgain};
      below: Int64 <- exercise @Actor Dive self (SUB_INT64 arg 1);
      pure @Int64 (ADD_INT64 1 below)
    };
  nonconsuming choice Retry (arg: Int64): Int64 =
    if EQUAL @Int64 arg 0 then pure @Int64 0
    else do {
      made: ContractId Actor <- ${actorAgain};
      below: Int64 <-
        try @Int64 do {
          lost: Int64 <- exercise @Actor Retry self (SUB_INT64 arg 1);
          throw @(Update Int64) @Boom Boom {text = "lost"}
        }
        catch e -> Some @(Update Int64) (pure @Int64 1);
      pure @Int64 (ADD_INT64 1 below)
    };
  nonconsuming choice Steps (arg: Int64): Int64 = Main:steps arg;
  nonconsuming choice Tries (arg: Int64): Int64 =
    try @Int64 Main:tries arg catch e -> Some @(Update Int64) (pure @Int64 5);
  nonconsuming choice Link (arg: Int64): Int64 = do {
    made: ContractId Chain <- create @Chain Chain {owner = this.owner, length = arg};
    do {
      seen: Chain <- fetch @Chain made;
      pure @Int64 (callInterface @Linked links (toInterface @Linked @Chain seen))
    }
  };
  nonconsuming choice Endless (arg: Int64): Int64 = exercise @Actor Endless self arg;
  nonconsuming choice Fine = pure @Unit ();
`;

const source: WorldSource = {
  daml: { limits: { maxSteps: 2_000_000 } },
  main,
  actions: deepActions,
};

describe("deeply recursive choices", () => {
  let world: World;

  before(async () => {
    world = await World.of(source);
  });

  it("can exercise each other thousands of levels deep @slow", async () => {
    expect(await world.act("Dive", "1500")).to.equal("1500");
    expect(await world.trace("Dive", "1000")).to.have.length(2_001);
  });

  it("can fail on each of a thousand levels and roll back everything below, with protocol version 34", async () => {
    const on34 = await World.of({ ...source, protocolVersion: 34 });
    expect(await on34.trace("Retry", "1000")).to.deep.equal(["Retry", "Actor"]);
  });

  it("can run ledger actions inside ledger actions", async () => {
    expect(await world.act("Steps", "20000")).to.equal("20000");
  });

  it("can pass an exception through thousands of handlers that do not handle it", async () => {
    expect(await world.act("Tries", "5000")).to.equal("5");
  });

  it("can create a contract whose precondition and methods recurse", async () => {
    expect(await world.act("Link", "5000")).to.equal("5000");
  });

  it("can have views that recurse", async () => {
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

  it("are stopped if they do not end, and the ledger stays usable", async () => {
    const error = await rejectionOf(world.act("Endless", "1"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(await world.act("Fine")).to.deep.equal({});
  });

  it("are rejected if nested calls hold more memory than allowed", async () => {
    const shallow = await World.of({ ...source, daml: { limits: { maxRegisters: 60_000 } } });
    expect(await shallow.act("Steps", "9000")).to.equal("9000");
    for (const choice of ["Steps", "Link"]) {
      const error = await rejectionOf(shallow.act(choice, "20000"));
      expect(error.code, choice).to.equal("DAML_INTERPRETATION_ERROR");
    }
    expect(await shallow.act("Fine")).to.deep.equal({});
  });

  it("can be prepared, hashed, signed and executed @slow", async () => {
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
