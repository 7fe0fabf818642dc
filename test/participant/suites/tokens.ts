import { expect } from "chai";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import { noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";
import { signedToken } from "../../support/tokens.ts";
import { wait } from "./work.ts";

const scope = "Expected-Scope";
const audience = "Expected-Audience";

/** The four kinds of tokens, each with its own secret. */
const ways = {
  scope: { hs256Secret: "of the scope", scope },
  audience: { hs256Secret: "of the audience", audience },
  privilegedScope: {
    hs256Secret: "of the privileged scope",
    scope: "Privileged-Scope",
    privileged: "admin",
  },
  privilegedAudience: {
    hs256Secret: "of the privileged audience",
    audience: "Privileged-Audience",
    privileged: "admin",
  },
} as const;

type Way = keyof typeof ways;

const allWays = Object.keys(ways) as readonly Way[];
const ofUsers: readonly Way[] = ["scope", "audience"];

const soon = () => Math.floor(Date.now() / 1000) + 300;

/** Returns an object that sends requests with a token of this kind; `claims` replace the valid ones. */
const askedBy = (api: CaseLedger, way: Way, claims: Fields = {}) => {
  const option: Fields = ways[way];
  const target =
    option["scope"] === undefined ? { aud: [option["audience"]] } : { scope: option["scope"] };
  const sub = option["privileged"] === undefined ? "participant_admin" : "nobody-known";
  const token = signedToken({ sub, exp: soon(), ...target, ...claims }, ways[way].hs256Secret);
  return api.as({ auth: Object.values(ways), headers: { authorization: `Bearer ${token}` } });
};

/** Returns the status of an administrator's request. */
const administers = async (api: CaseLedger, way: Way, claims: Fields = {}) =>
  (await askedBy(api, way, claims).send("GET", "/v2/parties")).status;

/** Returns the status of a command of alice. */
const acts = async (api: CaseLedger, way: Way, claims: Fields = {}) => {
  const alice = await api.party(`alice-${api.end}`);
  const rights = [{ kind: { CanActAs: { value: { party: alice } } } }];
  await api.post("/v2/users/ann/rights", { userId: "ann", identityProviderId: "", rights });
  const commands = api.commands(alice, noteOf(alice), { userId: undefined });
  return (await askedBy(api, way, claims).send("POST", wait, commands)).status;
};

const addAnn = (api: CaseLedger) =>
  api.post("/v2/users", {
    user: { id: "ann", primaryParty: "", isDeactivated: false, identityProviderId: "" },
    rights: [],
  });

/** Returns the claims for the audience or scope of this kind, with additional or other values. */
const targetOf = (way: Way, words: readonly string[]): Fields =>
  "scope" in ways[way] ? { scope: words.join(" ") } : { aud: words };

const wantedBy = (way: Way): string => {
  const option: Fields = ways[way];
  return String(option["scope"] ?? option["audience"]);
};

export const tokens: Suite = {
  name: "JsonApiAuthIT",
  cases: {
    "allow access to an endpoint requiring admin rights with admin token": async (api) => {
      for (const way of allWays) expect(await administers(api, way), way).to.equal(200);
    },
    "deny access to an endpoint requiring party rights with admin token": async (api) => {
      await addAnn(api);
      for (const way of allWays) expect(await acts(api, way), way).to.equal(403);
    },
    "deny access to an endpoint requiring admin rights with user token": async (api) => {
      await addAnn(api);
      for (const way of ofUsers) {
        expect(await administers(api, way, { sub: "ann" }), way).to.equal(403);
      }
    },
    "allow access to an endpoint requiring party rights with user token": async (api) => {
      await addAnn(api);
      for (const way of ofUsers) {
        expect(await acts(api, way, { sub: "ann" }), way).to.equal(200);
      }
    },
    "allow access to an endpoint with a token with additional audiences/scopes": async (api) => {
      for (const way of allWays) {
        const both = targetOf(way, [wantedBy(way), "another"]);
        expect(await administers(api, way, both), way).to.equal(200);
      }
    },
    "deny access to an endpoint with a token without audience/scope": async (api) => {
      for (const way of allWays) {
        const none = "scope" in ways[way] ? { scope: undefined } : { aud: [] };
        expect(await administers(api, way, none), way).to.equal(401);
      }
    },
    "deny access to an endpoint with a token with wrong intended audience/scope": async (api) => {
      for (const way of allWays) {
        const others = targetOf(way, ["one", "another"]);
        expect(await administers(api, way, others), way).to.equal(401);
      }
    },
    "deny access to an endpoint with an expired token": async (api) => {
      for (const way of allWays) {
        expect(await administers(api, way, { exp: soon() - 86_400 }), way).to.equal(401);
      }
    },
    "deny access to an endpoint with an token for an unknown user": async (api) => {
      for (const way of ofUsers) {
        const answer = await askedBy(api, way, { sub: "unknown" }).send("GET", "/v2/parties");
        expect(answer.status, way).to.equal(403);
        expect(answer.json)
          .to.have.property("context")
          .that.includes({ ledger_api_error: "invalid token" });
      }
    },
    // The header is present, but empty.
    "deny unauthenticated access": async (api) => {
      const nobody = api.as({ auth: Object.values(ways), headers: { authorization: "Bearer " } });
      expect((await nobody.send("GET", "/v2/parties")).status).to.equal(400);
    },
  },
};
