import { expect } from "chai";
import { allocateParty } from "../../lib/admin/allocate-party.ts";
import { uploadDar } from "../../lib/admin/upload-dar.ts";
import { createLedger } from "../../lib/create-ledger.ts";
import { createDamlLoader } from "../../lib/daml-lf/index.ts";
import type { Expr, LfType } from "../../lib/daml-lf/ast.ts";
import type { Ledger } from "../../lib/ledger.ts";
import { rejectionOf } from "../support/error-of.ts";
import { assembleDar, assemblePackage, type AssembledPackage } from "../support/lf/assemble.ts";
import {
  choice,
  enumType,
  module,
  recordType,
  template,
  thisField,
} from "../support/lf/definitions.ts";
import { int, list, pure, variable } from "../support/lf/expressions.ts";
import { dataT, int64T, optionalT, partyT, textT } from "../support/lf/types.ts";

const noteT = dataT("Main:Note");
const owner = thisField("Note", "owner");

interface Version {
  readonly version: string;
  /** Fields of Note after its owner. */
  readonly fields?: Readonly<Record<string, LfType>>;
  readonly signatories?: Expr;
  /** What the choice Tell gives. */
  readonly told?: number;
  readonly withoutChoice?: boolean;
  readonly colours?: readonly string[];
}

const notes = (source: Version): AssembledPackage =>
  assemblePackage({
    name: "notes",
    version: source.version,
    modules: [
      module("Main", {
        dataTypes: [
          recordType("Note", { owner: partyT, other: partyT, ...source.fields }),
          enumType("Colour", ...(source.colours ?? ["Red", "Green"])),
        ],
        templates: [
          template("Note", {
            signatories: source.signatories ?? list(partyT, owner),
            observers: list(partyT, thisField("Note", "other")),
            choices:
              source.withoutChoice === true
                ? []
                : [
                    choice("Tell", {
                      controllers: list(partyT, owner),
                      result: int64T,
                      body: pure(int64T, int(source.told ?? 0)),
                    }),
                    choice("Show", {
                      controllers: list(partyT, owner),
                      result: noteT,
                      body: pure(noteT, variable("this")),
                    }),
                  ],
          }),
        ],
      }),
    ],
  });

const first = notes({ version: "1.0.0", told: 1 });
const widened = notes({ version: "2.0.0", told: 2, fields: { memo: optionalT(textT) } });

class Notes {
  readonly ledger: Ledger;
  readonly owner: string;

  private constructor(ledger: Ledger, party: string) {
    this.ledger = ledger;
    this.owner = party;
  }

  static async of(...packages: readonly AssembledPackage[]): Promise<Notes> {
    const ledger = await createLedger({ daml: createDamlLoader(), seed: 1 });
    for (const each of packages) await uploadDar(ledger, { dar: assembleDar(each) });
    const { partyDetails } = await allocateParty(ledger, {});
    return new Notes(ledger, partyDetails.party);
  }

  async create(packageRef: string, more: object = {}): Promise<string> {
    const { transaction } = await this.ledger.submit({
      actAs: this.owner,
      commands: {
        CreateCommand: {
          templateId: `${packageRef}:Main:Note`,
          createArguments: { owner: this.owner, other: this.owner, ...more },
        },
      },
    });
    const [event] = transaction.events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  }

  async exercise(packageRef: string, contractId: string, name: string): Promise<unknown> {
    const { exerciseResults } = await this.ledger.submit({
      actAs: this.owner,
      commands: {
        ExerciseCommand: {
          templateId: `${packageRef}:Main:Note`,
          contractId,
          choice: name,
          choiceArgument: {},
        },
      },
    });
    return exerciseResults[0];
  }
}

describe("upgrades of Daml packages", () => {
  it("run a contract of an old version through the newest code", async () => {
    const world = await Notes.of(first, widened);
    const contractId = await world.create(first.packageId);
    expect(await world.exercise("#notes", contractId, "Tell")).to.equal("2");
    expect(await world.exercise(first.packageId, contractId, "Tell")).to.equal("1");
    // Trailing fields that are None do not show.
    expect(await world.exercise("#notes", contractId, "Show")).to.deep.equal({
      owner: world.owner,
      other: world.owner,
    });
  });

  it("run a contract of a new version through old code while its new fields are empty", async () => {
    const world = await Notes.of(first, widened);
    const empty = await world.create(widened.packageId);
    expect(await world.exercise(first.packageId, empty, "Tell")).to.equal("1");
    const filled = await world.create(widened.packageId, { memo: "kept" });
    const error = await rejectionOf(world.exercise(first.packageId, filled, "Tell"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED");
  });

  it("refuse a contract whose signatories the new code computes otherwise", async () => {
    const noSigner = notes({
      version: "2.0.0",
      signatories: list(partyT, owner, thisField("Note", "other")),
    });
    const ledger = await Notes.of(first, noSigner);
    const { partyDetails } = await allocateParty(ledger.ledger, { partyIdHint: "second" });
    const contractId = await ledger.create(first.packageId, { other: partyDetails.party });
    const error = await rejectionOf(ledger.exercise("#notes", contractId, "Tell"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED");
  });

  const refused: readonly (readonly [string, Version])[] = [
    ["adds a field that is not Optional", { version: "2.0.0", fields: { memo: textT } }],
    ["removes a choice", { version: "2.0.0", withoutChoice: true }],
    ["removes a constructor", { version: "2.0.0", colours: ["Red"] }],
    ["reorders constructors", { version: "2.0.0", colours: ["Green", "Red"] }],
  ];
  for (const [what, source] of refused) {
    it(`are refused at the upload when one ${what}`, async () => {
      const world = await Notes.of(first);
      const dar = assembleDar(notes(source));
      const error = await rejectionOf(uploadDar(world.ledger, { dar }));
      expect(error.code).to.equal("NOT_VALID_UPGRADE_PACKAGE");
    });
  }

  it("are accepted when one appends a constructor", async () => {
    const world = await Notes.of(first);
    const appended = notes({ version: "2.0.0", colours: ["Red", "Green", "Blue"] });
    await uploadDar(world.ledger, { dar: assembleDar(appended) });
    expect(world.ledger.state.packages.versions("notes")).to.have.length(2);
  });

  it("are refused below a version that exists, too", async () => {
    const world = await Notes.of(widened);
    const narrower = notes({ version: "1.5.0", fields: { memo: textT } });
    const error = await rejectionOf(uploadDar(world.ledger, { dar: assembleDar(narrower) }));
    expect(error.code).to.equal("NOT_VALID_UPGRADE_PACKAGE");
  });
});
