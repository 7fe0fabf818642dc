import { expect } from "chai";
import express from "express";

import { createUser } from "../../../lib/api.ts";
import { createLedgerRouter } from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { listening } from "../../support/listening.ts";
import { answersIn, type RawAnswer, rawRequest, sendRaw } from "../../support/raw-http.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";

const tokenOf = (user: string): string => signedToken(scopeClaims(user));

/** The response to a request with these header lines. */
const ask = async (...lines: readonly string[]): Promise<RawAnswer> => {
  const { ledger } = await iouLedger();
  for (const id of ["ann", "bob"]) await createUser(ledger, { user: { id } });
  const options = { auth: { hs256Secret: secret }, errors: "exact" as const };
  const app = express().use(createLedgerRouter(ledger, options));
  const request = rawRequest("GET /v2/authenticated-user", ["Connection: close", ...lines]);
  const [answer] = answersIn(await listening(app, (baseUrl) => sendRaw(baseUrl, request)));
  return answer ?? expect.fail("no answer");
};

describe("the token of a request with several headers of a name", () => {
  it("is none where two have the scheme Bearer: the request is refused", async () => {
    for (const first of [tokenOf("ann"), "nonsense"]) {
      const bearers = [`Authorization: Bearer ${first}`, `authorization: bearer ${tokenOf("bob")}`];
      expect(await ask(...bearers)).to.deep.include({
        status: 400,
        body: "Invalid value for: header Authorization (multiple values)",
      });
    }
  });

  it("is that of the scheme Bearer, beside another scheme", async () => {
    const answer = await ask("Authorization: Basic x", `Authorization: Bearer ${tokenOf("bob")}`);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include('"bob"');
  });

  it("is none where protocols come in two: the request is refused", async () => {
    const protocol = (value: string): string => `Sec-WebSocket-Protocol: ${value}`;
    const token = `jwt.token.${tokenOf("ann")}`;
    expect(await ask(protocol(token), protocol("daml.ws.auth"))).to.deep.include({
      status: 400,
      body: "Invalid value for: header Sec-WebSocket-Protocol (multiple values)",
    });
    expect((await ask(protocol(token))).status).to.equal(200);
  });

  it("is asked for where the scheme is all there is: the request is refused", async () => {
    expect(await ask("Authorization: Bearer")).to.deep.include({
      status: 400,
      body: "Invalid value for: header Authorization",
    });
  });
});
