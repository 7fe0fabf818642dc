import { expect } from "chai";
import express from "express";

import type { Ledger } from "../../../lib/index.ts";
import { createLedgerRouter } from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { answersIn, type RawAnswer, sendRaw } from "../../support/raw-http.ts";
import { secret } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const json = "Content-Type: application/json";
const foreign = "Origin: https://evil.example.com";

describe("web pages", () => {
  let ledger: Ledger;

  beforeEach(async () => {
    ({ ledger } = await iouLedger());
  });

  /** Sends one request with these headers over a socket, like a browser, and returns the response. */
  const answerTo = (
    line: string,
    headers: readonly string[],
    options: Partial<Parameters<typeof createLedgerRouter>[1]> = {},
    body = "",
  ): Promise<RawAnswer> => {
    const app = express().use(createLedgerRouter(ledger, { auth: "disabled", ...options }));
    return withListeningServer(app, async (baseUrl) => {
      const head = [
        `${line} HTTP/1.1`,
        ...(headers.some((header) => header.startsWith("Host:")) ? [] : ["Host: localhost:7575"]),
        "Connection: close",
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
      ];
      const [answer] = answersIn(await sendRaw(baseUrl, [...head, "", body].join("\r\n")));
      return answer ?? expect.fail("no answer");
    });
  };

  const allocate = (headers: readonly string[], options = {}): Promise<RawAnswer> =>
    answerTo("POST /v2/parties", headers, options, '{"partyIdHint":"mallory"}');

  it("of other machines cannot write if authorization is disabled", async () => {
    const { parties } = ledger.state;
    for (const headers of [
      [foreign, "Content-Type: text/plain"],
      [foreign, json],
      [foreign],
      ["Origin: null", json],
      ["Origin: http://localhost.evil.example.com", json],
      ["Origin: http://127.0.0.1.evil.example.com", json],
    ]) {
      const { status, body } = await allocate(headers);
      expect(status, headers.join()).to.equal(403);
      expect(body).to.contain("refuses web pages of other origins");
    }
    expect(ledger.state.parties).to.equal(parties);
  });

  it("of this machine can write only after a preflight", async () => {
    const page = "Origin: http://localhost:3000";
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
    ]) {
      expect((await allocate([page, `Content-Type: ${type}`])).status, type).to.equal(403);
    }
    expect((await allocate([page])).status).to.equal(403);
    expect((await allocate([page, `${json}; charset=utf-8`])).status).to.equal(200);
  });

  it("cannot read through another host name that resolves to this machine", async () => {
    for (const host of ["evil.example.com", "evil.example.com:7575", "127.0.0.1.evil.com", "a b"]) {
      const { status } = await answerTo("GET /v2/version", [`Host: ${host}`]);
      expect(status, host).to.equal(403);
    }
    for (const host of [
      "localhost",
      "ledger:7575",
      "127.0.0.1:7575",
      "[::1]:7575",
      "192.168.1.2:80",
      "",
    ]) {
      const { status } = await answerTo("GET /v2/version", [`Host: ${host}`]);
      expect(status, host).to.equal(200);
    }
  });

  it("are distinguished from programs, which send no origin and are accepted", async () => {
    expect((await allocate([])).status).to.equal(200);
    expect((await answerTo("GET /v2/version", [])).status).to.equal(200);
  });

  it("are accepted with CORS headers if their origin is allowed", async () => {
    const cors = ["https://wallet.example.com"];
    const page = "Origin: https://wallet.example.com";
    const answer = await allocate([page, json], { cors });
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.deep.include({
      "access-control-allow-origin": "https://wallet.example.com",
      vary: "Origin",
    });
    const asked = ["Access-Control-Request-Method: POST", page];
    const preflight = await answerTo("OPTIONS /v2/parties", asked, { cors });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers["access-control-allow-methods"]).to.contain("POST");
    expect((await allocate([page, "Content-Type: text/plain"], { cors })).status).to.equal(403);
    expect((await allocate([foreign, json], { cors })).status).to.equal(403);
    const named = await answerTo("GET /v2/version", ["Host: wallet.example.com"], { cors });
    expect(named.status).to.equal(200);
  });

  it("are accepted only by token if tokens are required", async () => {
    const auth = { hs256Secret: secret };
    expect((await allocate([foreign, json], { auth })).status).to.equal(401);
    const { headers } = await allocate([foreign, json], { auth, cors: ["https://a.example.com"] });
    expect(headers).not.to.have.property("access-control-allow-origin");
  });

  it("cannot be allowed by a `cors` option that is not an origin", () => {
    for (const cors of ["*", "example.com", "https://example.com/", "https://example.com/x"]) {
      const create = () => createLedgerRouter(ledger, { auth: "disabled", cors: [cors] });
      expect(create, cors).to.throw(TypeError, "not an origin");
    }
  });
});
