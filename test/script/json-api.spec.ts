import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import { packagesOfParticipant } from "../../lib/codegen/index.ts";
import { createLedger, pingPackage } from "../../lib/index.ts";
import { JsonApiClient } from "../../lib/script/over-json/json-api.ts";
import { JsonApiScriptParticipant } from "../../lib/script/over-json/json-participant.ts";
import { rejectionOf } from "../support/error-of.ts";
import { serveLedger } from "../support/served-ledger.ts";

const url = "http://participant.example";

const megabyte = new TextEncoder().encode("x".repeat(2 ** 20));

const endless = (status: number): Response =>
  new Response(new ReadableStream({ pull: (to) => to.enqueue(megabyte) }), { status });

const answering = (
  answer: () => Response | Promise<Response>,
  timeoutMillis = 60_000,
): JsonApiClient => new JsonApiClient({ url, timeoutMillis, fetch: async () => answer() });

describe("responses of a participant to scripts and generators", () => {
  it("are limited in bytes, depth and time", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const cases = [
      [answering(() => endless(200)), /more than 134217728 bytes/u],
      [answering(() => endless(500)), /status 500: x{200}$/u],
      [answering(() => new Response(deep)), /deeper than 1000 levels/u],
      [answering(() => new Response("<html>")), /not JSON/u],
      [answering(() => new Promise(() => undefined), 20), /nothing for 20 ms/u],
      [answering(() => new Response(new ReadableStream()), 20), /nothing for 20 ms/u],
    ] as const;
    for (const [api, told] of cases) {
      expect((await rejectionOf(api.get("/v2/version"))).cause).to.match(told);
    }
    const bytes = await rejectionOf(answering(() => endless(200)).getBytes("/v2/packages/1"));
    expect(bytes.cause).to.match(/more than 134217728 bytes/u);
  });

  it("are read only from the requested server, never from a redirect", async () => {
    const redirects: unknown[] = [];
    const fetch = (_: string, init?: RequestInit): Promise<Response> => {
      redirects.push(init?.redirect);
      return Promise.resolve(new Response("{}"));
    };
    const api = new JsonApiClient({ url, token: "secret", fetch });
    await api.post("/v2/parties", {});
    await rejectionOf(packagesOfParticipant({ url, fetch }));
    expect(redirects).to.deep.equal(["error", "error"]);
  });

  it("are refused if they are endless lists @slow", async () => {
    let count = 0;
    const page = () => new Response(JSON.stringify({ users: [], nextPageToken: `t${count++}` }));
    const fetch = (): Promise<Response> => Promise.resolve(page());
    const { state } = await createLedger();
    const participant = new JsonApiScriptParticipant({ url, fetch }, state.packages);
    expect((await rejectionOf(participant.listUsers())).cause).to.match(/more than .* pages/u);
  });

  it("with an error become the participant's error if they are JSON, and otherwise an error with status and text", async () => {
    const refusal = (status: number, body: unknown) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return rejectionOf(answering(() => new Response(text, { status })).delete("/v2/users/bob"));
    };
    const told = await refusal(404, {
      code: "USER_NOT_FOUND",
      cause: "no user bob",
      context: { user: "bob" },
      resources: [["ErrorResource(USER)", "bob"], ["PARTY", "alice"], "broken"],
      errorCategory: 11,
    });
    expect(told).to.deep.include({
      code: "USER_NOT_FOUND",
      cause: "no user bob",
      context: { user: "bob" },
      resources: [
        ["USER", "bob"],
        ["PARTY", "alice"],
        ["undefined", "undefined"],
      ],
    });
    const short = await refusal(401, { code: "UNAUTHENTICATED" });
    expect(short.cause).to.equal("The participant requires a valid token for /v2/users/bob. ");
    const forbidden = await refusal(403, { code: "PERMISSION_DENIED", cause: "No." });
    expect(forbidden.cause).to.equal(
      "The participant does not allow the token's user to call /v2/users/bob. No.",
    );
    for (const body of ["<html>", "", { cause: "no code" }, { code: 7 }]) {
      expect((await refusal(502, body)).cause).to.match(
        /^The participant answered \/v2\/users\/bob with status 502: /u,
      );
    }
    const thrown = (error: unknown) =>
      rejectionOf(
        new JsonApiClient({
          url,
          fetch: () => {
            throw error;
          },
        }).get("/v2/version"),
      );
    expect(
      (await thrown(new Error("fetch failed", { cause: new Error("refused") }))).cause,
    ).to.match(/cannot be reached: refused\.$/u);
    expect((await thrown(new Error("fetch failed"))).cause).to.match(/: fetch failed\.$/u);
    expect((await thrown("text")).cause).to.match(/: there is no answer\.$/u);
  });
});

describe("a participant that scripts use over JSON", () => {
  it("has users, parties, vetted packages and contracts", async () => {
    const ledger = await createLedger({ protocolVersion: 34, packages: [pingPackage] });
    const served = await serveLedger(ledger, { auth: "disabled" });
    const { packages } = ledger.state;
    const participant = new JsonApiScriptParticipant({ url: served.baseUrl }, packages);
    try {
      const alice = await participant.allocateParty("alice");
      expect(participant.createPartyHint("bob")).to.match(/^bob-[0-9a-f]{8}$/u);
      const { party: bob } = (await allocateParty(ledger, { partyIdHint: "bob" })).partyDetails;
      const parties = await participant.listParties();
      expect(parties.find(({ party }) => party === alice)).to.include({ isLocal: true });

      const actAs = { kind: "CanActAs", party: alice };
      const readAs = { kind: "CanReadAs", party: bob };
      const admin = { kind: "ParticipantAdmin", party: undefined };
      await participant.createUser({ id: "ann", primaryParty: alice }, [actAs]);
      await participant.createUser({ id: "ben", primaryParty: undefined }, []);
      expect(await participant.getUser("ann")).to.deep.equal({ id: "ann", primaryParty: alice });
      expect(await participant.listUsers()).to.deep.include({ id: "ben", primaryParty: undefined });
      expect(await participant.grantRights("ann", [actAs, readAs, admin])).to.have.deep.members([
        readAs,
        admin,
      ]);
      expect(await participant.revokeRights("ann", [admin])).to.deep.equal([admin]);
      expect(await participant.listRights("ann")).to.have.deep.members([actAs, readAs]);
      await participant.deleteUser("ann");
      expect((await rejectionOf(participant.getUser("ann"))).code).to.equal("USER_NOT_FOUND");

      const { name, version, packageId } = pingPackage;
      expect(await participant.listVettedPackages()).to.deep.include({ name, version });
      await participant.changeVetting("Unvet", [{ name, version }]);
      expect(await participant.listVettedPackages()).not.to.deep.include({ name, version });
      await participant.changeVetting("Vet", [{ name, version }]);

      const [ping = ""] = pingPackage.templates.keys();
      const template = `${packageId}:${ping}`;
      const created = await ledger.submit({
        actAs: alice,
        commands: {
          CreateCommand: {
            templateId: template,
            createArguments: { initiator: alice, responder: bob, id: "ping 1" },
          },
        },
      });
      const [event] = created.transaction.events;
      const contractId =
        event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
      const [held] = await participant.listActiveContracts([alice], template);
      expect(held).to.deep.include({ contractId, template, key: undefined });
      const disclosed = await participant.findContractById([alice], template, contractId);
      expect(disclosed?.blob).to.match(/^[0-9a-f]+$/u);
      expect(await participant.findContractById([alice], template, `${contractId}00`)).to.equal(
        undefined,
      );
      for (const refused of [participant.listPackages(), participant.setTime()]) {
        expect((await rejectionOf(refused)).cause).to.match(/^A JSON Ledger API cannot /u);
      }
      await participant.sleep(-1n);
    } finally {
      served.close();
      await ledger.close();
    }
  });
});
