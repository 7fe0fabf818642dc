import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect } from "chai";

import { McpClient } from "../../support/mcp-stage.ts";

describe("ledger-in-a-box mcp over standard input and output @slow", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "mcp-"));
  });

  after(() => rm(folder, { recursive: true }));

  it("answers calls, writes output of fixtures to standard error only, and ends when its client disconnects", async () => {
    const fixture = join(folder, "market.mjs");
    await writeFile(
      fixture,
      'console.log("not for the protocol"); export default { steps: [{ party: "zoe" }] };',
    );
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        join(import.meta.dirname, "..", "..", "..", ".ci", "start.js"),
        "mcp",
        "--allow-writes",
        "--fixtures",
        fixture,
      ],
      stderr: "pipe",
    });
    let said = "";
    transport.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<void>((resolve) => {
      transport.stderr?.on("end", () => resolve());
    });
    const errors: Error[] = [];
    const agent = new McpClient();
    agent.client.onerror = (error) => errors.push(error);
    await agent.client.connect(transport);
    expect((await agent.call("list_parties")).text("parties.1.party")).to.match(/^zoe::/u);
    await agent.call("allocate_party", { name: "alice" });
    await agent.close();
    await ended;
    expect(errors).to.deep.equal([]);
    expect(said).to.include("not for the protocol");
    expect(said).to.match(/MCP on standard input and output\. Ledger API: http:\S+/u);
    expect(said).to.not.include("eyJ");
  });
});
