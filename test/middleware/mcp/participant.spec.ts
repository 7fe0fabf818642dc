import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger } from "../../../lib/index.ts";
import { contracts } from "../../support/counter-scripts.ts";
import { McpClient } from "../../support/mcp-stage.ts";
import { ScriptStage } from "../../support/script-stage.ts";
import { type ServedLedger, serveLedger } from "../../support/served-ledger.ts";

describe("MCP for a participant, which has the JSON Ledger API only", () => {
  let served: ServedLedger;
  let agent: McpClient;

  before(async () => {
    const ledger = await createLedger({ seed: 1, daml: createDamlLoader() });
    served = await serveLedger(ledger, { auth: "disabled", errors: "exact" });
    agent = await McpClient.of({
      url: served.baseUrl,
      token: () => undefined,
      controlSecret: undefined,
    });
  });

  after(async () => {
    await agent.close();
    served.close();
  });

  it("reads the types of templates from the archives, also of DARs that are uploaded later", async () => {
    expect((await agent.call("list_templates")).at("templates")).to.deep.equal([]);
    const base64 = Buffer.from(new ScriptStage(contracts(false)).dar).toString("base64");
    await agent.call("upload_dar", { base64 });
    const told = await agent.call("describe_template", { templateId: "Counter" });
    expect(told.at("fields")).to.deep.equal({ owner: "Party", count: "Int" });
    expect(told.at("interfaces")).to.deep.equal(["#scripts:Main:Shown"]);
  });

  it("submits and queries; its other tools explain that they need the control API", async () => {
    await agent.call("allocate_party", { name: "olga" });
    const created = await agent.call("submit", {
      actAs: ["olga"],
      commands: [
        {
          CreateCommand: {
            templateId: "Counter",
            createArguments: { owner: "olga", count: "7" },
          },
        },
      ],
    });
    const shown = await agent.call("query_contracts", { party: "olga", templateId: "Shown" });
    expect(shown.at("contracts.0.contractId")).to.equal(
      created.at("transaction.events.0.contractId"),
    );
    expect(JSON.stringify(shown.at("contracts.0.views"))).to.include('{"number":"7"}');
    expect((await agent.call("list_updates", { party: "olga" })).at("updates")).to.have.length(1);
    expect(await agent.refusal("take_snapshot")).to.match(/^CONTROL_API_NOT_AVAILABLE: /u);
    expect(
      await agent.refusal("submit", {
        actAs: ["olga"],
        commands: [{ CreateCommand: { templateId: "Counter", createArguments: {} } }],
      }),
    ).to.match(/^COMMAND_PREPROCESSING_FAILED: Missing non-optional fields: Set\(owner, count\)/u);
  });
});
