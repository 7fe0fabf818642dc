import { expect } from "chai";
import express from "express";

import { createDamlLoader } from "../../fixtures/daml/index.ts";
import { createTokenRegistry, type TokenRegistry } from "../../fixtures/testing/localnet.ts";
import { allocateParty, uploadDar } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { sharedFile } from "../support/shared.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

const rules = "#splice-test-token-v1:Splice.Testing.Tokens.TestTokenV1:TokenRules";
const transferFactory =
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferFactory";

describe("registry of a custom token", () => {
  let dar: Uint8Array;

  before(function () {
    dar = sharedFile(this, "dars", "localnet", "splice-test-token-v1-1.0.0.dar");
  });

  const withToken = async (): Promise<{
    readonly ledger: Ledger;
    readonly admin: string;
    readonly registry: TokenRegistry;
  }> => {
    const ledger = await createLedger({ daml: createDamlLoader(), seed: 1 });
    await uploadDar(ledger, { dar });
    const { party: admin } = (await allocateParty(ledger, { partyIdHint: "admin" })).partyDetails;
    const create = { CreateCommand: { templateId: rules, createArguments: { admin } } };
    await ledger.submit({ actAs: admin, commands: create });
    const instruments = [
      { id: "gold", name: "Gold", symbol: "XAU", decimals: 2 },
      { id: "silver", name: "Silver", symbol: "XAG" },
    ];
    return { ledger, admin, registry: createTokenRegistry(ledger, { admin, instruments }) };
  };

  const ask = async (
    { fetch }: TokenRegistry,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> => {
    const response = await fetch(`https://registry.example.com/registry${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as Readonly<Record<string, unknown>>,
    };
  };

  it("pages through the instruments", async () => {
    const { admin, registry } = await withToken();
    expect((await ask(registry, "/metadata/v1/info")).body["adminId"]).to.equal(admin);
    const first = await ask(registry, "/metadata/v1/instruments?pageSize=1");
    expect(first.body).to.have.nested.property("instruments[0].id", "gold");
    const token = String(first.body["nextPageToken"]);
    const second = await ask(registry, `/metadata/v1/instruments?pageSize=1&pageToken=${token}`);
    expect(second.body).to.have.nested.property("instruments[0].id", "silver");
    expect(second.body).not.to.have.property("nextPageToken");
    expect((await ask(registry, "/metadata/v1/instruments/lead")).status).to.equal(404);
  });

  it("discloses the factory that the admin signed, so that other parties can transfer by it", async () => {
    const { ledger, admin, registry } = await withToken();
    const { party: alice } = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails;
    const transfer = {
      sender: alice,
      receiver: alice,
      amount: "1.0",
      instrumentId: { admin, id: "gold" },
      requestedAt: "2020-01-01T00:00:00Z",
      executeBefore: "2100-01-01T00:00:00Z",
      inputHoldingCids: [],
      meta: { values: {} },
    };
    const { status, body } = await ask(registry, "/transfer-instruction/v1/transfer-factory", {
      choiceArguments: { expectedAdmin: admin, transfer },
    });
    expect(status).to.equal(200);
    expect(body["transferKind"]).to.equal("self");
    const { disclosedContracts } = body["choiceContext"] as {
      readonly disclosedContracts: readonly {
        readonly contractId: string;
        readonly templateId: string;
        readonly createdEventBlob: string;
        readonly synchronizerId: string;
      }[];
    };
    expect(disclosedContracts.map(({ contractId }) => contractId)).to.deep.equal([
      body["factoryId"],
    ]);
    const fetched = await ledger
      .submit({
        actAs: alice,
        commands: {
          ExerciseCommand: {
            templateId: transferFactory,
            contractId: String(body["factoryId"]),
            choice: "TransferFactory_PublicFetch",
            choiceArgument: { expectedAdmin: admin, actor: alice },
          },
        },
        disclosedContracts: disclosedContracts.map(
          ({ contractId, templateId, createdEventBlob, synchronizerId }) => ({
            contractId,
            templateId,
            createdEventBlob,
            synchronizerId,
          }),
        ),
      })
      .then(({ exerciseResults }) => exerciseResults[0]);
    expect(fetched).to.have.property("admin", admin);
  });

  it("answers 404 for an instruction that is not active", async () => {
    const { registry } = await withToken();
    const path = `/transfer-instruction/v1/00${"ab".repeat(33)}/choice-contexts/accept`;
    const { status, body } = await ask(registry, path, {});
    expect(status).to.equal(404);
    expect(body["error"]).to.contain("TransferInstruction");
  });

  it("answers 400 for an unknown page and for a transfer without a sender", async () => {
    const { admin, registry } = await withToken();
    const page = await ask(registry, "/metadata/v1/instruments?pageToken=lead");
    expect(page).to.deep.equal({ status: 400, body: { error: "No page begins after lead." } });
    const gold = await ask(registry, "/metadata/v1/instruments/gold");
    expect(gold.body).to.deep.include({ id: "gold", name: "Gold", symbol: "XAU", decimals: 2 });
    for (const choiceArguments of [{}, { transfer: { sender: admin } }]) {
      const path = "/transfer-instruction/v1/transfer-factory";
      expect(await ask(registry, path, { choiceArguments })).to.deep.equal({
        status: 400,
        body: {
          error: "choiceArguments cannot be decoded: transfer must have a sender and a receiver",
        },
      });
    }
  });

  it("puts the values and contracts that the host's function returns into the context of a choice", async () => {
    const { ledger, admin } = await withToken();
    const [factory] = ledger.contracts(rules);
    const asked: string[] = [];
    const registry = createTokenRegistry(ledger, {
      admin,
      instruments: [],
      context: ({ choice, contractId }) => {
        asked.push(choice);
        return { values: { rules: contractId, isOpen: true }, disclose: [contractId] };
      },
      transferKind: () => "direct",
    });
    const transfer = { sender: admin, receiver: "bob::1220ab" };
    const request = { choiceArguments: { transfer }, excludeDebugFields: true };
    const given = await ask(registry, "/transfer-instruction/v1/transfer-factory", request);
    expect(given.body).to.deep.include({
      factoryId: factory?.contractId,
      transferKind: "direct",
    });
    expect(given.body)
      .to.have.nested.property("choiceContext.choiceContextData.values")
      .that.deep.equals({
        rules: { tag: "AV_ContractId", value: factory?.contractId },
        isOpen: { tag: "AV_Bool", value: true },
      });
    expect(given.body).to.have.nested.property("choiceContext.disclosedContracts").with.length(1);
    const allocation = await ask(registry, "/allocation-instruction/v1/allocation-factory", {
      choiceArguments: {},
    });
    expect(allocation.body).to.have.nested.property(
      "choiceContext.disclosedContracts[0].debugPackageName",
    );
    expect(asked).to.deep.equal(["TransferFactory_Transfer", "AllocationFactory_Allocate"]);
    const refused = createTokenRegistry(ledger, {
      admin,
      instruments: [],
      context: ({ contractId }) => ({ values: { missing: contractId.replace(/..$/, "00") } }),
    });
    const path = "/allocation-instruction/v1/allocation-factory";
    const inactive = await ask(refused, path, { choiceArguments: {} });
    expect(inactive.status).to.equal(404);
    expect(inactive.body["error"]).to.match(/^The contract 00.* is not active\.$/);
  });

  it("calls a transfer to another party an offer, and answers 404 for a contract that is not an instruction", async () => {
    const { ledger, admin, registry } = await withToken();
    const transfer = { sender: admin, receiver: "bob::1220ab" };
    const offered = await ask(registry, "/transfer-instruction/v1/transfer-factory", {
      choiceArguments: { transfer },
    });
    expect(offered.body).to.include({ transferKind: "offer" });
    const [factory] = ledger.contracts(rules);
    const path = `/transfer-instruction/v1/${factory?.contractId}/choice-contexts/accept`;
    expect(await ask(registry, path, {})).to.deep.equal({
      status: 404,
      body: { error: `TransferInstruction '${factory?.contractId}' not found.` },
    });
  });

  it("answers 500 without the text of an error that the host's function throws", async () => {
    const { ledger, admin } = await withToken();
    const registry = createTokenRegistry(ledger, {
      admin,
      instruments: [],
      context: () => {
        throw new TypeError("secret");
      },
    });
    const path = "/allocation-instruction/v1/allocation-factory";
    expect(await ask(registry, path, { choiceArguments: {} })).to.deep.equal({
      status: 500,
      body: { error: "An internal error occurred." },
    });
  });

  it("serves version 2 for a token that implements it: factories, and contexts of instructions @slow", async function () {
    const versionTwo = sharedFile(this, "dars", "localnet", "splice-test-token-v2-1.0.0.dar");
    const ledger = await createLedger({ daml: createDamlLoader(), seed: 1 });
    await uploadDar(ledger, { dar: versionTwo });
    const { party: admin } = (await allocateParty(ledger, { partyIdHint: "admin" })).partyDetails;
    const { party: alice } = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails;
    const templateId = "#splice-test-token-v2:Splice.Testing.Tokens.TestTokenV2:TokenRules";
    const create = { CreateCommand: { templateId, createArguments: { admin } } };
    await ledger.submit({ actAs: admin, commands: create });
    const asked: string[] = [];
    const registry = createTokenRegistry(ledger, {
      admin,
      instruments: [{ id: "gold", name: "Gold", symbol: "XAU" }],
      context: ({ version, choice }) => {
        asked.push(`${version} ${choice}`);
        return {};
      },
    });
    const gold = await ask(registry, "/metadata/v1/instruments/gold");
    expect(gold.body["supportedApis"]).to.include({
      "splice-api-token-holding-v1": 1,
      "splice-api-token-transfer-instruction-v2": 1,
    });
    const account = (owner: string) => ({ owner, provider: null, id: "" });
    const transfer = { sender: account(alice), receiver: account(alice) };
    const given = await ask(registry, "/transfer-instruction/v2/transfer-factory", {
      choiceArguments: { transfer },
    });
    expect(given.body).to.include({ transferKind: "self" });
    const [rulesOfToken] = ledger.contracts(templateId);
    expect(given.body).to.include({ factoryId: rulesOfToken?.contractId });
    for (const path of [
      "allocation-instruction/v2/allocation-factory",
      "allocation/v2/settlement-factory",
    ]) {
      const { status, body } = await ask(registry, `/${path}`, { choiceArguments: {} });
      expect(status, path).to.equal(200);
      expect(body).to.have.property("factoryId", rulesOfToken?.contractId);
      expect(body).not.to.have.property("transferKind");
    }
    const path = `/transfer-instruction/v2/${rulesOfToken?.contractId}/choice-contexts/accept`;
    expect((await ask(registry, path, {})).status).to.equal(404);
    expect(asked).to.deep.equal([
      "2 TransferFactory_Transfer",
      "2 AllocationFactory_Allocate",
      "2 SettlementFactory_SettleBatch",
    ]);
  });

  it("answers 404 for version 2 if the ledger has no package of that version", async () => {
    const { registry } = await withToken();
    const { status, body } = await ask(registry, "/allocation/v2/settlement-factory", {
      choiceArguments: {},
    });
    expect(status).to.equal(404);
    expect(body["error"]).to.contain("splice-api-token-allocation-v2");
    const gold = await ask(registry, "/metadata/v1/instruments/gold");
    expect(gold.body["supportedApis"]).not.to.have.property("splice-api-token-holding-v2");
  });

  it("serves a host that parses bodies itself, and passes other paths on", async () => {
    const { admin, registry } = await withToken();
    const app = express().use(express.json(), registry.router(), (_, response) => {
      response.send("the host's page");
    });
    await withListeningServer(app, async (base) => {
      const answer = await fetch(`${base}/registry/transfer-instruction/v1/transfer-factory`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ choiceArguments: { transfer: { sender: admin, receiver: admin } } }),
      });
      expect(await answer.json()).to.include({ transferKind: "self" });
      expect(await (await fetch(`${base}/other`)).text()).to.equal("the host's page");
    });
  });

  it("answers 404 if the admin has signed no factory, and accepts a `Request` object", async () => {
    const { ledger } = await withToken();
    const { party: other } = (await allocateParty(ledger, { partyIdHint: "other" })).partyDetails;
    const registry = createTokenRegistry(ledger, { admin: other, instruments: [] });
    const path = "/transfer-instruction/v1/transfer-factory";
    const transfer = { sender: other, receiver: other };
    const none = await ask(registry, path, { choiceArguments: { transfer } });
    expect(none.status).to.equal(404);
    expect(none.body["error"]).to.match(/^The admin other::.* has no active contract of /);
    const info = new Request("https://registry.example.com/registry/metadata/v1/info");
    expect(await (await registry.fetch(info)).json()).to.have.property("adminId", other);
    const elsewhere = await registry.fetch("https://registry.example.com/registry/nothing");
    expect(elsewhere.status).to.be.within(404, 501);
  });
});
