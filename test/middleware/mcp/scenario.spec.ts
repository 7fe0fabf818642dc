import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { contracts, ownScripts, queries } from "../../support/counter-scripts.ts";
import { McpClient, type McpCommand, startedMcp } from "../../support/mcp-stage.ts";
import { ScriptStage } from "../../support/script-stage.ts";

const counter = "#scripts:Main:Counter";

describe("MCP: a scenario of an agent", () => {
  let folder: string;
  let dar: string;
  let command: McpCommand;
  let agent: McpClient;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "mcp-"));
    dar = join(folder, "counter.dar");
    await writeFile(
      dar,
      new ScriptStage(`${contracts(true)} ${queries} ${ownScripts}`, "3.4", "2.3").dar,
    );
    command = await startedMcp(["--allow-writes"]);
    agent = await McpClient.at(command.url);
  });

  after(async () => {
    await agent.close();
    await command.stop();
    await rm(folder, { recursive: true });
  });

  it("loads a DAR, allocates parties, creates a contract, gets an error and its explanation, fixes the command, and reverts the ledger", async () => {
    expect((await agent.call("upload_dar", { file: dar })).at("added")).to.include(counter);
    const owner = (await agent.call("allocate_party", { name: "olga" })).text("party");
    await agent.call("allocate_party", { name: "peter" });

    const told = await agent.call("describe_template", { templateId: "Counter", choice: "Add" });
    expect(told.at("fields")).to.deep.equal({ owner: "Party", count: "Int" });
    expect(told.at("choices.0.argument")).to.deep.equal({ by: "Int" });
    expect(told.at("key")).to.equal("Party");

    const created = await agent.call("submit", {
      actAs: ["olga"],
      commands: [
        { CreateCommand: { templateId: counter, createArguments: { owner, count: "1" } } },
      ],
    });
    const contractId = created.text("transaction.events.0.contractId");

    await agent.call("take_snapshot", { name: "one counter" });
    const add = (actAs: string) => ({
      actAs: [actAs],
      readAs: ["olga"],
      commandId: `add as ${actAs}`,
      commands: [
        {
          ExerciseCommand: {
            templateId: counter,
            contractId,
            choice: "Add",
            choiceArgument: { by: "2" },
          },
        },
      ],
    });
    const refusal = await agent.refusal("submit", add("peter"));
    expect(refusal).to.match(/^DAML_AUTHORIZATION_ERROR: /u);
    expect(refusal).to.include(`What to do: Add ${owner} to actAs.`);
    const explained = await agent.call("explain_refusal", { commandId: "add as peter" });
    expect(explained.text("explanation")).to.include(`Add ${owner} to actAs.`);

    const dry = await agent.call("dry_run", add("olga"));
    expect(dry.at("transaction.events.1.argument")).to.deep.equal({ owner, count: "3" });
    const added = await agent.call("submit", add("olga"));
    const explanation = await agent.call("explain_update", {
      offset: added.at("transaction.offset"),
      parties: ["olga", "peter"],
    });
    expect(explanation.at("parties.0.seesAll")).to.equal(true);
    expect(explanation.at("parties.1.seesNothing")).to.equal(true);

    await agent.call("revert", { snapshot: "one counter" });
    const contractsOfOlga = await agent.call("query_contracts", { party: "olga" });
    expect(contractsOfOlga.at("contracts")).to.have.length(1);
    expect(contractsOfOlga.at("contracts.0.argument")).to.deep.equal({ owner, count: "1" });
    expect(contractsOfOlga.at("contracts.0.key")).to.equal(owner);
  });

  it("gets module and line of failing Daml code, and runs the scripts of a DAR", async () => {
    const tests = await agent.call("run_scripts", { file: dar, filter: "fails" });
    expect(tests.at("failed")).to.equal(1);
    const skipping = await agent.call("run_scripts", { file: dar, filter: "s" });
    expect(skipping.at("skipped")).to.include("Main:creates");
    expect(tests.text("scripts.0.failure")).to.include("TEMPLATE_PRECONDITION_VIOLATED");
    expect(await agent.refusal("run_scripts", { file: dar, filter: "none" })).to.include("fails");
    expect(await agent.refusal("upload_dar", { base64: "AAAA" }))
      .to.match(/^INVALID_DAR: /u)
      .and.not.include("curl");
    const owner = (await agent.call("allocate_party", { name: "zoe" })).text("party");
    await agent.call("upload_dar", { file: dar });
    const refusal = await agent.refusal("submit", {
      actAs: ["zoe"],
      commands: [
        {
          CreateAndExerciseCommand: {
            templateId: counter,
            createArguments: { owner, count: "1" },
            choice: "Throw",
            choiceArgument: {},
          },
        },
      ],
    });
    expect(refusal).to.match(/^DAML_FAILURE: .*thrown$/mu);
    expect(refusal).to.match(/^Daml: Failed at Main \(Counter choice Throw, scripts-1\.0\.0\)$/mu);
    const key = await agent.call("submit", {
      actAs: ["zoe"],
      commands: [
        { CreateCommand: { templateId: counter, createArguments: { owner, count: "5" } } },
        {
          ExerciseByKeyCommand: {
            templateId: counter,
            contractKey: owner,
            choice: "Read",
            choiceArgument: { more: "1" },
          },
        },
      ],
    });
    expect(key.at("transaction.events.1.result")).to.equal("6");
  });
});
