import { expect } from "chai";
import express from "express";

import { createUser } from "../../../lib/api.ts";
import { createLedgerRouter } from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { answersIn, type RawAnswer, rawRequest, sendRaw } from "../../support/raw-http.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const tokenOf = (user: string): string => signedToken(scopeClaims(user));

/** Sends a request with these header lines and returns the response. */
const ask = async (...lines: readonly string[]): Promise<RawAnswer> => {
  const { ledger } = await iouLedger();
  for (const id of ["ann", "bob"]) await createUser(ledger, { user: { id } });
  const options = { auth: { hs256Secret: secret }, errors: "exact" as const };
  const app = express().use(createLedgerRouter(ledger, options));
  const request = rawRequest("GET /v2/authenticated-user", ["Connection: close", ...lines]);
  const [answer] = answersIn(
    await withListeningServer(app, (baseUrl) => sendRaw(baseUrl, request)),
  );
  return answer ?? expect.fail("no answer");
};

describe("authorization headers that occur several times", () => {
  it("refuses two headers with the scheme Bearer", async () => {
    for (const first of [tokenOf("ann"), "nonsense"]) {
      const bearers = [`Authorization: Bearer ${first}`, `authorization: bearer ${tokenOf("bob")}`];
      expect(await ask(...bearers)).to.deep.include({
        status: 400,
        body: "Invalid value for: header Authorization (multiple values)",
      });
    }
  });

  it("reads the Bearer token next to a header with another scheme", async () => {
    const answer = await ask("Authorization: Basic x", `Authorization: Bearer ${tokenOf("bob")}`);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include('"bob"');
  });

  it("refuses a second header with WebSocket protocols", async () => {
    const protocol = (value: string): string => `Sec-WebSocket-Protocol: ${value}`;
    const token = `jwt.token.${tokenOf("ann")}`;
    expect(await ask(protocol(token), protocol("daml.ws.auth"))).to.deep.include({
      status: 400,
      body: "Invalid value for: header Sec-WebSocket-Protocol (multiple values)",
    });
    expect((await ask(protocol(token))).status).to.equal(200);
  });

  it("refuses the scheme Bearer without a token", async () => {
    expect(await ask("Authorization: Bearer")).to.deep.include({
      status: 400,
      body: "Invalid value for: header Authorization",
    });
  });
});
