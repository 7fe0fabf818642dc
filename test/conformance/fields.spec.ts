import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { createFetch } from "../../middleware/index.ts";
import { seedStructure } from "../spec/seed-structure.ts";
import type { RecordStructure, Structure } from "../spec/structure.ts";
import { apiClient } from "../support/api-client.ts";
import { CoinMarket } from "../support/coin-market.ts";
import { eventFormatJson } from "../support/formats.ts";
import { isList, isObject, type Json } from "../support/json.ts";
import { RuleLedger } from "../support/rule-ledger.ts";
import { prepare, signedBody, signingLedger } from "../support/signing-ledger.ts";
import {
  assignCommand,
  issueIou,
  reassignmentBody,
  twoSynchronizers,
  unassign,
} from "../support/two-synchronizers.ts";
import { everythingOf } from "../support/values-package.ts";

const tables = parse(
  readFileSync(join(import.meta.dirname, "../spec/seed-structure.yaml"), "utf8"),
) as Parameters<typeof seedStructure>[0];
const { operations } = seedStructure(tables);

/**
 * Fields that a participant returns although the tables do not have them (test/spec/known-differences.yaml).
 */
const added = ["$.user.primaryPartyAuthentication"];

/** Returns the paths of a response that differ from the tables. */
const mismatchs = (structure: Structure, json: Json, at = "$"): readonly string[] => {
  switch (structure.kind) {
    case "any":
    case "unknown":
      return [];
    case "scalar":
      return json === null || fitsType(structure.type, json) ? [] : [`${at}: no ${structure.type}`];
    case "list":
      if (!isList(json)) return [`${at}: no list`];
      return json.flatMap((item, index) => mismatchs(structure.item, item, `${at}[${index}]`));
    case "map":
      if (!isObject(json)) return [`${at}: no map`];
      return Object.values(json).flatMap((value) => mismatchs(structure.value, value, `${at}.*`));
    case "choice":
      if (!isObject(json)) return [`${at}: no choice`];
      return Object.entries(json).flatMap(([key, content]) => {
        const variant = structure.variants.get(key);
        return variant === undefined ? [] : mismatchs(variant(), content, `${at}.${key}`);
      });
    case "record":
      return json === null ? [] : recordMismatchs(structure, json, at);
  }
};

const recordMismatchs = (
  { fields }: RecordStructure,
  json: Json,
  at: string,
): readonly string[] => {
  if (!isObject(json)) return [`${at}: no object`];
  const extra = Object.keys(json).filter((name) => !fields.has(name));
  return [
    ...extra.map((name) => `${at}.${name}: not in the tables`),
    ...[...fields].flatMap(([name, { structure }]) => {
      const value = json[name];
      return value === undefined ? [] : mismatchs(structure(), value, `${at}.${name}`);
    }),
  ].filter((mismatch) => !added.some((path) => mismatch.startsWith(path)));
};

const fitsType = (type: string, json: Json): boolean =>
  type === "integer" ? Number.isSafeInteger(json) : typeof json === type;

/** Returns the paths of a response where a record has not all fields of the tables. */
const absent = (structure: Structure, json: Json, at = "$"): readonly string[] => {
  if (structure.kind === "list" && isList(json)) {
    return json.flatMap((item) => absent(structure.item, item, at));
  }
  if (structure.kind === "choice" && isObject(json)) {
    return Object.entries(json).flatMap(([key, content]) => {
      const variant = structure.variants.get(key);
      return variant === undefined ? [] : absent(variant(), content, `${at}.${key}`);
    });
  }
  if (structure.kind !== "record" || !isObject(json)) return [];
  return [...structure.fields].flatMap(([name, field]) => {
    const value = json[name];
    const path = `${at}.${name}`;
    return value === undefined ? [path] : absent(field.structure(), value, path);
  });
};

const responseOf = (operation: string): Structure =>
  operations.get(operation)?.response ?? expect.fail(`no ${operation} in the tables`);

describe("fields of answers", () => {
  const answers = new Map<string, unknown>();

  before(async () => {
    const rules = await RuleLedger.open();
    const { alice, ledger } = rules.given;
    const { updateId, offset } = await rules.commit(rules.iou(), { workflowId: "flow" });
    const contractId = await rules.newIou();
    await rules.archive(contractId);
    const eventFormat = eventFormatJson([alice]);
    const shape = { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" };
    const keep = async (path: string, body: unknown, query = ""): Promise<void> => {
      answers.set(`POST ${path}`, await rules.answer(path + query, body));
    };
    const tree = "/v2/commands/submit-and-wait-for-transaction-tree";
    const commands = [rules.iou()];
    await keep(tree, { commands, commandId: "t", userId: "ann", actAs: [alice] });
    await keep("/v2/commands/submit-and-wait-for-transaction", {
      commands: { commands, commandId: "u", userId: "ann", actAs: [alice] },
    });
    await keep("/v2/state/active-contracts", { activeAtOffset: rules.end, eventFormat });
    await keep(
      "/v2/commands/completions",
      { userId: "ann", parties: [alice], beginExclusive: 0 },
      "?stream_idle_timeout_ms=5",
    );
    await keep("/v2/updates/transaction-by-offset", { offset, requestingParties: [alice] });
    await keep("/v2/contracts/contract-by-id", { contractId, queryingParties: [alice] });
    await keep("/v2/events/events-by-contract-id", { contractId, eventFormat });
    await keep("/v2/updates/update-by-id", {
      updateId,
      updateFormat: { includeTransactions: shape },
    });
    await rules.answer("/v2/users", { user: { id: "eve", primaryParty: alice }, rights: [] });
    const identityProviderConfig = {
      identityProviderId: "one",
      issuer: "https://one.example.com",
      jwksUrl: "https://one.example.com/keys",
      audience: "",
      isDeactivated: false,
    };
    await rules.answer("/v2/idps", { identityProviderConfig });
    const patch = async (template: string, path: string, body: object): Promise<void> => {
      const { status, json, text } = await rules.patch(path, body);
      expect(status, text).to.equal(200);
      answers.set(`PATCH ${template}`, json);
    };
    const metadata = { annotations: { a: "b" } };
    await patch("/v2/users/{user-id}", "/v2/users/eve", {
      user: { id: "eve", metadata },
      updateMask: { paths: ["metadata"] },
    });
    await patch("/v2/parties/{party}", `/v2/parties/${encodeURIComponent(alice)}`, {
      partyDetails: { party: alice, localMetadata: metadata },
      updateMask: { paths: ["local_metadata"] },
    });
    await patch("/v2/idps/{idp-id}", "/v2/idps/one", {
      identityProviderConfig,
      updateMask: { paths: ["audience"] },
    });
    const packages = [{ packageName: "iou" }];
    await keep("/v2/package-vetting/update", {
      changes: [{ operation: { Vet: { value: { packages } } } }],
    });
    answers.set("GET /v2/version", (await rules.send("GET", "/v2/version")).json);
    expect(ledger.state.users.has("eve")).to.equal(true);
  });

  before(async () => {
    const given = await twoSynchronizers();
    const { ledger, alice, bob, east, west } = given;
    const send = apiClient(createFetch(ledger, { auth: "disabled" }), "http://ledger.invalid");
    const move = async (path: string, more: object): Promise<void> => {
      const id = await unassign(given, bob, await issueIou(given));
      const body = { ...reassignmentBody(bob, assignCommand(id, east, west)), ...more };
      answers.set(`POST ${path}`, (await send("POST", path, { body })).json);
    };
    const eventFormat = eventFormatJson([alice]);
    await move("/v2/commands/submit-and-wait-for-reassignment", { eventFormat });
    await move("/v2/commands/async/submit-reassignment", {});
  });

  before(async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const send = apiClient(createFetch(ledger, { auth: "disabled" }), "http://ledger.invalid");
    for (const name of ["execute", "executeAndWaitForTransaction"]) {
      const path = `/v2/interactive-submission/${name}`;
      const body = signedBody(await prepare(ledger, alice, everythingOf(alice)), aliceKey);
      answers.set(`POST ${path}`, (await send("POST", path, { body })).json);
    }
  });

  before(async () => {
    const market = await CoinMarket.open(["ann", "ben"]);
    const fetch = createFetch(market.ledger, { auth: "disabled" });
    const send = apiClient(fetch, "http://ledger.invalid");
    const { json } = await send("POST", "/v0/transactions", { body: { page_size: 10 } });
    answers.set("POST /v0/transactions", json);
  });

  const all = [...operations.keys()];

  it("G.6+ have the names and types of the tables at all endpoints", () => {
    expect([...answers.keys()].sort()).to.deep.equal(
      all.map((operation) => operation.replace("{scan_url}", "")).sort(),
    );
    for (const [operation, answer] of answers) {
      expect(mismatchs(responseOf(operation), answer as Json), operation).to.deep.equal([]);
    }
  });

  it("are reported if they are unknown or of another type", () => {
    const wrong = { transaction: { offset: "5", extra: 1, events: {} } };
    expect(
      mismatchs(responseOf("POST /v2/updates/transaction-by-offset"), wrong).toSorted(),
    ).to.deep.equal([
      "$.transaction.events: no list",
      "$.transaction.extra: not in the tables",
      "$.transaction.offset: no integer",
    ]);
  });

  it("G.7+ are all present; those without a value are null or empty", () => {
    const optional = /paidTrafficCost|unknownFields/;
    for (const [operation, answer] of answers) {
      if (operation === "POST /v0/transactions") continue;
      const lacking = absent(responseOf(operation), answer as Json);
      expect(
        lacking.filter((path) => !optional.test(path)),
        operation,
      ).to.deep.equal([]);
    }
  });
});
