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

describe("authorization headers that occur several times", () => {
  it("are refused if two have the scheme Bearer", async () => {
    for (const first of [tokenOf("ann"), "nonsense"]) {
      const bearers = [`Authorization: Bearer ${first}`, `authorization: bearer ${tokenOf("bob")}`];
      expect(await ask(...bearers)).to.deep.include({
        status: 400,
        body: "Invalid value for: header Authorization (multiple values)",
      });
    }
  });

  it("contain the token of the scheme Bearer next to another scheme", async () => {
    const answer = await ask("Authorization: Basic x", `Authorization: Bearer ${tokenOf("bob")}`);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include('"bob"');
  });

  it("are refused if WebSocket protocols occur twice", async () => {
    const protocol = (value: string): string => `Sec-WebSocket-Protocol: ${value}`;
    const token = `jwt.token.${tokenOf("ann")}`;
    expect(await ask(protocol(token), protocol("daml.ws.auth"))).to.deep.include({
      status: 400,
      body: "Invalid value for: header Sec-WebSocket-Protocol (multiple values)",
    });
    expect((await ask(protocol(token))).status).to.equal(200);
  });

  it("are refused if the scheme has no token", async () => {
    expect(await ask("Authorization: Bearer")).to.deep.include({
      status: 400,
      body: "Invalid value for: header Authorization",
    });
  });
});
