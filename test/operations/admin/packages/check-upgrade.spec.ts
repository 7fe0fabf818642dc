import { expect } from "chai";

import { openMarket } from "../../../../examples/real-coin/market.ts";
import {
  allocateParty,
  checkUpgrade,
  createUser,
  type UpgradeReport,
  uploadDar,
} from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import {
  createLedger,
  definePackage,
  defineTemplate,
  Int64,
  type Ledger,
  Optional,
  Party,
  Text,
} from "../../../../lib/index.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { notes, type NotesVersion } from "../../../support/lf/notes.ts";
import { sharedFile } from "../../../support/shared.ts";

const first = notes({ version: "1.0.0" });

const darOf = (
  version: Omit<NotesVersion, "version"> & { readonly version?: string },
): Uint8Array => assembleDar(notes({ version: "2.0.0", ...version }));

const failed = "DA.Exception.PreconditionFailed:PreconditionFailed";
const thrown = `throw @Bool @${failed} ${failed} {message = "no"}`;

/** Creates a ledger with three contracts of version 1: two of Note and one of Keyed. */
const notesLedger = async () => {
  const ledger = await createLedger({ daml: createDamlLoader(), seed: 1, protocolVersion: 35 });
  await uploadDar(ledger, { dar: assembleDar(first) });
  const [ann = "", ben = ""] = await Promise.all(
    ["ann", "ben"].map(async (partyIdHint) => {
      const { partyDetails } = await allocateParty(ledger, { partyIdHint });
      return partyDetails.party;
    }),
  );
  const create = (template: string, createArguments: object) =>
    ledger.submit({
      actAs: ann,
      commands: { CreateCommand: { templateId: `#notes:Main:${template}`, createArguments } },
    });
  await create("Note", { owner: ann, other: ben });
  await create("Note", { owner: ann, other: ann });
  await create("Keyed", { owner: ann });
  return { ledger, ann, ben };
};

const outline = ({ failures }: UpgradeReport): readonly string[] =>
  failures.map(({ rule, templateId }) => `${templateId.split(":").at(-1) ?? ""}: ${rule}`);

/**
 * Exercises a choice of the highest version on each contract. Returns the error code for each rejected one.
 */
const refusedOn = async (ledger: Ledger, actAs: readonly string[]): Promise<readonly string[]> => {
  const refused: string[] = [];
  for (const { contract } of ledger.state.active.all.values()) {
    const { contractId, templateId } = contract;
    const name = templateId.split(":").at(-1) ?? "";
    const exercise = {
      ...{ templateId: `#notes:Main:${name}`, contractId, choice: "Tell", choiceArgument: {} },
    };
    await ledger
      .submit({ actAs: [...actAs], commands: { ExerciseCommand: exercise } })
      .catch(() => refused.push(contractId));
  }
  return refused;
};

describe("checkUpgrade", () => {
  it("finds nothing if all contracts can be used with the new version, and writes nothing", async () => {
    const { ledger } = await notesLedger();
    const { state } = ledger;
    const report = await checkUpgrade(ledger, { dar: darOf({ fields: ", memo: Optional Text" }) });
    expect(report).to.deep.include({ isGood: true, failures: [] });
    expect(report.packages).to.have.length(1);
    expect(report.packages[0]).to.deep.include({
      name: "notes",
      version: "2.0.0",
      comparedWith: ["1.0.0"],
      problems: [],
      contracts: 3,
    });
    expect(ledger.state).to.equal(state);
    const higher = await checkUpgrade(ledger, { dar: darOf({ version: "0.9.0" }) });
    expect(higher.packages[0]?.comparedWith).to.deep.equal(["1.0.0"]);
  });

  const broken: readonly (readonly [string, Omit<NotesVersion, "version">, readonly string[]])[] = [
    [
      "the precondition",
      { precondition: "precondition False;" },
      ["Note: precondition", "Note: precondition"],
    ],
    [
      "a precondition that throws PreconditionFailed",
      { precondition: `precondition ${thrown};` },
      ["Note: precondition", "Note: precondition"],
    ],
    [
      "signatories, and with them observers",
      { signatories: "[@Party this.owner, this.other]" },
      ["Note: signatories", "Note: observers"],
    ],
    ["the key", { keyTag: 2 }, ["Keyed: key"]],
    [
      "code that fails",
      { signatories: '(ERROR @(List Party) "no")' },
      ["Note: evaluation", "Note: evaluation"],
    ],
  ];
  for (const [what, change, failures] of broken) {
    it(`finds ${what} for each contract whose exercise is rejected`, async () => {
      const { ledger, ann, ben } = await notesLedger();
      const dar = darOf(change);
      const report = await checkUpgrade(ledger, { dar });
      expect(report.isGood).to.equal(false);
      expect(outline(report)).to.deep.equal(failures);
      const tried = await ledger.fork();
      await uploadDar(tried, { dar });
      const refused = await refusedOn(tried, [ann, ben]);
      expect(refused).to.deep.equal([
        ...new Set(report.failures.map(({ contractId }) => contractId)),
      ]);
    });
  }

  it("returns values before and after, as JSON of the API", async () => {
    const { ledger, ann, ben } = await notesLedger();
    const of = async (change: Omit<NotesVersion, "version">) => {
      const { failures } = await checkUpgrade(ledger, { dar: darOf(change) });
      return failures.map(({ before, after }) => ({ before, after }));
    };
    expect(await of({ signatories: "[@Party this.owner, this.other]" })).to.deep.equal([
      { before: [ann], after: [ann, ben].sort() },
      { before: [ben], after: [] },
    ]);
    expect(await of({ keyTag: 2 })).to.deep.equal([
      { before: { owner: ann, tag: "1" }, after: { owner: ann, tag: "2" } },
    ]);
    const [note] = await of({
      precondition: "precondition False;",
      fields: ", memo: Optional Text",
    });
    expect(note).to.deep.equal({
      before: { owner: ann, other: ben },
      after: { owner: ann, other: ben },
    });
  });

  it("finds everything that prevents vetting the packages together", async () => {
    const { ledger } = await notesLedger();
    const problems = async (change: Omit<NotesVersion, "version">) =>
      (await checkUpgrade(ledger, { dar: darOf(change) })).packages.flatMap(
        (each) => each.problems,
      );
    expect(await problems({ withoutChoice: true })).to.deep.equal([
      "Main:Note lacks the choice Tell (MissingChoice)",
      "Main:Note lacks the choice Show (MissingChoice)",
    ]);
    expect(await problems({ fields: ", memo: Text" })).to.have.length(2);
    const again = await checkUpgrade(ledger, { dar: darOf({ version: "1.0.0", keyTag: 2 }) });
    expect(again.isGood).to.equal(false);
    expect(again.packages[0]?.problems[0]).to.match(
      /another package has its version: [0-9a-f]{64}/u,
    );
  });

  it("finds missing templates, and arguments that cannot be converted", async () => {
    const { ledger } = await notesLedger();
    const gone = await checkUpgrade(ledger, { dar: darOf({ fields: ", memo: Text" }) });
    expect(outline(gone)).to.deep.equal([
      "Note: translation",
      "Note: translation",
      "Keyed: translation",
    ]);
    expect(gone.failures[0]?.message).to.include("memo");
    const task = defineTemplate("Main:Other", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    const other = definePackage({ name: "notes", version: "3.0.0", templates: { task } });
    const without = await checkUpgrade(ledger, { packages: [other] });
    expect([...new Set(outline(without))]).to.deep.equal([
      "Note: missingTemplate",
      "Keyed: missingTemplate",
    ]);
  });

  it("checks templates in TypeScript, and contracts in flight", async () => {
    const taskOf = (isStrict: boolean) =>
      defineTemplate("Main:Task", {
        payload: { owner: Party, title: Text, priority: Optional(Int64) },
        signatories: ({ owner }) => [owner],
        ensure: ({ title }) => !isStrict || title !== "bad",
      });
    const [Task, Strict] = [taskOf(false), taskOf(true)];
    const v1 = definePackage({ name: "tasks", version: "1.0.0", templates: { Task } });
    const v2 = definePackage({ name: "tasks", version: "1.1.0", templates: { Task: Strict } });
    const synchronizers = [{ alias: "east" }, { alias: "west" }];
    const ledger = await createLedger({ packages: [v1], seed: 1, synchronizers });
    const [east, west] = ledger.state.synchronizers.map(({ id }) => id);
    const { partyDetails } = await allocateParty(ledger, { synchronizerId: east ?? "" });
    const owner = partyDetails.party;
    await ledger.submit({
      actAs: owner,
      commands: [
        Task.create({ owner, title: "bad", priority: 1n }),
        Task.create({ owner, title: "good", priority: null }),
      ],
    });
    expect(west).to.not.equal(undefined);
    const report = await checkUpgrade(ledger, { packages: [v2] });
    expect(outline(report)).to.deep.equal(["Task: precondition"]);
    expect(report.failures[0]?.before).to.deep.equal({ owner, title: "bad", priority: "1" });
  });

  it("is allowed only for administrators, and requires packages", async () => {
    const { ledger } = await notesLedger();
    expect((await rejectionOf(checkUpgrade(ledger, {}))).path).to.equal("dar");
    const { code } = await rejectionOf(checkUpgrade(ledger, { dar: new Uint8Array(9) }));
    expect(code).to.equal("INVALID_DAR");
    await createUser(ledger, {
      user: { id: "ann", primaryParty: "", isDeactivated: false, identityProviderId: "" },
    });
    const ann = { kind: "user", userId: "ann", identityProviderId: "", claims: [] } as never;
    expect((await rejectionOf(checkUpgrade(ledger, { dar: darOf({}) }, ann))).code).to.equal(
      "PERMISSION_DENIED",
    );
  });
});

describe("checkUpgrade with the real coin", () => {
  it("finds that only the AmuletRules contract is incompatible with the next version of Splice Amulet", async function () {
    const market = await openMarket(sharedFile(this, "dars", "splice-amulet-0.1.14.dar"));
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.20.dar");
    const report = await checkUpgrade(market, { dar });
    expect(report.packages.flatMap(({ problems }) => problems)).to.deep.equal([]);
    expect(outline(report)).to.deep.equal(["AmuletRules: precondition"]);
  });
});
