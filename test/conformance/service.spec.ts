import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import ledgerApi from "../../spec/ledger-api.json" with { type: "json" };
import { commandsBody } from "../support/commands-body.ts";
import { eventFormatJson } from "../support/formats.ts";
import { RuleLedger } from "../support/rule-ledger.ts";

interface Tables {
  readonly endpoints: Readonly<Record<string, unknown>>;
}

/** The method and path of each endpoint of the specification. */
const endpoints = Object.keys(
  (parse(readFileSync(join(import.meta.dirname, "../spec/seed-structure.yaml"), "utf8")) as Tables)
    .endpoints,
).map((endpoint) => {
  const [method = "", path = ""] = endpoint.split(" ");
  return { method, path: path.replaceAll(/\{[^}]*\}/g, "x") };
});

describe("ledger API (general service rules)", () => {
  let rules: RuleLedger;

  beforeEach(async () => {
    rules = await RuleLedger.open();
  });

  it("G.10+ serves each endpoint at its method and path", async () => {
    expect(endpoints).to.have.length(18);
    for (const { method, path } of endpoints) {
      const body = method === "GET" ? {} : { body: {} };
      const { status, json } = await rules.send(method, path, body);
      expect(status, `${method} ${path}`).to.be.oneOf([200, 400]);
      expect((json as { readonly code?: string } | undefined)?.code).to.not.equal("NOT_FOUND");
    }
  });

  it("G.10- serves no endpoint at another method, and nothing at other paths", async () => {
    for (const { method, path } of endpoints) {
      const other = method === "GET" ? "POST" : "DELETE";
      const { status } = await rules.send(other, path, other === "POST" ? { body: {} } : {});
      const isShared = /\/(users|idps)\/x$/.test(path);
      expect(status, `${other} ${path}`).to.be.oneOf(isShared ? [404] : [404, 405]);
    }
    for (const path of ["/v2", "/v2/nothing", "/v1/version", "/v0/version", "/version"]) {
      expect((await rules.send("GET", path)).status, path).to.equal(404);
    }
  });

  it("G.9+ reads a body as JSON with any Content-Type", async () => {
    const { alice } = rules.given;
    for (const type of ["application/json", "text/plain", "application/octet-stream"]) {
      const { status } = await rules.send("POST", "/v2/commands/submit-and-wait", {
        body: commandsBody(alice, rules.iou()),
        headers: { "content-type": type },
      });
      expect(status, type).to.equal(200);
    }
  });

  it("G.9- refuses a body that is not JSON, even with the Content-Type of JSON", async () => {
    const { status } = await rules.send("POST", "/v2/commands/submit-and-wait", {
      body: "commandId=1",
      headers: { "content-type": "application/json" },
    });
    expect(status).to.equal(400);
  });

  it("G.8+ ignores unknown query parameters", async () => {
    const { alice } = rules.given;
    const body = { activeAtOffset: rules.end, eventFormat: eventFormatJson([alice]) };
    expect(await rules.answer("/v2/state/active-contracts?colour=green", body)).to.deep.equal([]);
  });

  it("E.1+ answers an error with status, code, category and whether it is definite", async () => {
    const { json, status } = await rules.post("/v2/contracts/contract-by-id", {});
    expect(status).to.equal(400);
    expect(json).to.have.property("hint");
    expect(json).to.include.all.keys(
      "code",
      "cause",
      "correlationId",
      "traceId",
      "context",
      "resources",
      "errorCategory",
      "grpcCodeValue",
      "retryInfo",
      "definiteAnswer",
    );
    expect(json).to.include({ code: "MISSING_FIELD", errorCategory: 8, grpcCodeValue: 3 });
  });

  it("E.2+ answers with the status that belongs to the category of an error", async () => {
    const contractId = `00${"ab".repeat(32)}ca121220${"cd".repeat(32)}`;
    const command = commandsBody(rules.given.alice, rules.iou());
    await rules.answer("/v2/commands/submit-and-wait", command);
    for (const [path, body, status] of [
      ["/v2/contracts/contract-by-id", { contractId: "a b" }, 400],
      ["/v2/contracts/contract-by-id", { contractId }, 404],
      ["/v2/commands/submit-and-wait", command, 409],
    ] as const) {
      expect((await rules.post(path, body)).status).to.equal(status);
    }
  });

  it("G.13+ writes times as RFC 3339 in UTC", async () => {
    const { createdAt } = (await rules.commit()).events[0]?.["CreatedEvent"] ?? {};
    expect(createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/);
    const { effectiveAt, recordTime } = await rules.commit();
    for (const time of [effectiveAt, recordTime]) {
      expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/);
    }
  });

  it("G.13- refuses texts that are not times", async () => {
    for (const minLedgerTimeAbs of ["noon", "2024-13-01T00:00:00Z", ""]) {
      const body = commandsBody(rules.given.alice, rules.iou(), { minLedgerTimeAbs });
      const [status] = await rules.refusal("/v2/commands/submit-and-wait", body);
      expect(status, minLedgerTimeAbs).to.equal(400);
    }
  });

  it("G.11+ has the version of the API in the path", () => {
    const paths = Object.keys(ledgerApi.paths);
    const unversioned = paths.filter((path) => !path.startsWith("/v2/"));
    expect(unversioned.every((path) => /^\/(livez|readyz|docs)/.test(path))).to.equal(true);
  });

  it("B.1+ serves the older forms for backward compatibility", async () => {
    const { alice } = rules.given;
    const { offset } = await rules.commit();
    const filter = { filtersByParty: { [alice]: {} } };
    const commands = commandsBody(alice, rules.iou());
    for (const [path, body] of [
      ["/v2/state/active-contracts", { activeAtOffset: offset, filter, verbose: true }],
      ["/v2/updates/transaction-by-offset", { offset, requestingParties: [alice] }],
      ["/v2/commands/submit-and-wait-for-transaction-tree", commands],
    ] as const) {
      expect(await rules.refusal(path, body), path).to.deep.equal([200]);
    }
  });

  it("B.2+ marks the operations of the older forms as deprecated in the API document", () => {
    for (const path of [
      "/v2/updates/transaction-by-offset",
      "/v2/commands/submit-and-wait-for-transaction-tree",
    ] as const) {
      expect(ledgerApi.paths[path].post, path).to.include({ deprecated: true });
    }
  });
});
