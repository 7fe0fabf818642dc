import { expect } from "chai";

import { allocateParty, uploadDar } from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar, type AssembledPackage } from "../../../support/lf/assemble.ts";
import { notes, type NotesVersion } from "../../../support/lf/notes.ts";

const first = notes({ version: "1.0.0", tellResult: 1 });
const widened = notes({ version: "2.0.0", tellResult: 2, fields: ", memo: Optional Text" });

class Notes {
  readonly ledger: Ledger;
  readonly owner: string;

  private constructor(ledger: Ledger, party: string) {
    this.ledger = ledger;
    this.owner = party;
  }

  static async of(...packages: readonly AssembledPackage[]): Promise<Notes> {
    const ledger = await createLedger({ daml: createDamlLoader(), seed: 1, protocolVersion: 35 });
    for (const each of packages) await uploadDar(ledger, { dar: assembleDar(each) });
    return Notes.#on(ledger);
  }

  /** Opens a ledger with packages without checking that they are upgrades of each other. */
  static async unchecked(...packages: readonly AssembledPackage[]): Promise<Notes> {
    const daml = createDamlLoader();
    const known = packages.flatMap((each) => daml.load(assembleDar(each)));
    return Notes.#on(await createLedger({ packages: known, seed: 1, protocolVersion: 35 }));
  }

  static async #on(ledger: Ledger): Promise<Notes> {
    const { partyDetails } = await allocateParty(ledger, {});
    return new Notes(ledger, partyDetails.party);
  }

  /** Exercises the choice Tell of Keyed on the contract with the key and returns its result. */
  async tellByKey(packageRef: string, tag: string): Promise<unknown> {
    const { exerciseResults } = await this.ledger.submit({
      actAs: this.owner,
      commands: {
        ExerciseByKeyCommand: {
          templateId: `${packageRef}:Main:Keyed`,
          contractKey: { owner: this.owner, tag },
          choice: "Tell",
          choiceArgument: {},
        },
      },
    });
    return exerciseResults[0];
  }

  async createKeyed(packageRef: string): Promise<void> {
    await this.ledger.submit({
      actAs: this.owner,
      commands: {
        CreateCommand: {
          templateId: `${packageRef}:Main:Keyed`,
          createArguments: { owner: this.owner },
        },
      },
    });
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
  it("run the newest code on a contract of an old version", async () => {
    const world = await Notes.of(first, widened);
    const contractId = await world.create(first.packageId);
    expect(await world.exercise("#notes", contractId, "Tell")).to.equal("2");
    expect(await world.exercise(first.packageId, contractId, "Tell")).to.equal("1");
    // Trailing fields with None are omitted.
    expect(await world.exercise("#notes", contractId, "Show")).to.deep.equal({
      owner: world.owner,
      other: world.owner,
    });
  });

  it("run old code on a contract of a new version if its new fields are None", async () => {
    const world = await Notes.of(first, widened);
    const empty = await world.create(widened.packageId);
    expect(await world.exercise(first.packageId, empty, "Tell")).to.equal("1");
    const filled = await world.create(widened.packageId, { memo: "kept" });
    const error = await rejectionOf(world.exercise(first.packageId, filled, "Tell"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED");
  });

  it("reject a contract for which the new code computes other signatories", async () => {
    const noSigner = notes({
      version: "2.0.0",
      signatories: "[@Party this.owner, this.other]",
    });
    const ledger = await Notes.of(first, noSigner);
    const { partyDetails } = await allocateParty(ledger.ledger, { partyIdHint: "second" });
    const contractId = await ledger.create(first.packageId, { other: partyDetails.party });
    const error = await rejectionOf(ledger.exercise("#notes", contractId, "Tell"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED");
  });

  it("reject a contract that violates the precondition of the new code", async () => {
    const stricter = notes({ version: "2.0.0", precondition: "precondition False;" });
    const world = await Notes.of(first, stricter);
    const contractId = await world.create(first.packageId);
    const error = await rejectionOf(world.exercise("#notes", contractId, "Tell"));
    expect(error.code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
  });

  it("reject a contract of a package with another name", async () => {
    const world = await Notes.of(first, notes({ name: "memos", version: "2.0.0" }));
    const contractId = await world.create("#notes");
    const error = await rejectionOf(world.exercise("#memos", contractId, "Tell"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED");
  });

  it("reject a contract whose id does not commit to the content that the new code reads", async () => {
    const renamed = notes({ version: "2.0.0", second: "another" });
    const world = await Notes.unchecked(first, renamed);
    const contractId = await world.create(first.packageId);
    expect(await world.exercise(first.packageId, contractId, "Tell")).to.equal("1");
    const error = await rejectionOf(world.exercise("#notes", contractId, "Tell"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED");
  });

  it("find a contract by its key, even if another version created it", async () => {
    const world = await Notes.of(first, widened);
    await world.createKeyed(first.packageId);
    expect(await world.tellByKey("#notes", "1")).to.equal("2");
    expect(await world.tellByKey(first.packageId, "1")).to.equal("1");
  });

  it("reject a contract for which the new code computes another key", async () => {
    const world = await Notes.of(first, notes({ version: "2.0.0", keyTag: 2 }));
    await world.createKeyed(first.packageId);
    const error = await rejectionOf(world.tellByKey("#notes", "1"));
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED");
    const missing = await rejectionOf(world.tellByKey("#notes", "2"));
    expect(missing.code).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  const refused: readonly (readonly [string, NotesVersion])[] = [
    ["adds a field that is not Optional", { version: "2.0.0", fields: ", memo: Text" }],
    ["removes a choice", { version: "2.0.0", withoutChoice: true }],
    ["removes a constructor", { version: "2.0.0", colours: "Red" }],
    ["reorders constructors", { version: "2.0.0", colours: "Green, Red" }],
  ];
  for (const [what, source] of refused) {
    it(`are refused at the upload if a new version ${what}`, async () => {
      const world = await Notes.of(first);
      const dar = assembleDar(notes(source));
      const error = await rejectionOf(uploadDar(world.ledger, { dar }));
      expect(error.code).to.equal("NOT_VALID_UPGRADE_PACKAGE");
    });
  }

  it("are accepted if a new version appends a constructor", async () => {
    const world = await Notes.of(first);
    const appended = notes({ version: "2.0.0", colours: "Red, Green, Blue" });
    await uploadDar(world.ledger, { dar: assembleDar(appended) });
    expect(world.ledger.state.packages.versions("notes")).to.have.length(2);
  });

  it("are refused at the upload if an older version does not fit an existing newer one", async () => {
    const world = await Notes.of(widened);
    const narrower = notes({ version: "1.5.0", fields: ", memo: Text" });
    const error = await rejectionOf(uploadDar(world.ledger, { dar: assembleDar(narrower) }));
    expect(error.code).to.equal("NOT_VALID_UPGRADE_PACKAGE");
  });
});
