import { expect } from "chai";

import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { allocateParty, createLedger, type Ledger, uploadDar } from "../../lib/index.ts";
import { listScripts, runScript, type Script } from "../../lib/script/index.ts";
import { sharedFile } from "../support/shared.ts";

const clock = { freeze: "1970-01-01T00:00:00Z" } as const;

/** Real DARs with scripts, and how many of these take no argument. */
const dars = [
  { file: "my-exercise-app.dar", count: 1, library: /^daml-script 3\.3\.0\.20250502/u },
  { file: "CantonExamples.dar", count: 11, library: /^daml3-script 3\.2/u },
  { file: "splice-amulet-test-0.1.8.dar", count: 50, library: /^daml-script 3\.3\.0\.20250214/u },
] as const;

for (const { file, count, library } of dars) {
  describe(`The scripts of ${file}`, function () {
    this.timeout(120_000);
    let scripts: readonly Script[] = [];
    let ledger: Ledger;

    before(async function () {
      const dar = sharedFile(this, "dars", "scripts", file);
      scripts = listScripts(dar);
      // What these were compiled for: rollbacks that undo something were allowed.
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

describe("A script that takes an argument", () => {
  let script: Script;
  let ledger: Ledger;

  before(async function () {
    this.timeout(60_000);
    const scripts = listScripts(sharedFile(this, "dars", "scripts", "my-exercise-app.dar"));
    script = first(scripts, ({ argument }) => argument !== undefined);
    ledger = await createLedger({ daml: createDamlLoader() });
  });

  it("tells its types", () => {
    expect(script).to.include({ argument: "SetupFactoriesScript:Args", result: "()" });
  });

  it("takes JSON, brings its packages to the ledger, and gives JSON", async () => {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "Olga" });
    const argument = { operator: partyDetails.party };
    const { result } = await runScript(script, { ledger, argument });
    expect(result).to.deep.equal({});
    expect(ledger.state.active.all.size).to.be.above(0);
  });

  it("tells the question, the place and the error of the ledger when it fails", async () => {
    const argument = { operator: "Nobody" };
    const error = await failure(runScript(script, { ledger, argument }));
    expect(error).to.have.nested.property("ledgerError.code", "UNKNOWN_INFORMEES");
    expect(error).to.include({ command: "Submit", script: "SetupFactoriesScript:createFactories" });
    expect(error).to.have.nested.property("places[0].line", 22);
    expect(error.message).to.include("submit at exercise-app-0.1.0:SetupFactoriesScript:22");
  });

  it("wants it, and wants it to fit", async () => {
    const missing = await failure(runScript(script, { ledger }));
    expect(missing.message).to.include("SetupFactoriesScript:Args");
    const unfit = await failure(runScript(script, { ledger, argument: {} }));
    expect(unfit.message).to.include("operator");
  });
});

describe("Scripts of before protocol version 35", () => {
  it("that undo what has happened fail from it on", async function () {
    this.timeout(60_000);
    const dar = sharedFile(this, "dars", "scripts", "splice-amulet-test-0.1.8.dar");
    const script = first(listScripts(dar), ({ name }) =>
      name.endsWith(":testTransferExceedsMaxInputs"),
    );
    const ledger = await createLedger({ daml: createDamlLoader(), protocolVersion: 35, clock });
    const error = await failure(runScript(script, { ledger }));
    expect(error).to.have.nested.property("ledgerError.code", "DAML_EFFECTFUL_ROLLBACK_ERROR");
  });
});

const failure = async (run: Promise<unknown>): Promise<Error> => {
  const outcome = await run.catch((error: unknown) => error);
  expect(outcome).to.be.an("error");
  return outcome as Error;
};

const first = (scripts: readonly Script[], test: (script: Script) => boolean): Script =>
  scripts.find(test) ?? expect.fail("there is no such script");
