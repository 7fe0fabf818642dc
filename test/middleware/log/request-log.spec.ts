import { expect } from "chai";
import express from "express";

import { createIdentityProvider, createUser } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import {
  createControlRouter,
  createFetch,
  createHistoryRouter,
  createLedgerRouter,
  type RequestRecord,
} from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { RequestRecords } from "../../support/request-records.ts";
import { withStreams } from "../../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const auth = { hs256Secret: secret };
const bearer = (userId: string): { readonly Authorization: string } => ({
  Authorization: `Bearer ${signedToken(scopeClaims(userId), secret)}`,
});

/** Returns the entry without fields that differ in every run. */
const told = ({ via, method, path, operationId, principal, status }: RequestRecord): unknown[] => [
  via,
  method,
  path,
  operationId,
  principal,
  status,
];

describe("request log", () => {
  let ledger: Ledger;
  let alice: string;
  let records: RequestRecords;

  beforeEach(async () => {
    ({ ledger, alice } = await iouLedger());
    await createUser(ledger, { user: { id: "ann", primaryParty: alice } });
    records = new RequestRecords();
  });

  /** Sends a request that is refused. Returns the error body and the log entry. */
  const refusal = async (path: string, headers = {}) => {
    const fetch = createFetch(ledger, { auth, onRequest: records.onRequest });
    const body = (await (await fetch(path, { headers })).json()) as Record<string, unknown>;
    return { body, record: records.all.at(-1) };
  };

  it("warns about deprecated operations", async () => {
    let times = 0;
    const warned = async (apiVersion: "3.4" | "3.5" | "3.6") => {
      const { ledger: of } = await iouLedger({ apiVersion });
      const fetch = createFetch(of, { auth: "disabled", onRequest: records.onRequest });
      const paths = ["/v2/updates/flats", "/v2/commands/completions", "/v2/updates"];
      for (const path of paths) await fetch(path, { method: "POST", body: "{}" });
      await records.first(paths.length * ++times);
      return records.all.slice(-paths.length).map(({ deprecated }) => deprecated !== undefined);
    };
    expect(await warned("3.4")).to.deep.equal([true, false, false]);
    expect(await warned("3.5")).to.deep.equal([true, false, false]);
    expect(await warned("3.6")).to.deep.equal([true, false, false]);
  });

  it("logs every request to a mounted router: caller, operation, status, duration", async () => {
    const app = express()
      .use("/ledger", createLedgerRouter(ledger, { auth, onRequest: records.onRequest }))
      .use("/scan", createHistoryRouter(ledger, { onRequest: records.onRequest }))
      .use("/control", createControlRouter(ledger, { onRequest: records.onRequest }));
    await withListeningServer(app, async (baseUrl) => {
      await fetch(`${baseUrl}/ledger/v2/users?pageSize=1`, { headers: bearer("ann") });
      await fetch(`${baseUrl}/ledger/v2/version`, { headers: bearer("ann") });
      await fetch(`${baseUrl}/ledger/v2/nothing`);
      await fetch(`${baseUrl}/scan/v0/transactions`, { method: "POST", body: '{"page_size":1}' });
      await fetch(`${baseUrl}/scan/v0/transactions`, { method: "OPTIONS" });
      await fetch(`${baseUrl}/control/clock`);
      await fetch(`${baseUrl}/control/nothing`);
      const all = await records.first(7);
      expect(all.map(told)).to.deep.equal([
        ["http", "GET", "/ledger/v2/users", "listUsers", "ann", 403],
        ["http", "GET", "/ledger/v2/version", "getLedgerApiVersion", "ann", 200],
        ["http", "GET", "/ledger/v2/nothing", undefined, undefined, 404],
        ["http", "POST", "/scan/v0/transactions", "listTransactionHistory", undefined, 200],
        ["http", "OPTIONS", "/scan/v0/transactions", undefined, undefined, 204],
        ["http", "GET", "/control/clock", undefined, undefined, 200],
        ["http", "GET", "/control/nothing", undefined, undefined, 404],
      ]);
      for (const { millis } of all) expect(millis).to.be.within(0, 20_000);
    });
  });

  it("logs CORS preflights and requests that are refused because of their headers", async () => {
    const options = { auth, cors: ["https://a.example"], onRequest: records.onRequest };
    await withListeningServer(
      express().use(createLedgerRouter(ledger, options)),
      async (baseUrl) => {
        await sendRaw(baseUrl, "GET /v2/%zz HTTP/1.1\r\nHost: a\r\n\r\n");
        await fetch(`${baseUrl}/v2/version`, {
          method: "OPTIONS",
          headers: { Origin: "https://a.example", "Access-Control-Request-Method": "GET" },
        });
        const [bad, preflight] = await records.first(2);
        expect(bad).to.include({ status: 400, path: "/v2/%zz" });
        expect(preflight).to.include({ status: 204, method: "OPTIONS" });
      },
    );
  });

  it("logs the ids of an error body, and the cause that the body withholds", async () => {
    const shown = await refusal("/v2/users/nobody", bearer("participant_admin"));
    expect(shown.record?.traceId)
      .to.equal(shown.body["traceId"])
      .and.match(/^[0-9a-f]{32}$/);
    expect(shown.record?.error).to.deep.include({ code: "USER_NOT_FOUND" });

    const withheld = await refusal("/v2/users", bearer("ann"));
    expect(withheld.record).to.include({ status: 403, principal: "ann" });
    expect(withheld.record?.traceId).to.equal(withheld.body["traceId"]);
    expect(withheld.record?.error?.code).to.equal("PERMISSION_DENIED");
    expect(withheld.record?.error?.cause).to.not.equal("");
  });

  it("logs the submission id, and the trace id of a successful request that has one", async () => {
    const fetch = createFetch(ledger, { auth: "disabled", onRequest: records.onRequest });
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const CreateCommand = {
      templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
      createArguments: { id: "1", initiator: alice, responder: alice },
    };
    const body = { commandId: "c", submissionId: "s\n1", actAs: [alice], userId: "ann" };
    await fetch("/v2/commands/submit-and-wait", {
      method: "POST",
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
      body: JSON.stringify({ ...body, submissionId: "s1", commands: [{ CreateCommand }] }),
    });
    await fetch("/v2/version");
    const [submitted, version] = await records.first(2);
    expect(submitted).to.include({ traceId, correlationId: "s1", status: 200 });
    expect(version).to.include({ traceId: undefined, correlationId: undefined });
  });

  it("creates no trace, so that responses are the same with and without the log", async () => {
    const traceOf = async (onRequest?: (record: RequestRecord) => void) => {
      const { ledger } = await iouLedger();
      const fetch = createFetch(ledger, { auth: "disabled", onRequest });
      await fetch("/v2/version");
      const body = (await (await fetch("/v2/users/nobody")).json()) as { traceId: string };
      return body.traceId;
    };
    expect(await traceOf(records.onRequest)).to.equal(await traceOf());
  });

  it("logs WebSocket streams when they start, are refused, or fail", async () => {
    await withStreams(ledger, { auth, onRequest: records.onRequest }, async ({ connect }) => {
      await createUser(ledger, {
        user: { id: "reader" },
        rights: [{ kind: { CanReadAs: { value: { party: alice } } } }],
      });
      const filtersByParty = { [alice]: {} };
      const request = { activeAtOffset: 0, eventFormat: { filtersByParty } };
      const headers = bearer("reader");
      const good = await connect("/v2/state/active-contracts", undefined, { headers });
      await good.send(request).all();
      const nobody = await connect("/v2/state/active-contracts");
      await nobody.send(request).all();
      const [begun, refused] = await records.first(2);
      const stream = ["websocket", "GET", "/v2/state/active-contracts", "getActiveContracts"];
      expect(told(begun ?? expect.fail())).to.deep.equal([...stream, "reader", 101]);
      expect(told(refused ?? expect.fail())).to.deep.equal([...stream, undefined, 401]);
      expect(refused?.error?.code).to.equal("UNAUTHENTICATED");
      const upgrade = await connect("/v2/updates", undefined, { headers: bearer("unknown") }).catch(
        (error: unknown) => error,
      );
      expect(upgrade).to.include({ status: 403 });
      const [, , third] = await records.first(3);
      expect(third).to.include({ via: "websocket", path: "/v2/updates", status: 403 });
    });
  });

  it("logs bodies on request, on one line, truncated, without secrets", async () => {
    const token = signedToken(scopeClaims("ann"), secret);
    const fetch = createFetch(ledger, {
      auth: "disabled",
      onRequest: records.onRequest,
      logBodies: true,
    });
    const identityProviderConfig = {
      identityProviderId: "idp",
      issuer: `https://me:hush@issuer`,
      jwksUrl: "https://issuer/keys?api_key=hush",
      audience: token,
      isDeactivated: false,
    };
    const answer = await fetch("/v2/idps", {
      method: "POST",
      body: JSON.stringify({ identityProviderConfig }),
    });
    expect(answer.status).to.equal(200);
    await fetch("/v2/users", {
      method: "POST",
      body: JSON.stringify({ user: { id: "x".repeat(5_000), "client-Secret": "hush" } }),
    });
    await fetch("/v2/dars", { method: "POST", body: new Uint8Array(77) });
    await fetch("/v2/users", { method: "POST", body: `{"secret": "hush",}` });
    await fetch("/v2/state/active-contracts", {
      method: "POST",
      body: JSON.stringify({ activeAtOffset: 0, eventFormat: { filtersByParty: {} } }),
    });
    const [idp, long, dar, unreadable] = await records.first(5);
    expect(idp?.requestBody).to.match(/^\{"identityProviderConfig":\{"identityProviderId":"idp"/);
    expect(idp?.answerBody).to.include("identityProviderConfig");
    expect(long?.requestBody).to.have.length.within(1_000, 2_100);
    expect(dar?.requestBody).to.equal("<77 bytes>");
    expect(unreadable?.requestBody).to.match(/^<\d+ bytes>$/);
    const everything = JSON.stringify(records.all);
    expect(everything).to.not.include("hush").and.not.include(secret).and.not.include(token);
    expect(everything).to.not.include("\\n");
  });

  it("logs the first items of long lists, which the client gets completely @slow", async () => {
    const fetch = createFetch(ledger, {
      auth: "disabled",
      onRequest: records.onRequest,
      logBodies: true,
    });
    const body = { beginExclusive: 0, filter: { filtersForAnyParty: {} }, verbose: true };
    const answer = await fetch("/v2/updates", { method: "POST", body: JSON.stringify(body) });
    expect(await answer.json()).to.be.an("array");
    expect(records.all[0]?.answerBody).to.match(/^\[/);
  });

  it("logs no bodies by default", async () => {
    const fetch = createFetch(ledger, { auth: "disabled", onRequest: records.onRequest });
    await fetch("/v2/users", { method: "POST", body: "{}" });
    expect(records.all[0]).to.include({ requestBody: undefined, answerBody: undefined });
  });

  it("omits secrets in bodies of the control router", async () => {
    const options = { onRequest: records.onRequest, logBodies: true };
    const app = express().use("/control", createControlRouter(ledger, options));
    await withListeningServer(app, async (baseUrl) => {
      const post = (body: string) => fetch(`${baseUrl}/control/fixtures`, { method: "POST", body });
      await post(JSON.stringify({ steps: [], token: "hush" }));
      await post("steps: []\nsecret: hush\n");
      const [json, yaml] = await records.first(2);
      expect(json?.requestBody).to.equal('{"steps":[],"token":"<hidden>"}');
      expect(json?.answerBody).to.include("INVALID_ARGUMENT");
      expect(yaml?.requestBody).to.match(/^<\d+ bytes>$/);
      expect(JSON.stringify(records.all)).to.not.include("hush");
    });
  });

  it("does not affect responses if the host's log function throws or returns a promise that rejects", async () => {
    const failures: unknown[] = [];
    const onUnexpectedError = (error: unknown): void => void failures.push(error);
    const hooks: readonly (() => unknown)[] = [
      () => {
        throw new RangeError("now");
      },
      () => Promise.reject(new RangeError("later")),
    ];
    for (const hook of hooks) {
      const onRequest = hook;
      const fetch = createFetch(ledger, { auth: "disabled", onRequest, onUnexpectedError });
      expect((await fetch("/v2/version")).status).to.equal(200);
    }
    expect(failures.map(String)).to.deep.equal(["RangeError: now", "RangeError: later"]);
  });

  it("logs a refused request for an identity provider without the token in its path", async () => {
    await createIdentityProvider(ledger, {
      identityProviderConfig: { identityProviderId: "one", issuer: "i", jwksUrl: "https://a/k" },
    });
    const { record } = await refusal(
      `/v2/idps/${signedToken({}, secret)}`,
      bearer("participant_admin"),
    );
    expect(record?.path).to.equal("/v2/idps/<hidden>");
    expect(JSON.stringify(record)).to.not.include("eyJ");
  });
});
