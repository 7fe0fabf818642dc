import { expect } from "chai";

import { rejectionOf } from "../../../support/error-of.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { actions, World } from "../../../support/lf/world.ts";

const main = definitions`
  template Note with {signer: Party, reader: Party} {
    signatories [@Party this.signer];
    observers [@Party this.reader];
  }
`;

const thrown = (message: string) => `throw @(Update Unit) @Boom Boom {text = "${message}"}`;
const fine = "Some @(Update Unit) (pure @Unit ())";

const ruleActions = actions`
  nonconsuming choice Forbidden = do {
    n: ContractId Note <- create @Note Note {signer = this.other, reader = this.owner};
    pure @Unit ()
  };
  nonconsuming choice AsOther by [@Party this.other] = pure @Unit ();
  nonconsuming choice Nobody by [@Party] = pure @Unit ();
  nonconsuming choice Unhandled = ${thrown("out")};
  nonconsuming choice Abort = ERROR @(Update Unit) "enough";
  nonconsuming choice Divide: Int64 = pure @Int64 (DIV_INT64 1 0);
  nonconsuming choice Caught = do {
    u: Unit <-
      try @Unit do {
        n: ContractId Note <- create @Note Note {signer = this.owner, reader = this.other};
        ${thrown("inside")}
      }
      catch e -> ${fine};
    m: ContractId Note <- create @Note Note {signer = this.owner, reader = this.owner};
    pure @Unit ()
  };
  nonconsuming choice Rethrown =
    try @Unit (try @Unit ${thrown("inner")} catch e -> None @(Update Unit)) catch e -> ${fine};
  nonconsuming choice Escapes = try @Unit ${thrown("inner")} catch e -> None @(Update Unit);
  nonconsuming choice InHandler =
    try @Unit ${thrown("first")} catch e -> Some @(Update Unit) (${thrown("second")});
  nonconsuming choice NotCaught = try @Unit ERROR @(Update Unit) "fatal" catch e -> ${fine};
  nonconsuming choice ArithmeticCaught =
    try @Unit embed @Unit (case DIV_INT64 1 0 of {_ -> pure @Unit ()}) catch e -> ${fine};
  nonconsuming choice MessageCaught: Text =
    try @Text throw @(Update Text) @Boom Boom {text = "told"}
    catch e -> Some @(Update Text) (pure @Text (ANY_EXCEPTION_MESSAGE e));
  choice Twice = exercise @Actor AsSelf self ();
  nonconsuming choice AsSelf = pure @Unit ();
  choice FetchGone = do {a: Actor <- fetch @Actor self; pure @Unit ()};
  nonconsuming choice Time: Bool = isLedgerTimeBefore 1970-01-01T00:00:00Z;
  // The update is built, not performed: nothing happens.
  nonconsuming choice Built = let unused: Update Unit = pure @Unit () in pure @Unit ();
  nonconsuming choice OperandFirst = do {
    a: ContractId Note <- create @Note (ERROR @Note "operand");
    pure @Unit ()
  };
`;

describe("ledger rules for Daml code", () => {
  let world: World;

  before(async () => {
    world = await World.of({ actions: ruleActions, main });
  });

  it("refuse a party that acts for another party", async () => {
    expect((await rejectionOf(world.act("Forbidden"))).code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect((await rejectionOf(world.act("AsOther"))).code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(await world.act("AsOther", {}, world.bob)).to.deep.equal({});
    expect((await rejectionOf(world.act("Nobody"))).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("reject an uncaught exception with its name and message", async () => {
    const uncaught = await rejectionOf(world.act("Unhandled"));
    expect(uncaught.code).to.equal("DAML_FAILURE");
    expect(uncaught.context["error_id"]).to.equal("UNHANDLED_EXCEPTION/Main:Boom");
    expect(uncaught.cause).to.include("out");
    expect(uncaught.context["exercise_trace"]).to.match(
      /^ {4}in choice [0-9a-f]{8}:Main:Actor:Unhandled on contract 00[0-9a-f]{8} \(#0\)\n/u,
    );
    const divided = await rejectionOf(world.act("Divide"));
    expect(divided.context["error_id"]).to.equal(
      "UNHANDLED_EXCEPTION/DA.Exception.ArithmeticError:ArithmeticError",
    );
    expect(divided.cause).to.include("ArithmeticError while evaluating (DIV_INT64 1 0).");
  });

  it("roll back the effects of a caught exception, with protocol version 34", async () => {
    const on34 = await World.of({ actions: ruleActions, main, protocolVersion: 34 });
    expect(await on34.trace("Caught")).to.deep.equal(["Caught", "Note"]);
  });

  it("pass on an exception that a handler does not handle, with its name", async () => {
    await world.act("Rethrown");
    const escaped = await rejectionOf(world.act("Escapes"));
    expect(escaped.cause).to.include("inner");
    expect((await rejectionOf(world.act("InHandler"))).cause).to.include("second");
  });

  it("allow handlers for arithmetic exceptions, but never for errors", async () => {
    await world.act("ArithmeticCaught");
    expect((await rejectionOf(world.act("NotCaught"))).code).to.equal("INTERPRETATION_USER_ERROR");
    expect((await rejectionOf(world.act("Abort"))).code).to.equal("INTERPRETATION_USER_ERROR");
  });

  it("return the message of a caught exception", async () => {
    expect(await world.act("MessageCaught")).to.equal("told");
  });

  it("refuse the use of a consumed contract in the choice that consumes it", async () => {
    expect((await rejectionOf(world.act("Twice"))).code).to.equal("CONTRACT_NOT_ACTIVE");
    expect((await rejectionOf(world.act("FetchGone"))).code).to.equal("CONTRACT_NOT_ACTIVE");
  });

  it("compare times with ledger time", async () => {
    expect(await world.act("Time")).to.equal(false);
  });

  it("execute only updates that run, not updates that are only constructed", async () => {
    expect(await world.trace("Built")).to.deep.equal(["Built"]);
    expect((await rejectionOf(world.act("OperandFirst"))).code).to.equal(
      "INTERPRETATION_USER_ERROR",
    );
  });
});
