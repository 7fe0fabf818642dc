import { expect } from "chai";

import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { createLedger } from "../../../lib/create-ledger.ts";
import type { ProtocolVersion } from "../../../lib/ground/identifiers/protocol-version.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { recordType, template } from "../../support/lf/definitions.ts";
import {
  block,
  create,
  exercise,
  fetch,
  field,
  list,
  none,
  pure,
  record,
  some,
  text,
  throwing,
  tryCatch,
  unit,
  variable,
} from "../../support/lf/expressions.ts";
import { contractIdT, dataT, partyT, unitT, updateT } from "../../support/lf/types.ts";
import { actorT, boomT, owner, World } from "../../support/lf/world.ts";

const noteT = dataT("Main:Note");
const createNote = create("Main:Note", record(noteT, { signer: owner }));
const boom = throwing(updateT(unitT), boomT, record(boomT, { text: text("inside") }));

/** Fails with an exception after `steps`, and goes on as if nothing had been. */
const failing = (...steps: Parameters<typeof block>[0]): Expr =>
  tryCatch(unitT, block(steps, boom), "e", some(updateT(unitT), pure(unitT, unit)));

const world = (protocolVersion: ProtocolVersion): Promise<World> =>
  World.of({
    protocolVersion,
    dataTypes: [recordType("Note", { signer: partyT })],
    templates: [
      template("Note", { signatories: list(partyT, field(noteT, "signer", variable("this"))) }),
    ],
    actions: {
      Nothing: { body: pure(unitT, unit) },
      UndoCreate: { body: failing(["n", contractIdT(noteT), createNote]) },
      UndoArchive: {
        body: failing(["u", unitT, exercise("Main:Actor", "Archive", variable("self"), unit)]),
      },
      UndoNested: {
        body: failing(
          [
            "u",
            unitT,
            failing(["v", unitT, exercise("Main:Actor", "Nothing", variable("self"), unit)]),
          ],
          ["n", contractIdT(noteT), createNote],
        ),
      },
      UndoReads: {
        body: failing(
          ["a", actorT, fetch("Main:Actor", variable("self"))],
          ["u", unitT, exercise("Main:Actor", "Nothing", variable("self"), unit)],
        ),
      },
      Keep: {
        body: block(
          [
            [
              "u",
              unitT,
              tryCatch(
                unitT,
                block([["n", contractIdT(noteT), createNote]], pure(unitT, unit)),
                "e",
                none(updateT(unitT)),
              ),
            ],
          ],
          pure(unitT, unit),
        ),
      },
    },
  });

describe("protocol versions", () => {
  it("let a caught exception undo creates and archives on 34", async () => {
    const on34 = await world(34);
    for (const action of ["UndoCreate", "UndoArchive", "UndoNested", "UndoReads"]) {
      expect(await on34.trace(action), action).to.deep.equal([action]);
    }
  });

  it("refuse a caught exception that would undo creates or archives from 35 on", async () => {
    for (const version of [35, "dev"] as const) {
      const later = await world(version);
      for (const action of ["UndoCreate", "UndoArchive", "UndoNested"]) {
        expect((await rejectionOf(later.act(action))).code, action).to.equal(
          "DAML_EFFECTFUL_ROLLBACK_ERROR",
        );
      }
      expect(await later.trace("UndoReads")).to.deep.equal(["UndoReads"]);
      expect(await later.trace("Keep")).to.deep.equal(["Keep", "Note"]);
    }
  });

  it("decide which versions of Daml-LF a transaction may use", async () => {
    const rows = [
      ["2.2", 34, undefined],
      ["2.3", 34, "ALLOWED_LANGUAGE_VERSIONS"],
      ["2.3", 35, undefined],
      ["2.dev", 35, "ALLOWED_LANGUAGE_VERSIONS"],
      ["2.dev", "dev", undefined],
    ] as const;
    for (const [languageVersion, protocolVersion, code] of rows) {
      const made = World.of({ languageVersion, protocolVersion, daml: { allowDev: true } });
      const label = `${languageVersion} on ${protocolVersion}`;
      if (code === undefined) expect((await made).actor, label).to.match(/^00/u);
      else expect((await rejectionOf(made)).code, label).to.equal(code);
    }
  });

  it("are one of those there are", async () => {
    expect((await createLedger()).config.protocolVersion).to.equal(34);
    expect((await createLedger({ protocolVersion: 35 })).config.protocolVersion).to.equal(35);
    const refused = await rejectionOf(createLedger({ protocolVersion: 33 as never }));
    expect(refused.code).to.equal("INVALID_ARGUMENT");
  });
});
