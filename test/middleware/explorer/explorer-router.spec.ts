import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { expect } from "chai";
import express from "express";

import { onboardExternalParty, testKeyPair, tokenFor } from "../../../fixtures/testing/index.ts";
import { allocateParty } from "../../../lib/api.ts";
import {
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  Party,
  Ping,
} from "../../../lib/index.ts";
import { createExplorerRouter, type ExplorerOptions } from "../../../middleware/index.ts";
import { buildPage } from "../../support/built-page.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const html = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const secret = "hush";

type Json = Readonly<Record<string, unknown>>;

const Look = defineTemplate("Main:Look", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: { Look: { consuming: false, controllers: ({ owner }) => [owner] } },
});
Look.implement({ Look: (transaction, _, __, self) => void transaction.fetch(Look, self) });
const looks = definePackage({ name: "looks", version: "1.0.0", templates: { Look } });

interface People {
  readonly counts: Readonly<Record<string, number>>;
  readonly isCut: boolean;
  readonly parties: readonly {
    readonly party: string;
    readonly hosted: readonly unknown[];
    readonly signedBy: readonly { readonly keys: readonly object[] }[];
  }[];
}

describe("explorer router", () => {
  let ledger: Ledger;
  let server: Server;
  let base: string;
  let parties: readonly string[];
  let updateId: string;
  let offset: number;

  const serveAt = async (path: string, options: ExplorerOptions): Promise<void> => {
    const app = express();
    app.use(path, createExplorerRouter(ledger, options));
    server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  before(async () => {
    await buildPage();
    const { loadFixture } = await import("../../../fixtures/index.ts");
    ledger = await createLedger({ packages: [looks] });
    const names = await loadFixture(ledger, {
      steps: [
        { parties: ["alice", "bob", "carol"] },
        { user: { id: "ann", actAs: ["alice"] } },
        { user: { id: "root", participantAdmin: true } },
        { user: { id: "eye", readAsAnyParty: true } },
      ],
    });
    parties = [names.alice, names.bob, names.carol];
    const [alice = "", bob = ""] = parties;
    const commands = Ping.create({ id: "1", initiator: alice, responder: bob });
    const sent = await ledger.submit({ actAs: alice, commands });
    ({ updateId, offset } = sent.transaction);
    await serveAt("/look", {
      auth: { hs256Secret: secret },
      tokenOf: (userId) => tokenFor(secret, userId),
    });
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await ledger.close();
  });

  const data = async (path: string, userId?: string, method = "GET") => {
    const headers: Record<string, string> =
      userId === undefined ? {} : { Authorization: `Bearer ${tokenFor(secret, userId)}` };
    const answer = await fetch(`${base}/look/explorer-data/${path}`, { method, headers });
    return { status: answer.status, json: (await answer.json()) as Json };
  };

  it("serves, below its mount path, a page that runs only its own code and loads nothing from other servers", async () => {
    const answer = await fetch(`${base}/look/`, { headers: html });
    const text = await answer.text();
    expect(answer.status).to.equal(200);
    const policy = answer.headers.get("content-security-policy");
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self';");
    expect(policy).to.include("style-src 'self';").and.include("frame-ancestors 'none'");
    expect(text)
      .to.not.match(/<script(?![^>]*src=)/)
      .and.not.match(/(?:href|src)="(?:https?:)?\/\//);
    for (const secretText of [secret, "alice", "1220"]) expect(text).to.not.include(secretText);
    const loaded = [...text.matchAll(/(?:href|src)="(explorer-assets\/[^"]+)"/g)];
    expect(loaded.length).to.be.above(1);
    for (const [, path = ""] of loaded) {
      const file = await fetch(`${base}/look/${path}`);
      expect(file.status, path).to.equal(200);
      expect(file.headers.get("cache-control")).to.include("immutable");
      expect(file.headers.get("content-encoding")).to.equal("gzip");
      const plain = await fetch(`${base}/look/${path}`, {
        headers: { "Accept-Encoding": "identity" },
      });
      expect(await plain.text()).to.equal(await file.text());
    }
  });

  it("redirects to the folder of the page", async () => {
    const answer = await fetch(`${base}/look`, { headers: html, redirect: "manual" });
    expect(answer.status).to.equal(308);
    expect(new URL(answer.headers.get("location") ?? "", `${base}/look`).pathname).to.equal(
      "/look/",
    );
  });

  it("passes requests for JSON, other methods and other paths to the next handler", async () => {
    const asked = [
      fetch(`${base}/look/`, { headers: { Accept: "application/json" } }),
      fetch(`${base}/look/`, { method: "POST", headers: html }),
      fetch(`${base}/look/v2/version`, { headers: html }),
      fetch(`${base}/look/explorer-assets/explorer.js`, { headers: html }),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).to.equal(404);
      expect(answer.headers.get("content-security-policy")).to.not.include("script-src");
    }
  });

  it("returns no data without a token", async () => {
    for (const path of [
      "packages",
      "counts",
      "refusals",
      "people",
      `explanations/${updateId}`,
      "nothing",
    ]) {
      expect((await data(path)).status, path).to.equal(401);
    }
    expect((await data("tokens/root", undefined, "POST")).status).to.equal(401);
  });

  it("returns to every user the package types that forms are made from", async () => {
    const { json } = await data("packages", "ann");
    const [first] = json["packages"] as readonly { readonly packageId: string }[];
    const packageId = first?.packageId ?? "";
    const { status, json: facts } = await data(`packages/${packageId}`, "ann");
    expect(status).to.equal(200);
    expect(facts).to.have.nested.property(
      "templates.Canton\\.Internal\\.Ping:Ping.payload.kind",
      "named",
    );
    expect((await data("packages/ff", "ann")).status).to.equal(404);
  });

  it("shows the whole ledger only to users who may read as any party", async () => {
    const paths = ["counts", "store", "activity", "refusals", `steps/${offset}`, "completions"];
    for (const path of paths) {
      expect((await data(path, "ann")).status, path).to.equal(403);
      expect((await data(path, "root")).status, path).to.equal(403);
      expect((await data(path, "eye")).status, path).to.equal(200);
    }
    expect((await data("counts", "eye")).json).to.include({ activeContracts: 1, parties: 4 });
    expect((await data("store", "eye")).json).to.deep.equal({ position: ledger.state.position });
    const { bins } = (await data("activity", "eye")).json as unknown as {
      bins: { transactions: number; from: number; to: number }[];
    };
    expect(bins.reduce((sum, { transactions }) => sum + transactions, 0)).to.equal(1);
    expect(bins.every(({ from, to }) => from <= to)).to.equal(true);
  });

  it("counts updates in intervals that stay short when the clock moves by months", async () => {
    const moved = await createLedger({ clock: { freeze: "2026-01-01T00:00:00Z" } });
    const { partyDetails } = await allocateParty(moved, { partyIdHint: "alice" });
    const alice = partyDetails.party;
    const commands = Ping.create({ id: "1", initiator: alice, responder: alice });
    for (const step of ["1s", "2s", "90d", "1s", "3s"]) {
      moved.clock.advance(step);
      await moved.submit({ actAs: alice, commands });
    }
    const app = express();
    app.use(createExplorerRouter(moved, { auth: "disabled" }));
    const other = createServer(app).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/explorer-data/activity`);
    const { bins } = (await answer.json()) as {
      bins: readonly { time: number; transactions: number }[];
    };
    other.close();
    other.closeAllConnections();
    const filled = bins.flatMap(({ transactions }, index) => (transactions > 0 ? [index] : []));
    expect(filled).to.have.length(5);
    const longest = filled.map((bin, index) => bin - (filled[index - 1] ?? bin));
    expect(Math.max(...longest) / bins.length).to.be.below(0.5);
    expect(new Date(bins.at(-1)?.time ?? 0).toISOString()).to.equal("2026-04-01T00:00:07.000Z");
    await moved.close();
  });

  it("returns the completions of all users in a range of offsets", async () => {
    const [alice = "", bob = ""] = parties;
    const { ledgerEnd: begin } = ledger.state;
    for (const [index, actAs] of [alice, bob].entries()) {
      const commands = Ping.create({ id: "1", initiator: actAs, responder: alice });
      await ledger.submit({ actAs, commands, commandId: `of-${index}`, userId: `user-${index}` });
    }
    const of = async (range: string): Promise<readonly unknown[]> => {
      const { json } = await data(`completions?${range}`, "eye");
      return (json["completions"] as readonly Json[]).map(({ userId }) => userId);
    };
    expect(await of(`begin=${begin}`)).to.deep.equal(["user-0", "user-1"]);
    expect(await of(`begin=${begin}&end=${begin + 1}`)).to.deep.equal(["user-0"]);
    expect(await of(`begin=${begin}&end=${begin}`)).to.deep.equal([]);
  });

  it("returns the latest rejected commands", async () => {
    const [alice = "", bob = ""] = parties;
    const commands = Ping.create({ id: "1", initiator: alice, responder: bob });
    const again = { commandId: "again", actAs: alice, commands };
    await ledger.submit(again);
    const refused = ledger.submit(again);
    expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(Error);
    const { refusals } = (await data("refusals", "eye")).json as { refusals: readonly Json[] };
    expect(refusals[0]).to.include({ commandId: "again", code: "DUPLICATE_COMMAND" });
  });

  it("returns to administrators the hosts of parties and the signers of external ones", async () => {
    const keyPair = testKeyPair("walt");
    const party = await onboardExternalParty(ledger, "walt", keyPair);
    expect((await data("people", "ann")).status).to.equal(403);
    expect((await data("people", "eye")).status).to.equal(403);
    const { json } = await data("people", "root");
    const people = json as unknown as People;
    const [synchronizerId = ""] = Object.keys(people.counts);
    expect(people.counts[synchronizerId]).to.equal(4);
    const external = people.parties.find((each) => each.party === party);
    expect(external?.hosted).to.deep.equal([{ synchronizerId, permission: "confirmation" }]);
    expect(external?.signedBy[0]?.keys[0]).to.deep.include({ fingerprint: keyPair.fingerprint });
    const own = people.parties.find((each) => each.party === parties[0]);
    expect(own?.signedBy).to.deep.equal([]);
  });

  it("returns external parties even if there are many other parties", async () => {
    const others = await createLedger({ seed: 2 });
    for (let made = 0; made <= 1_000; made++) {
      await allocateParty(others, { partyIdHint: `a-${made}` });
    }
    const party = await onboardExternalParty(others, "zoe", testKeyPair("zoe"));
    const router = createExplorerRouter(others, { auth: "disabled" });
    await withListeningServer(express().use("/look", router), async (url) => {
      const answer = await fetch(`${url}/look/explorer-data/people`);
      const { parties: told, isCut } = (await answer.json()) as People;
      expect(told.find((each) => each.party === party)?.signedBy).to.have.length(1);
      expect([told.length, isCut]).to.deep.equal([1_001, true]);
    });
    await others.close();
  });

  it("returns the steps of a transaction that are not events (fetches) to users who may read as any party", async () => {
    const { party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    const steps = async (of: number | string): Promise<unknown> =>
      (await data(`steps/${of}`, "eye")).json["steps"];
    expect(await steps(offset)).to.deep.equal([]);
    expect(await steps("999999")).to.deep.equal([]);
    expect(await steps("x")).to.deep.equal([]);
    const made = await ledger.submit({ actAs: owner, commands: Look.create({ owner }) });
    const [look] = made.created(Look);
    const commands = look?.exercise(Look.Look) ?? [];
    const { transaction } = await ledger.submit({ actAs: owner, commands });
    const [step, ...more] = (await steps(transaction.offset)) as readonly Json[];
    expect(step).to.deep.include({ nodeId: 1, kind: "fetch", lastDescendantNodeId: 1 });
    expect(step).to.deep.include({ contractId: String(look), witnessParties: [owner] });
    expect(more).to.deep.equal([]);
  });

  it("explains an update to a user for the user's own parties, and to users who may read as any party for all parties", async () => {
    const [alice = "", , carol = ""] = parties;
    const why = (party: string, userId: string) =>
      data(`explanations/${updateId}?party=${encodeURIComponent(party)}`, userId);
    expect((await why(alice, "ann")).json).to.have.nested.property(
      "events[0].shown.acsDelta",
      true,
    );
    expect((await why(carol, "ann")).status).to.equal(403);
    expect((await why(carol, "eye")).json).to.have.nested.property(
      "events[0].shown.ledgerEffects",
      false,
    );
    expect((await why("nobody::1220", "eye")).status).to.equal(400);
  });

  it("creates tokens for administrators only", async () => {
    expect((await data("tokens/ann", "ann", "POST")).status).to.equal(403);
    expect((await data("tokens/ann", "eye", "POST")).status).to.equal(403);
    const { json } = await data("tokens/ann", "root", "POST");
    expect(String(json["token"]).split(".")).to.have.length(3);
    expect((await data("tokens/ann", "root")).status).to.equal(404);
  });

  it("answers 404 for unknown and malformed paths below /explorer-data", async () => {
    for (const path of [
      "packages/%ff",
      "packages/__proto__",
      "constructor",
      "packages/a/b",
      "tokens/",
    ]) {
      expect((await data(path, "root")).status, path).to.equal(404);
    }
  });
});
