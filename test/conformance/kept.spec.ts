import { expect } from "chai";

import { createLedger } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { apiClient } from "../support/api-client.ts";
import { commandsBody } from "../support/commands-body.ts";
import { RuleLedger } from "../support/rule-ledger.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";

const submit = "/v2/commands/submit-and-wait";

describe("intended differences from a participant", () => {
  let rules: RuleLedger;

  beforeEach(async () => {
    rules = await RuleLedger.open();
  });

  const secured = (options: { readonly maxTokenLifetimeSeconds?: number } = {}) => {
    const auth = { hs256Secret: secret };
    const fetch = createFetch(rules.given.ledger, { auth, ...options });
    return apiClient(fetch, "http://ledger.invalid");
  };

  it("A.1- requires a token for the version, and names the options that make it public", async () => {
    const { status, json } = await secured()("GET", "/v2/version");
    expect(status).to.equal(401);
    const { hint } = json as { readonly hint: { readonly advice: string } };
    expect(hint.advice).to.include("--precedence participant").and.include("--auth disabled");
  });

  it("A.1+ with participant precedence, returns the version without a token", async () => {
    const ledger = await createLedger({ precedence: "participant" });
    const fetch = createFetch(ledger, { auth: { hs256Secret: secret } });
    expect((await fetch("/v2/version")).status).to.equal(200);
    expect((await fetch("/v2/state/ledger-end")).status).to.equal(401);
  });

  it("tokens have no maximum lifetime unless it is configured", async () => {
    const exp = Math.floor(Date.now() / 1000) + 3_000_000_000;
    const authorization = `Bearer ${signedToken(scopeClaims("participant_admin", { exp }))}`;
    const statusWith = async (options = {}) =>
      (await secured(options)("GET", "/v2/version", { headers: { authorization } })).status;
    expect(await statusWith()).to.equal(200);
    expect(await statusWith({ maxTokenLifetimeSeconds: 300 })).to.equal(401);
  });

  it("an underscore in a party filter matches only an underscore", async () => {
    const found = async (filter: string) => {
      const { json } = await rules.send("GET", `/v2/parties?filter-party=${filter}`);
      return (json as { readonly partyDetails: readonly unknown[] }).partyDetails;
    };
    expect(await found("alice")).to.have.length(1);
    expect(await found("al_ce")).to.have.length(0);
  });

  it("arguments that are nested too deeply are refused", async () => {
    const { alice } = rules.given;
    const createArguments = { issuer: alice, owner: alice, amount: "1", watchers: [] };
    const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    const nested = `"watchers":${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const body = JSON.stringify(commandsBody(alice, command)).replace('"watchers":[]', nested);
    expect((await rules.refusal(submit, body))[0]).to.equal(400);
  });

  it("durations that are not objects, and digits other than 0 to 9, are refused", async () => {
    for (const minLedgerTimeRel of [5, "60s", true, []]) {
      const body = commandsBody(rules.given.alice, rules.iou(), { minLedgerTimeRel });
      expect((await rules.refusal(submit, body))[0], String(minLedgerTimeRel)).to.equal(400);
    }
    const createArguments = { owner: rules.given.alice, name: "n", count: "٥" };
    const command = { CreateCommand: { templateId: "#iou:Iou:Counter", createArguments } };
    const { state } = rules.given.ledger;
    const { status } = await rules.post(submit, commandsBody(rules.given.alice, command));
    expect(status).to.not.equal(200);
    expect(rules.given.ledger.state).to.equal(state);
  });
});
