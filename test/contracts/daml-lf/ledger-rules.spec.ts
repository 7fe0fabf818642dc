import { expect } from "chai";

import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { recordType, template } from "../../support/lf/definitions.ts";
import {
  block,
  call,
  create,
  error,
  exercise,
  fetch,
  field,
  int,
  list,
  none,
  pure,
  record,
  some,
  text,
  throwing,
  tryCatch,
  unit,
  update,
  variable,
} from "../../support/lf/expressions.ts";
import {
  boolT,
  contractIdT,
  dataT,
  int64T,
  partyT,
  textT,
  unitT,
  updateT,
} from "../../support/lf/types.ts";
import { actorT, boomT, other, owner, World } from "../../support/lf/world.ts";

const noteT = dataT("Main:Note");
const noteType = recordType("Note", { signer: partyT, reader: partyT });
const noteTemplate = template("Note", {
  signatories: list(partyT, field(noteT, "signer", variable("this"))),
  observers: list(partyT, field(noteT, "reader", variable("this"))),
});
const note = (signer: Expr, reader: Expr): Expr => record(noteT, { signer, reader });

const boom = (message: string): Expr => record(boomT, { text: text(message) });
const throwUpdate = (message: string): Expr => throwing(updateT(unitT), boomT, boom(message));
const handled = (attempt: Expr, handler: Expr = some(updateT(unitT), pure(unitT, unit))): Expr =>
  tryCatch(unitT, attempt, "e", handler);

const actions = {
  Forbidden: {
    body: block(
      [["n", contractIdT(noteT), create("Main:Note", note(other, owner))]],
      pure(unitT, unit),
    ),
  },
  AsOther: { body: pure(unitT, unit), controllers: list(partyT, other) },
  Nobody: { body: pure(unitT, unit), controllers: list(partyT) },
  Unhandled: { body: throwUpdate("out") },
  Abort: { body: error(updateT(unitT), "enough") },
  Divide: { body: pure(int64T, call(10, int(1), int(0))), result: int64T },
  Caught: {
    body: block(
      [
        [
          "u",
          unitT,
          handled(
            block(
              [["n", contractIdT(noteT), create("Main:Note", note(owner, other))]],
              throwUpdate("inside"),
            ),
          ),
        ],
        ["m", contractIdT(noteT), create("Main:Note", note(owner, owner))],
      ],
      pure(unitT, unit),
    ),
  },
  Rethrown: {
    body: handled(
      handled(throwUpdate("inner"), none(updateT(unitT))),
      some(updateT(unitT), pure(unitT, unit)),
    ),
  },
  Escapes: { body: handled(throwUpdate("inner"), none(updateT(unitT))) },
  InHandler: {
    body: handled(throwUpdate("first"), some(updateT(unitT), throwUpdate("second"))),
  },
  NotCaught: { body: handled(error(updateT(unitT), "fatal")) },
  ArithmeticCaught: {
    body: handled(
      update({
        kind: "embed",
        type: unitT,
        expr: {
          kind: "case",
          scrutinee: call(10, int(1), int(0)),
          alternatives: [{ pattern: { kind: "default" }, body: pure(unitT, unit) }],
        },
      }),
    ),
  },
  MessageCaught: {
    result: textT,
    body: tryCatch(
      textT,
      throwing(updateT(textT), boomT, boom("told")),
      "e",
      some(updateT(textT), pure(textT, call(59, variable("e")))),
    ),
  },
  Twice: {
    consuming: true,
    body: exercise("Main:Actor", "AsSelf", variable("self"), unit),
  },
  AsSelf: { body: pure(unitT, unit) },
  FetchGone: {
    consuming: true,
    body: block([["a", actorT, fetch("Main:Actor", variable("self"))]], pure(unitT, unit)),
  },
  Time: {
    result: boolT,
    body: update({ kind: "isLedgerTimeBefore", time: { kind: "timestamp", micros: 0n } }),
  },
  // The update is built, not performed: nothing happens.
  Built: {
    body: {
      kind: "let",
      bindings: [{ name: "unused", type: updateT(unitT), bound: pure(unitT, unit) }],
      body: pure(unitT, unit),
    } satisfies Expr,
  },
  OperandFirst: {
    body: block(
      [["a", contractIdT(noteT), create("Main:Note", error(noteT, "operand"))]],
      pure(unitT, unit),
    ),
  },
} as const;

describe("the ledger rules for Daml code", () => {
  let world: World;

  before(async () => {
    world = await World.of({
      actions,
      dataTypes: [noteType],
      templates: [noteTemplate],
    });
  });

  it("let nobody sign for another", async () => {
    expect((await rejectionOf(world.act("Forbidden"))).code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect((await rejectionOf(world.act("AsOther"))).code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(await world.act("AsOther", {}, world.bob)).to.deep.equal({});
    expect((await rejectionOf(world.act("Nobody"))).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("make an exception that nobody catches a failure with its name and message", async () => {
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

  it("undo what a caught exception had done", async () => {
    expect(await world.trace("Caught")).to.deep.equal(["Caught", "Note"]);
  });

  it("pass an exception on that a handler declines, with its own name", async () => {
    await world.act("Rethrown");
    const escaped = await rejectionOf(world.act("Escapes"));
    expect(escaped.cause).to.include("inner");
    expect((await rejectionOf(world.act("InHandler"))).cause).to.include("second");
  });

  it("let exceptions of arithmetic be caught, errors never", async () => {
    await world.act("ArithmeticCaught");
    expect((await rejectionOf(world.act("NotCaught"))).code).to.equal("INTERPRETATION_USER_ERROR");
    expect((await rejectionOf(world.act("Abort"))).code).to.equal("INTERPRETATION_USER_ERROR");
  });

  it("tell the message of a caught exception", async () => {
    expect(await world.act("MessageCaught")).to.equal("told");
  });

  it("keep a consumed contract from its own choice", async () => {
    expect((await rejectionOf(world.act("Twice"))).code).to.equal("CONTRACT_NOT_ACTIVE");
    expect((await rejectionOf(world.act("FetchGone"))).code).to.equal("CONTRACT_NOT_ACTIVE");
  });

  it("compare with ledger time", async () => {
    expect(await world.act("Time")).to.equal(false);
  });

  it("perform what is performed, not what is built", async () => {
    expect(await world.trace("Built")).to.deep.equal(["Built"]);
    expect((await rejectionOf(world.act("OperandFirst"))).code).to.equal(
      "INTERPRETATION_USER_ERROR",
    );
  });
});
