import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import fc from "fast-check";
import * as z from "zod";

import { tokenFor } from "../../../fixtures/testing/index.ts";
import { definePackage, defineTemplate, Party } from "../../../lib/index.ts";
import {
  addressOf,
  controlSecret,
  type IouServer,
  serveIou as serve,
} from "../../support/mcp-ledger.ts";
import { McpClient, type McpCommand, serveStreams, startedMcp } from "../../support/mcp-stage.ts";
import { runs } from "../../support/properties.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

describe("MCP server", () => {
  let served: IouServer;
  let agent: McpClient;

  before(async () => {
    served = await serve();
    agent = await McpClient.of(addressOf(served));
  });

  after(async () => {
    await agent.close();
    await served.close();
  });

  it("gives each tool a description with an example that fits its schema", async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).to.include.members([
      "describe_ledger",
      "list_templates",
      "submit",
      "dry_run",
      "explain_refusal",
      "revert",
    ]);
    for (const { name, description = "", inputSchema, outputSchema } of tools) {
      const example: unknown = inputSchema["examples"];
      expect(description, name).to.include(`Example: ${JSON.stringify(example).slice(1, -1)}`);
      expect(outputSchema?.type, name).to.equal("object");
      const [given] = z.array(z.record(z.string(), z.unknown())).parse(example);
      // The names in an example may be unknown to this ledger, but its form is right.
      const said = await agent.said(name, given);
      expect(said, name).to.not.include("Arguments:");
      if (name === "load_fixture") expect(said).to.match(/^\{"names":/u);
    }
  });

  it("is read-only by default: it hides tools that write, and explains how to enable them", async () => {
    const reader = await McpClient.of(addressOf(served), { allowsWrites: false });
    const names = await reader.toolNames();
    expect(names).to.include.members(["query_contracts", "dry_run", "run_scripts"]);
    for (const name of ["submit", "allocate_party", "upload_dar", "revert", "move_clock"]) {
      expect(names).to.not.include(name);
    }
    expect(await reader.refusal("allocate_party", { name: "alice" })).to.match(
      /^READ_ONLY: .*\n.*npx ledger-in-a-box mcp --allow-writes/u,
    );
    await reader.close();
  });

  it("suggests the valid form if a name or an argument is wrong", async () => {
    const alice = (await agent.call("allocate_party", { name: "alice" })).text("party");
    const refusal = (name: string, given: Record<string, unknown>): Promise<string> =>
      agent.refusal(name, given);
    expect(await refusal("query_contract", {})).to.include("Nearest valid name: query_contracts");
    expect(await refusal("describe_template", {})).to.include(
      "expected string, received undefined\n  → at templateId",
    );
    expect(await refusal("describe_template", { templateid: "Iou" })).to.include(
      "Nearest valid name: templateId",
    );
    expect(await refusal("list_templates", { limit: "10" })).to.include(
      "expected number, received string\n  → at limit",
    );
    expect(await refusal("query_contracts", { party: "alise" })).to.include(
      `PARTY_NOT_KNOWN: The ledger has no party alise.\nNearest valid name: ${alice}`,
    );
    expect(await refusal("query_contracts", { templateId: "Iuo" })).to.match(
      /^TEMPLATE_NOT_FOUND: .*\nNearest valid name: #\S+:Iou$/mu,
    );
    expect(await refusal("query_contracts", { cursor: "x" })).to.include("cursor: ");
    expect(await refusal("revert", { snapshot: "no such" })).to.match(/^SNAPSHOT_NOT_FOUND: /u);
    expect(await refusal("submit", { actAs: ["alice"], commands: [{}] })).to.include(
      "Give exactly one of CreateCommand, ExerciseCommand, ExerciseByKeyCommand, CreateAndExerciseCommand\n  → at commands[0]",
    );
    const commands = [{ CreateCommand: { template: "Iou", createArguments: {} } }];
    expect(await refusal("submit", { actAs: ["alice"], commands }))
      .to.include('Unrecognized key: "template"\n  → at commands[0].CreateCommand')
      .and.include("Nearest valid name: templateId");
  });

  it("names the arguments at fault, not the fields of the requests to the ledger", async () => {
    const party = (await agent.call("allocate_party", { name: "faye" })).text("party");
    expect(await agent.refusal("allocate_party", { name: "faye" })).to.include(`Use ${party}`);
    const places = [
      ["allocate_party", { name: "f::f" }, "/name"],
      ["create_user", { userId: "f f" }, "/userId"],
      ["grant_rights", { userId: "nobody", actAs: ["faye"] }, "/userId"],
      ["list_parties", { cursor: "wrong" }, "/cursor"],
      ["move_clock", { advance: "soon" }, "/advance"],
    ] as const;
    for (const [tool, given, place] of places) {
      const text = await agent.refusal(tool, given);
      expect(text).to.match(new RegExp(`^Where: arguments ${place}$`, "mu"));
    }
    const commands = [{ CreateCommand: { templateId: "Iou", createArguments: { wrong: "1" } } }];
    for (const tool of ["submit", "dry_run"]) {
      expect(await agent.refusal(tool, { actAs: ["faye"], commands })).to.match(
        /^Where: arguments \/commands\/0\/CreateCommand\//mu,
      );
    }
    const steps = [{ party: "f2" }, { submit: { as: "f2", create: { template: "Iou" } } }];
    expect(await agent.refusal("load_fixture", { steps })).to.match(
      /^What to do: Write #\S+:Iou\.$/mu,
    );
  });

  it("discloses a contract to a party that does not see it", async () => {
    const issuer = (await agent.call("allocate_party", { name: "gina" })).text("party");
    await agent.call("allocate_party", { name: "hugo" });
    const createArguments = { issuer, owner: issuer, amount: "1", watchers: [] };
    const created = await agent.call("submit", {
      actAs: ["gina"],
      commands: [{ CreateCommand: { templateId: "Iou", createArguments } }],
    });
    const contractId = created.text("transaction.events.0.contractId");
    const use = (given: object): Record<string, unknown> => ({
      actAs: ["hugo"],
      commands: [
        {
          ExerciseCommand: {
            templateId: "Iou",
            contractId,
            choice: "Tell",
            choiceArgument: { listener: "hugo" },
          },
        },
      ],
      ...given,
    });
    expect(await agent.refusal("dry_run", use({}))).to.match(/^CONTRACT_NOT_FOUND: /u);
    expect(
      await agent.refusal("dry_run", use({ disclosedContracts: [{ contractId }] })),
    ).to.include("query_contracts with blobs: true");
    const read = await agent.call("query_contracts", { party: "gina", blobs: true });
    const { templateId, createdEventBlob } = z
      .object({ templateId: z.string(), createdEventBlob: z.string() })
      .parse(read.at("contracts.0"));
    const disclosedContracts = [{ contractId, templateId, createdEventBlob }];
    const dry = await agent.call("dry_run", use({ disclosedContracts }));
    expect(dry.at("transaction.events.0.result")).to.equal("1.0000000000");
  });

  it("accepts the end of a template's name after a dot", async () => {
    const Thing = defineTemplate("Deep.Module:Thing", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    const deep = await serve({
      packages: [definePackage({ name: "deep", version: "1.0.0", templates: { Thing } })],
    });
    const client = await McpClient.of(addressOf(deep));
    const described = await client.call("describe_template", { templateId: "Module:Thing" });
    expect(described.at("templateId")).to.equal("#deep:Deep.Module:Thing");
    await client.close();
    await deep.close();
  });

  it("passes the ledger's hints on", async () => {
    const owner = (await agent.call("allocate_party", { name: "owner" })).text("party");
    const listed = await agent.call("list_templates", { text: "iou" });
    const templateId = listed.text("templates.0.templateId");
    const create = (createArguments: Record<string, unknown>): Promise<string> =>
      agent.refusal("submit", {
        actAs: ["owner"],
        commands: [{ CreateCommand: { templateId, createArguments } }],
      });
    expect(await create({ issuer: owner })).to.match(
      /^Where: arguments \/commands\/0\/CreateCommand\//mu,
    );
  });

  it("takes short names of templates and of parties, also in values", async () => {
    const issuer = (await agent.call("allocate_party", { name: "issuer" })).text("party");
    const { json } = await agent.call("describe_template", { templateId: "Iou" });
    const { createExample } = z
      .object({
        createExample: z.object({
          CreateCommand: z.object({ createArguments: z.record(z.string(), z.unknown()) }),
        }),
      })
      .parse(json);
    const create = (name: string) => ({
      actAs: ["issuer"],
      commands: [
        {
          CreateCommand: {
            templateId: "Iou",
            createArguments: Object.fromEntries(
              Object.entries(createExample.CreateCommand.createArguments).map(([field, value]) => [
                field,
                value === "alice" ? name : Array.isArray(value) ? [name] : value,
              ]),
            ),
          },
        },
      ],
    });
    const dry = await agent.call("dry_run", create("issuer"));
    expect(dry.at("transaction.events.0.argument.issuer")).to.equal(issuer);
    const traced = await agent.call("dry_run", { ...create("issuer"), trace: true });
    expect(traced.at("trace.steps.0.kind")).to.equal("create");
    expect(traced.at("trace.steps.0.authority.0")).to.equal(issuer);
    expect(await agent.refusal("dry_run", create("isuer"))).to.include(
      `PARTY_NOT_KNOWN: The ledger has no party isuer.\nNearest valid name: ${issuer}`,
    );
    await agent.call("allocate_party", { name: "stranger" });
    const refusal = await agent.refusal("dry_run", {
      ...create("issuer"),
      actAs: ["stranger"],
    });
    expect(refusal).to.include("Why: ").and.include(`What to do: Add ${issuer} to actAs.`);
  });

  it("never shows a secret", async () => {
    const secret = "an unusual secret";
    const other = await McpClient.of({ ...addressOf(served, secret), controlSecret: secret });
    const told = await other.refusal("list_snapshots");
    expect(told).to.include("--control-secret").and.not.include(secret);
    const described = await other.call("describe_ledger");
    expect(described.text("controlApi")).to.include("--control-secret");
    expect(await other.refusal("describe_template", { templateId: secret })).to.not.include(secret);
    await other.close();
    const shown = JSON.stringify((await agent.call("describe_ledger")).json);
    expect(shown).to.not.include(controlSecret);
  });

  it("refuses values that are nested too deeply, and tokens that HTTP does not allow", async () => {
    let steps: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth++) steps = [steps];
    expect(await agent.refusal("load_fixture", { steps: [{ party: steps }] })).to.match(
      /^INVALID_ARGUMENT: The arguments are nested too deeply/u,
    );
    const other = await McpClient.of(addressOf(served, "a\nb"));
    expect(await other.refusal("list_parties")).to.match(/^INVALID_TOKEN: /u);
    await other.close();
  });

  it("refuses names that cannot be part of a URL", async () => {
    for (const name of [".", ".."]) {
      for (const [tool, given] of [
        ["create_user", { userId: name }],
        ["grant_rights", { userId: name }],
        ["take_snapshot", { name }],
      ] as const) {
        expect(await agent.refusal(tool, given)).to.match(/^INVALID_ARGUMENT: /u);
      }
    }
    await fetch(`${served.baseUrl}/v2/users`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user: { id: ".", primaryParty: "", isDeactivated: false } }),
    });
    const listed = await agent.call("list_users", { limit: 100 });
    expect(JSON.stringify(listed.json)).to.include('"id":"."');
  });

  it("returns a name __proto__ of a fixture", async () => {
    const steps = [{ party: { alias: "__proto__" } }];
    expect(await agent.said("load_fixture", { steps })).to.include('"__proto__":"');
  });

  it("names the page about an error, which read_guide returns", async () => {
    const refusal = await agent.refusal("allocate_party", { name: "f::f" });
    const [, given = ""] = /^About this code: read_guide (.*)$/mu.exec(refusal) ?? [];
    const page = await agent.call("read_guide", JSON.parse(given) as Record<string, unknown>);
    expect(page.text("text")).to.match(/^## INVALID_ARGUMENT\n/u);
    expect((await agent.call("read_guide")).at("pages")).to.include.members(["errors", "limits"]);
  });

  it("marks the tools that delete what is on the ledger", async () => {
    const { tools } = await agent.client.listTools();
    const found = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(found.map(({ name }) => name)).to.deep.equal(["revert", "reset"]);
  });

  it("changes only texts that contain a secret", async () => {
    for (const secret of ["true", "12", "party", '"']) {
      const client = await McpClient.of(addressOf(served, secret));
      const { json } = await client.call("list_parties");
      expect(json, secret).to.have.property("parties");
      await client.close();
    }
  });

  it("explains which tools need the control API if the ledger has none", async () => {
    const plain = await serve({ control: false });
    const client = await McpClient.of(addressOf(plain));
    expect((await client.call("describe_ledger")).at("controlApi")).to.include("--control");
    expect(await client.refusal("list_snapshots")).to.match(/^CONTROL_API_NOT_AVAILABLE: /u);
    await client.close();
    await plain.close();
  });

  it("reports that no ledger responds at the URL", async () => {
    const gone = await McpClient.of({
      url: "http://127.0.0.1:1",
      token: () => undefined,
      controlSecret: undefined,
    });
    expect(await gone.refusal("list_parties")).to.match(/^LEDGER_NOT_REACHABLE: /u);
    await gone.close();
  });

  it("returns long results in pages of bounded size", async () => {
    for (const name of ["p1", "p2", "p3"]) await agent.call("allocate_party", { name });
    const first = await agent.call("list_parties", { limit: 2 });
    expect(first.at("parties")).to.have.length(2);
    const second = await agent.call("list_parties", { limit: 2, cursor: first.at("nextCursor") });
    expect(second.at("parties.0.party")).to.not.equal(first.at("parties.0.party"));
    const templates = await agent.call("list_templates", { limit: 1 });
    const rest = await agent.call("list_templates", { cursor: templates.at("nextCursor") });
    expect(rest.at("templates.0.templateId")).to.not.equal(templates.at("templates.0.templateId"));
  });

  const createIous = async (client: McpClient, owner: string, count: number): Promise<void> => {
    await client.call("allocate_party", { name: owner });
    const createArguments = { issuer: owner, owner, amount: "1", watchers: [] };
    for (let left = count; left > 0; left -= 100) {
      const commands = Array.from({ length: Math.min(left, 100) }, () => ({
        CreateCommand: { templateId: "Iou", createArguments },
      }));
      await client.call("submit", { actAs: [owner], commands });
    }
  };

  it("returns 300 contracts in pages, each contract once", async () => {
    await createIous(agent, "rich", 300);
    const found: string[] = [];
    let cursor: unknown;
    do {
      const page = await agent.call("query_contracts", {
        party: "rich",
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const { contracts, nextCursor } = z
        .object({
          contracts: z.array(z.object({ contractId: z.string() })),
          nextCursor: z.string().optional(),
        })
        .parse(page.json);
      found.push(...contracts.map(({ contractId }) => contractId));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(found).to.have.length(300);
    expect(new Set(found)).to.have.length(300);
  });

  it("says that contracts are left out if the version of the API has no pages", async () => {
    const old = await serve({ apiVersion: "3.4" });
    const client = await McpClient.of(addressOf(old));
    await createIous(client, "rich", 3);
    const page = await client.call("query_contracts", { party: "rich", limit: 2 });
    expect(page.at("contracts")).to.have.length(2);
    expect(page.text("note")).to.include("Narrow the query by party and templateId");
    await client.close();
    await old.close();
  });

  it("returns a result or an explained error for any arguments of any tool @property", async () => {
    const { tools } = await agent.client.listTools();
    const word = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom("alice", "Iou", "#iou:Iou:Iou", "1", "00", "__proto__", "toString", "../x"),
    );
    const value = fc.oneof(word, fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.array(word));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tools),
        fc.infiniteStream(value),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        async ({ name, inputSchema: { properties = {} } }, values, chosen) => {
          const given = Object.fromEntries(
            Object.keys(properties).flatMap((key, index) =>
              chosen[index % chosen.length] === true ? [[key, values.next().value]] : [],
            ),
          );
          const text = await agent.said(name, given);
          expect(text).to.not.include("INTERNAL").and.not.include("UNEXPECTED_ANSWER");
          expect(text).to.not.include("HTTP_5");
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe("MCP server: requests to the ledger", () => {
  /** Connects a client to a ledger that answers each path with a value. */
  const withAnswers = (
    answers: (path: string) => object,
    use: (agent: McpClient, paths: readonly string[]) => Promise<void>,
  ): Promise<void> => {
    const paths: string[] = [];
    return withListeningServer(
      ({ url = "" }, response) => {
        paths.push(url.split("?")[0] ?? "");
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(answers(url)));
      },
      async (url) => {
        const agent = await McpClient.of({ url, token: () => undefined, controlSecret: undefined });
        await use(agent, paths);
        await agent.close();
      },
    );
  };

  it("requests the parties once, and then each name that is not among the first ones", async () => {
    const answers = (path: string): object => {
      const { pathname, searchParams } = new URL(path, "http://ledger.invalid");
      if (pathname === "/v2/parties") {
        const name = searchParams.get("filter-party") ?? "alice::";
        return { partyDetails: [{ party: `${name}12`, isLocal: true }], nextPageToken: "more" };
      }
      return pathname === "/explorer-data/packages"
        ? { packages: [] }
        : { transaction: { updateId: "1", events: [] } };
    };
    await withAnswers(answers, async (agent, paths) => {
      const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments: {} } };
      const commands = [command, command, command];
      await agent.call("submit", { actAs: ["alice"], readAs: ["alice", "bob"], commands });
      expect(paths.filter((path) => path === "/v2/parties")).to.have.length(2);
      expect(paths.filter((path) => path === "/explorer-data/packages")).to.have.length(1);
    });
  });

  it("refuses an answer that is too large, and says which argument makes it smaller", async () => {
    const request = { via: "http", method: "GET", startedAt: "", status: 200, decidedBy: [] };
    const requests = Array.from({ length: 20 }, (_, id) => ({
      ...request,
      id,
      path: "/".repeat(10_000),
    }));
    await withAnswers(
      () => ({ kept: 1, requests }),
      async (agent) => {
        expect(await agent.refusal("list_requests")).to.match(
          /^ANSWER_TOO_LARGE: .*\nWhat to do: Pass a smaller limit\.$/u,
        );
      },
    );
  });

  it("aborts the request to the ledger when the client cancels the call", async () => {
    const cancel = new AbortController();
    let closed: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => (closed = resolve));
    await withListeningServer(
      (_request, response) => {
        response.on("close", () => closed?.());
        cancel.abort();
      },
      async (url) => {
        const agent = await McpClient.of({ url, token: () => undefined, controlSecret: undefined });
        const call = agent.client.callTool({ name: "list_parties" }, undefined, {
          signal: cancel.signal,
        });
        await call.then(
          () => expect.fail("it was answered"),
          () => undefined,
        );
        await aborted;
        await agent.close();
      },
    );
  });

  it("announces no notifications", async () => {
    await withAnswers(
      () => ({}),
      (agent) => {
        expect(agent.client.getServerCapabilities()).to.deep.equal({ tools: {} });
        return Promise.resolve();
      },
    );
  });
});

describe("MCP server over two streams", () => {
  it("ends with an error if a message is too long", async () => {
    const { input, ended } = serveStreams();
    input.write(Buffer.alloc(65 * 1024 * 1024, "a"));
    const error = await ended.then(
      () => expect.fail("it ended without an error"),
      (reason: unknown) => String(reason),
    );
    expect(error).to.include("The connection to the MCP client ended: ");
  });
});

describe("ledger-in-a-box mcp --http", () => {
  let command: McpCommand;

  before(async () => {
    command = await startedMcp(["--http-secret", "mine"]);
  });

  after(async () => {
    expect(await command.stop()).to.equal(0);
  });

  const post = (headers: Record<string, string>): Promise<Response> =>
    fetch(command.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });

  it("accepts clients that send the secret", async () => {
    const agent = await McpClient.at(command.url, { Authorization: "Bearer mine" });
    expect((await agent.call("query_contracts", { party: "alice" })).at("contracts")).to.not.be
      .empty;
    await agent.close();
    expect((await post({})).status).to.equal(401);
    expect((await post({ Authorization: "Bearer other" })).status).to.equal(401);
    expect(command.written()).to.not.include("mine");
  });

  it("explains the newest refused call of a client, but no calls of the MCP server itself", async () => {
    const agent = await McpClient.at(command.url, { Authorization: "Bearer mine" });
    await agent.call("describe_ledger");
    expect(await agent.refusal("explain_refusal")).to.include("The ledger has refused no call.");
    await agent.close();
  });

  it("names the tool that grants the right that a client lacks", async () => {
    const own = await startedMcp(["--secret", "own"]);
    const [, url = ""] = /^ *Ledger API +(\S+)$/mu.exec(own.written()) ?? [];
    const { status } = await fetch(`${url}/v2/users`, {
      headers: { Authorization: `Bearer ${tokenFor("own", "alice")}` },
    });
    expect(status).to.equal(403);
    const agent = await McpClient.at(own.url);
    expect((await agent.call("explain_refusal")).text("explanation"))
      .to.match(/^What to do: Grant the user alice the right ParticipantAdmin with grant_rights/mu)
      .and.not.include("POST /v2/users");
    await agent.close();
    await own.stop();
  });

  it("names its options for tokens and secrets if a running ledger needs them", async () => {
    const [, url = ""] = /^ *Ledger API +(\S+)$/mu.exec(command.written()) ?? [];
    const other = await startedMcp(["--url", url], { XDG_RUNTIME_DIR: "/nowhere" });
    const agent = await McpClient.at(other.url);
    expect(await agent.refusal("list_parties")).to.match(/^What to do: .*--token-file/mu);
    expect(await agent.refusal("list_snapshots")).to.include("--control-secret");
    await agent.close();
    await other.stop();
  });

  it("works with the token of a user who may not list the parties", async () => {
    const own = await startedMcp(["--auth", "own"]);
    const [, url = ""] = /^ *Ledger API +(\S+)$/mu.exec(own.written()) ?? [];
    const client = await McpClient.of({
      url,
      token: () => tokenFor("own", "alice"),
      controlSecret: undefined,
    });
    expect((await client.call("describe_ledger")).at("user")).to.equal("alice");
    const listed = await client.call("list_parties");
    expect(listed.at("isPartial")).to.equal(true);
    const parties = z.array(z.object({ party: z.string() })).parse(listed.at("parties"));
    expect(parties.map(({ party }) => party.split("::")[0])).to.deep.equal(["alice", "dso"]);
    const create = (owner: string): Record<string, unknown> => ({
      actAs: ["alice"],
      commands: [
        {
          CreateCommand: {
            templateId: "Iou",
            createArguments: {
              issuer: "alice",
              owner,
              currency: "EUR",
              amount: "1",
              observers: [],
            },
          },
        },
      ],
    });
    await client.call("submit", create("alice"));
    expect((await client.call("query_contracts", { party: "alice" })).at("contracts")).to.not.be
      .empty;
    expect(await client.refusal("submit", create("bob"))).to.match(
      /^What to do: Write the full id, .* rights over alice, dso\.$/mu,
    );
    expect(await client.refusal("query_contracts")).to.match(
      /^What to do: Pass party\. Otherwise: Grant the user alice the right CanReadAsAnyParty with grant_rights/mu,
    );
    await client.close();
    await own.stop();
  });

  it("refuses web pages of other origins, other paths and other methods", async () => {
    const headers = { Authorization: "Bearer mine" };
    expect((await post({ ...headers, Origin: "https://evil.example.com" })).status).to.equal(403);
    expect((await fetch(command.url, { headers })).status).to.equal(405);
    expect((await fetch(`${command.url}/x`, { headers })).status).to.equal(404);
  });

  it("needs no secret for programs on this machine, but refuses other host names", async () => {
    const open = await startedMcp([]);
    const agent = await McpClient.at(open.url);
    expect(await agent.toolNames()).to.not.include("submit");
    await agent.close();
    const { port } = new URL(open.url);
    const answer = await fetch(open.url, {
      method: "POST",
      headers: { Origin: `http://evil.example.com:${port}` },
    });
    expect(answer.status).to.equal(403);
    await open.stop();
  });

  it("opens the tools to other machines, and its new ledger to this machine only", async () => {
    const open = await startedMcp(["--host", "0.0.0.0", "--http-secret", "mine"]);
    expect(open.url).to.match(/^http:\/\/127\.0\.0\.1:/u);
    const [, url = ""] = /^ *Ledger API +(\S+)$/mu.exec(open.written()) ?? [];
    expect((await fetch(`${url}/v2/version`)).status).to.equal(401);
    const reached = await fetch(`${url.replace("127.0.0.1", "127.0.0.2")}/v2/version`).then(
      () => true,
      () => false,
    );
    expect(reached).to.equal(false);
    await open.stop();
  });

  it("names a token file that is empty or does not exist", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mcp-"));
    const file = join(folder, "token");
    const given = ["--url", "http://127.0.0.1:1", "--token-file", file];
    const error = await startedMcp(given).then(
      () => expect.fail("it started"),
      (reason: unknown) => String(reason),
    );
    expect(error).to.include(file);
    await writeFile(file, "token");
    const started = await startedMcp(given);
    await writeFile(file, "\n");
    const agent = await McpClient.at(started.url);
    expect(await agent.refusal("list_parties")).to.include(`The token file ${file} is empty.`);
    await agent.close();
    await started.stop();
    await rm(folder, { recursive: true });
  });

  it("refuses to listen for other machines without a secret, and leaves no server open", async () => {
    const free = await withListeningServer(
      () => undefined,
      (url) => Promise.resolve(new URL(url)),
    );
    const error = await startedMcp(["--host", "0.0.0.0", "--port", free.port]).then(
      () => expect.fail("it started"),
      (reason: unknown) => String(reason),
    );
    expect(error).to.include("--http-secret");
    const answered = await fetch(free).then(
      () => true,
      () => false,
    );
    expect(answered).to.equal(false);
  });

  it("uses a running ledger, with the secrets that it generated", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mcp-"));
    const environment = { XDG_RUNTIME_DIR: folder };
    const own = await startedMcp([], environment);
    const [, url = ""] = /^ *Ledger API +(\S+)$/mu.exec(own.written()) ?? [];
    const other = await startedMcp(["--url", url, "--allow-writes"], environment);
    const agent = await McpClient.at(other.url);
    expect((await agent.call("describe_ledger")).at("user")).to.equal("participant_admin");
    await agent.call("allocate_party", { name: "zoe" });
    expect((await agent.call("query_contracts", { party: "zoe" })).at("contracts")).to.be.empty;
    expect(await agent.refusal("query_contracts", { party: "alice" })).to.match(
      /^PERMISSION_DENIED: .*$/mu,
    );
    await agent.call("grant_rights", { userId: "participant_admin", readAs: ["alice"] });
    expect((await agent.call("query_contracts", { party: "alice" })).at("contracts")).to.not.be
      .empty;
    await agent.call("take_snapshot");
    await agent.close();
    await other.stop();
    await own.stop();
    await rm(folder, { recursive: true });
  });
});
