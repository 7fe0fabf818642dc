import { expect } from "chai";

import { listScripts, runScript, type Script } from "../../fixtures/script/index.ts";
import { allocateParty, uploadDar } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { runCommand } from "../support/command-line.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";

const clock = { freeze: "1970-01-01T00:00:00Z" } as const;

/** Real DARs with scripts, and the number of their scripts without an argument. */
const dars = [
  { file: "my-exercise-app.dar", count: 1, library: /^daml-script 3\.3\.0\.20250502/u },
  { file: "CantonExamples.dar", count: 11, library: /^daml3-script 3\.2/u },
  { file: "splice-amulet-test-0.1.8.dar", count: 50, library: /^daml-script 3\.3\.0\.20250214/u },
] as const;

for (const { file, count, library } of dars) {
  describe(`scripts of ${file} @slow`, function () {
    let scripts: readonly Script[] = [];
    let ledger: Ledger;

    before(async function () {
      const dar = sharedFile(this, "dars", "scripts", file);
      scripts = listScripts(dar);
      // The scripts were compiled for this version, which allows rollbacks of effects.
      ledger = await createLedger({ daml: createDamlLoader(), protocolVersion: 34, clock });
      await uploadDar(ledger, { dar });
    });

    it("are found by their types", () => {
      expect(scripts.filter(({ argument }) => argument === undefined)).to.have.length(count);
      for (const script of scripts) expect(script.library).to.match(library);
    });

    it("pass, each on a fork of one ledger", async () => {
      for (const script of scripts) {
        if (script.argument === undefined) {
          await runScript(script, { ledger: await ledger.fork() });
        }
      }
    });
  });
}

describe("script with an argument @slow", () => {
  let script: Script;
  let ledger: Ledger;

  before(async function () {
    const scripts = listScripts(sharedFile(this, "dars", "scripts", "my-exercise-app.dar"));
    script = first(scripts, ({ argument }) => argument !== undefined);
    ledger = await createLedger({ daml: createDamlLoader() });
  });

  it("reports its types", () => {
    expect(script).to.include({ argument: "SetupFactoriesScript:Args", result: "()" });
  });

  it("takes JSON, uploads its packages to the ledger, and returns JSON", async () => {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "Olga" });
    const argument = { operator: partyDetails.party };
    const { result } = await runScript(script, { ledger, argument });
    expect(result).to.deep.equal({});
    expect(ledger.state.active.all.size).to.be.above(0);
  });

  it("reports the question, the source location and the ledger's error when it fails", async () => {
    const argument = { operator: "Nobody" };
    const error = await failure(runScript(script, { ledger, argument }));
    expect(error).to.have.nested.property("ledgerError.code", "UNKNOWN_INFORMEES");
    expect(error).to.include({ command: "Submit", script: "SetupFactoriesScript:createFactories" });
    expect(error).to.have.nested.property("places[0].line", 22);
    expect(error.message).to.include("submit at exercise-app-0.1.0:SetupFactoriesScript:22");
  });

  it("requires an argument of its type", async () => {
    const missing = await failure(runScript(script, { ledger }));
    expect(missing.message).to.include("SetupFactoriesScript:Args");
    const unfit = await failure(runScript(script, { ledger, argument: {} }));
    expect(unfit.message).to.include("operator");
  });
});

describe("scripts from before protocol version 35 @slow", () => {
  it("fail from version 35 on if they roll back effects", async function () {
    const dar = sharedFile(this, "dars", "scripts", "splice-amulet-test-0.1.8.dar");
    const script = first(listScripts(dar), ({ name }) =>
      name.endsWith(":testTransferExceedsMaxInputs"),
    );
    const ledger = await createLedger({ daml: createDamlLoader(), protocolVersion: 35, clock });
    const error = await failure(runScript(script, { ledger }));
    expect(error).to.have.nested.property("ledgerError.code", "DAML_EFFECTFUL_ROLLBACK_ERROR");
  });
});

describe("summary and coverage of CantonExamples.dar @slow", () => {
  it("have the same lines as daml test (daml-script.md 4)", async function () {
    sharedFile(this, "dars", "scripts", "CantonExamples.dar");
    const file = sharedPath("dars", "scripts", "CantonExamples.dar") ?? "";
    const { code, output } = await runCommand(["test", file, "--filter", "Iou:"]);
    expect(code).to.equal(0);
    expect(output).to.equal(`Test Summary

Iou.daml:aliceTransfersAndBobCallsIou: ok, 1 active contracts, 3 transactions.
Iou.daml:aliceTransfersIouToBob: ok, 1 active contracts, 2 transactions.
Iou.daml:bankIssuesIouToAlice: ok, 1 active contracts, 1 transactions.
Iou.daml:davidsBankIssuesIouToDavid: ok, 1 active contracts, 1 transactions.

Modules internal to this package:
- Internal templates
  13 defined
  2 ( 15.4%) created
- Internal template choices
  27 defined
  2 (  7.4%) exercised
- Internal interface implementations
  0 defined
    0 internal interfaces
    0 external interfaces
- Internal interface choices
  0 defined
  0 (100.0%) exercised
Modules external to this package:
- External templates
  0 defined
  0 (100.0%) created in any tests
  0 (100.0%) created in internal tests
  0 (100.0%) created in external tests
- External template choices
  0 defined
  0 (100.0%) exercised in any tests
  0 (100.0%) exercised in internal tests
  0 (100.0%) exercised in external tests
- External interface implementations
  0 defined
    0 internal interfaces
    0 external interfaces
- External interface choices
  0 defined
  0 (100.0%) exercised in any tests
  0 (100.0%) exercised in internal tests
  0 (100.0%) exercised in external tests
`);
  });
});

describe("scripts of CantonExamples.dar @slow", () => {
  it("fail on a participant that returns other contract ids", async function () {
    const scripts = listScripts(sharedFile(this, "dars", "scripts", "CantonExamples.dar"));
    const failedOn = async (isTrue: boolean): Promise<readonly Error[]> => {
      const ledger = await createLedger({ daml: createDamlLoader(), protocolVersion: 34 });
      const answer = createFetch(ledger, { auth: "disabled" });
      const fetch: typeof answer = async (input, init) => {
        const response = await answer(input, init);
        const url = input instanceof Request ? input.url : String(input);
        if (isTrue || !response.ok || !url.includes("/v2/commands/")) return response;
        const text = (await response.text()).replaceAll(
          /"00[\da-f]{100,}"/gu,
          `"00${"ab".repeat(32)}ca121220${"ab".repeat(32)}"`,
        );
        return new Response(text, { headers: { "Content-Type": "application/json" } });
      };
      const participant = { url: "http://ledger.test", fetch };
      const failed: Error[] = [];
      for (const script of scripts) {
        if (script.argument !== undefined) continue;
        try {
          await runScript(script, { participant });
        } catch (error) {
          failed.push(error as Error);
        }
      }
      return failed;
    };
    expect(await failedOn(true)).to.deep.equal([]);
    const failed = await failedOn(false);
    expect(failed).not.to.be.empty;
    for (const error of failed) {
      expect(error).to.have.nested.property("ledgerError.code", "CONTRACT_NOT_FOUND");
    }
  });
});

const failure = async (run: Promise<unknown>): Promise<Error> => {
  const outcome = await run.catch((error: unknown) => error);
  expect(outcome).to.be.an("error");
  return outcome as Error;
};

const first = (scripts: readonly Script[], test: (script: Script) => boolean): Script =>
  scripts.find(test) ?? expect.fail("there is no such script");
