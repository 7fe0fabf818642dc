import { expect } from "chai";

import { createLedger, type ProtocolVersion } from "../../../../lib/index.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { actions, World } from "../../../support/lf/world.ts";

const createNote = "n: ContractId Note <- create @Note Note {signer = this.owner};";
const doNothing = "exercise @Actor Nothing self ();";

/** Source that runs the steps, throws an exception, catches it and continues. */
const failing = (steps: string) => `
  try @Unit do {${steps} throw @(Update Unit) @Boom Boom {text = "inside"}}
  catch e -> Some @(Update Unit) (pure @Unit ())`;

const world = (protocolVersion: ProtocolVersion): Promise<World> =>
  World.of({
    protocolVersion,
    main: definitions`template Note with {signer: Party} {signatories [@Party this.signer];}`,
    actions: actions`
      nonconsuming choice Nothing = pure @Unit ();
      nonconsuming choice UndoCreate = ${failing(createNote)};
      nonconsuming choice UndoArchive = ${failing("u: Unit <- exercise @Actor Archive self ();")};
      nonconsuming choice UndoNested =
        ${failing(`u: Unit <- ${failing(`v: Unit <- ${doNothing}`)}; ${createNote}`)};
      nonconsuming choice UndoReads =
        ${failing(`a: Actor <- fetch @Actor self; u: Unit <- ${doNothing}`)};
      nonconsuming choice Keep = do {
        u: Unit <- try @Unit do {${createNote} pure @Unit ()} catch e -> None @(Update Unit);
        pure @Unit ()
      };
    `,
  });

describe("protocol versions", () => {
  it("allow a caught exception to roll back creates and archives with version 34", async () => {
    const on34 = await world(34);
    for (const action of ["UndoCreate", "UndoArchive", "UndoNested", "UndoReads"]) {
      expect(await on34.trace(action), action).to.deep.equal([action]);
    }
  });

  it("refuse a caught exception that would roll back creates or archives from version 35 on", async () => {
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

  it("determine the Daml-LF versions that a transaction may use", async () => {
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

  it("default to 35, as in API version 3.5", async () => {
    const { version, protocolVersion } = (await createLedger()).config;
    expect({ version, protocolVersion }).to.deep.equal({ version: "3.5.19", protocolVersion: 35 });
  });

  it("are refused if unknown", async () => {
    for (const protocolVersion of [34, 35, "dev"] as const) {
      const { config } = await createLedger({ protocolVersion });
      expect(config.protocolVersion).to.equal(protocolVersion);
    }
    const refused = await rejectionOf(createLedger({ protocolVersion: 33 as never }));
    expect(refused.code).to.equal("INVALID_ARGUMENT");
  });
});
