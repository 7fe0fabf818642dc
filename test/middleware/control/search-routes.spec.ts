import { expect } from "chai";

import { loadFixture } from "../../../fixtures/index.ts";
import type { Ledger } from "../../../lib/index.ts";
import { withControl } from "../../support/with-control.ts";

type Call = Parameters<Parameters<typeof withControl>[0]>[0];

interface Found {
  readonly contracts?: readonly object[];
  readonly updates?: readonly object[];
  readonly matched: number;
  readonly scanned: number;
  readonly total: number;
  readonly next: string | null;
}

const issue = (id: string, owner: string, currency: string, observers: readonly string[] = []) => ({
  submit: {
    as: ["bank", owner],
    id,
    create: {
      template: "#iou:Iou:Iou",
      arguments: {
        issuer: "${bank}",
        owner: `\${${owner}}`,
        currency,
        amount: "1.5",
        observers: observers.map((party) => `\${${party}}`),
      },
    },
  },
});

/**
 * Creates nine IOUs: first three in EUR for alice, then three in USD for bob, then three in CHF for alice.
 */
const load = (ledger: Ledger): Promise<Readonly<Record<string, string>>> =>
  loadFixture(ledger, {
    steps: [
      { parties: ["bank", "alice", "bob"] },
      ...["a", "b", "c"].map((id) => issue(id, "alice", "EUR", ["bob"])),
      ...["d", "e", "f"].map((id) => issue(id, "bob", "USD")),
      ...["g", "h", "i"].map((id) => issue(id, "alice", "CHF")),
    ],
  });

const ask = async (call: Call, path: string, body: object): Promise<Found> => {
  const { status, json } = await call("POST", path, body);
  expect(status, JSON.stringify(json)).to.equal(200);
  return json as Found;
};

const currenciesOf = ({ contracts = [], updates = [] }: Found): readonly string[] =>
  [...contracts, ...updates].map(
    (row) => /"currency":"([A-Z]+)"/.exec(JSON.stringify(row))?.[1] ?? "",
  );

/** Requests page after page, following `next`, until the last page. */
const pages = async (call: Call, path: string, body: object): Promise<readonly Found[]> => {
  const all: Found[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await ask(call, path, after === undefined ? body : { ...body, after });
    all.push(page);
    after = page.next;
  }
  return all;
};

describe("search routes of the control API", () => {
  it("return the newest contracts first, page by page", () =>
    withControl(async (call, ledger) => {
      await load(ledger);
      const all = await pages(call, "/search/contracts", { limit: 2 });
      expect(all.flatMap(currenciesOf)).to.deep.equal([
        ...["CHF", "CHF", "CHF"],
        ...["USD", "USD", "USD"],
        ...["EUR", "EUR", "EUR"],
      ]);
      expect(all.map(({ total }) => total)).to.deep.equal([9, 9, 9, 9, 9]);
    }));

  it("find a text in all contracts, and count all matches with the limit 0", () =>
    withControl(async (call, ledger) => {
      await load(ledger);
      const found = await ask(call, "/search/contracts", { text: "eur" });
      expect(currenciesOf(found)).to.deep.equal(["EUR", "EUR", "EUR"]);
      expect(found).to.include({ matched: 3, scanned: 9, total: 9, next: null });
      const counted = await ask(call, "/search/contracts", { text: "1.5", limit: 0 });
      expect(counted).to.deep.include({ contracts: [], matched: 9, scanned: 9, next: null });
      const none = await ask(call, "/search/contracts", { text: "currency" });
      expect(none.matched, "names of fields").to.equal(0);
    }));

  it("return the contracts in which the parties have the given role", () =>
    withControl(async (call, ledger) => {
      const { bob = "" } = await load(ledger);
      const search = async (body: object) =>
        currenciesOf(await ask(call, "/search/contracts", { parties: [bob], ...body }));
      expect(await search({})).to.deep.equal(["USD", "USD", "USD", "EUR", "EUR", "EUR"]);
      expect(await search({ role: "signatory" })).to.deep.equal(["USD", "USD", "USD"]);
      expect(await search({ role: "observer" })).to.deep.equal(["EUR", "EUR", "EUR"]);
      expect(await search({ template: "#iou:Iou:Proposal" })).to.deep.equal([]);
      expect(await search({ interface: "#iou:Iou:Asset" })).to.have.length(6);
    }));

  it("return archived contracts with their payload, and active ones as of an offset", () =>
    withControl(async (call, ledger) => {
      const { d = "", bob = "", bank = "" } = await load(ledger);
      const before = ledger.state.ledgerEnd;
      await loadFixture(ledger, {
        steps: [
          {
            submit: {
              as: [bob, bank],
              exercise: { template: "#iou:Iou:Iou", contract: d, choice: "Archive", argument: {} },
            },
          },
        ],
      });
      const archived = await ask(call, "/search/contracts", { state: "archived", text: "usd" });
      expect(archived.contracts).to.have.length(1);
      expect(archived.contracts?.[0]).to.deep.include({ archivedAtOffset: before + 1 });
      expect(archived.contracts?.[0]).to.have.nested.property("createdEvent.contractId", d);
      const now = await ask(call, "/search/contracts", { text: "usd" });
      expect(now).to.include({ matched: 2, total: 8 });
      const past = await ask(call, "/search/contracts", { text: "usd", offset: before });
      expect(past).to.include({ matched: 3, total: 9 });
      const pageOfPast = { offset: before, limit: 2 };
      const all = await pages(call, "/search/contracts", pageOfPast);
      expect(all.flatMap(currenciesOf)).to.have.length(9);
    }));

  it("find updates by kind, template and text, newest first", () =>
    withControl(async (call, ledger) => {
      const { alice = "" } = await load(ledger);
      const search = (body: object) => ask(call, "/search/updates", body);
      expect(currenciesOf(await search({ kind: "transaction", limit: 4 }))).to.deep.equal([
        ...["CHF", "CHF", "CHF", "USD"],
      ]);
      expect(currenciesOf(await search({ parties: [alice], text: "EUR" }))).to.deep.equal([
        ...["EUR", "EUR", "EUR"],
      ]);
      expect((await search({ template: "#iou:Iou:Iou", limit: 0 })).matched).to.equal(9);
      expect((await search({ template: "#iou:Iou:Proposal" })).matched).to.equal(0);
      expect((await search({ kind: "topology", text: "alice" })).matched).to.equal(1);
      const { ledgerEnd } = ledger.state;
      const last = await search({ begin: ledgerEnd - 2, offset: ledgerEnd - 1 });
      expect(last).to.include({ matched: 1, scanned: 1, total: 1, next: null });
      const all = await pages(call, "/search/updates", { kind: "transaction", limit: 2 });
      expect(all.flatMap(({ updates = [] }) => updates)).to.have.length(9);
    }));

  it("refuse malformed requests with the name of the field", () =>
    withControl(async (call, ledger) => {
      await load(ledger);
      const refused: Readonly<Record<string, object>> = {
        parties: { parties: ["no§party"] },
        limit: { limit: 501 },
        text: { text: "x".repeat(201) },
        after: { after: "soon" },
        state: { state: "gone" },
        offset: { offset: 10_000 },
        role: { role: "owner" },
        texts: { texts: "usd" },
      };
      for (const [field, body] of Object.entries(refused)) {
        const { status, json } = await call("POST", "/search/contracts", body);
        expect(status, field).to.equal(400);
        expect(JSON.stringify(json), field).to.include(field);
      }
      const { status } = await call("POST", "/search/contracts", { role: "signatory" });
      expect(status, "role without parties").to.equal(400);
      expect((await call("POST", "/search/updates", { kind: "x" })).status).to.equal(400);
      expect((await call("POST", "/search/contracts", { template: "#iou:Iou:No" })).status)
        .to //
        .equal(404);
    }));
});
