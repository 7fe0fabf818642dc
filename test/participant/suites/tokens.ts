import { expect } from "chai";

import type { Asked, Fields } from "../../support/catalogue/asked.ts";
import { noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";
import { signedToken } from "../../support/tokens.ts";
import { wait } from "./work.ts";

const scope = "Expected-Scope";
const audience = "Expected-Audience";

/** Four ways to authenticate, each with its own secret. */
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

/** Sends a request with the claims that the way requires, or with others. */
const askedBy = (asked: Asked, way: Way, claims: Fields = {}) => {
  const option: Fields = ways[way];
  const target =
    option["scope"] === undefined ? { aud: [option["audience"]] } : { scope: option["scope"] };
  const sub = option["privileged"] === undefined ? "participant_admin" : "nobody-known";
  const token = signedToken({ sub, exp: soon(), ...target, ...claims }, ways[way].hs256Secret);
  return asked.as({ auth: Object.values(ways), headers: { authorization: `Bearer ${token}` } });
};

/** The status of an administrator's request. */
const administers = async (asked: Asked, way: Way, claims: Fields = {}) =>
  (await askedBy(asked, way, claims).send("GET", "/v2/parties")).status;

/** The status of a command of alice. */
const acts = async (asked: Asked, way: Way, claims: Fields = {}) => {
  const alice = await asked.party(`alice-${asked.end}`);
  const rights = [{ kind: { CanActAs: { value: { party: alice } } } }];
  await asked.post("/v2/users/ann/rights", { userId: "ann", identityProviderId: "", rights });
  const commands = asked.commands(alice, noteOf(alice), { userId: undefined });
  return (await askedBy(asked, way, claims).send("POST", wait, commands)).status;
};

const addAnn = (asked: Asked) =>
  asked.post("/v2/users", {
    user: { id: "ann", primaryParty: "", isDeactivated: false, identityProviderId: "" },
    rights: [],
  });

/** The claims that the way requires, with additional or other values. */
const targetOf = (way: Way, words: readonly string[]): Fields =>
  "scope" in ways[way] ? { scope: words.join(" ") } : { aud: words };

const wantedBy = (way: Way): string => {
  const option: Fields = ways[way];
  return String(option["scope"] ?? option["audience"]);
};

export const tokens: Suite = {
  name: "JsonApiAuthIT",
  cases: {
    "allow access to an endpoint requiring admin rights with admin token": async (asked) => {
      for (const way of allWays) expect(await administers(asked, way), way).to.equal(200);
    },
    "deny access to an endpoint requiring party rights with admin token": async (asked) => {
      await addAnn(asked);
      for (const way of allWays) expect(await acts(asked, way), way).to.equal(403);
    },
    "deny access to an endpoint requiring admin rights with user token": async (asked) => {
      await addAnn(asked);
      for (const way of ofUsers) {
        expect(await administers(asked, way, { sub: "ann" }), way).to.equal(403);
      }
    },
    "allow access to an endpoint requiring party rights with user token": async (asked) => {
      await addAnn(asked);
      for (const way of ofUsers) {
        expect(await acts(asked, way, { sub: "ann" }), way).to.equal(200);
      }
    },
    "allow access to an endpoint with a token with additional audiences/scopes": async (asked) => {
      for (const way of allWays) {
        const both = targetOf(way, [wantedBy(way), "another"]);
        expect(await administers(asked, way, both), way).to.equal(200);
      }
    },
    "deny access to an endpoint with a token without audience/scope": async (asked) => {
      for (const way of allWays) {
        const none = "scope" in ways[way] ? { scope: undefined } : { aud: [] };
        expect(await administers(asked, way, none), way).to.equal(401);
      }
    },
    "deny access to an endpoint with a token with wrong intended audience/scope": async (asked) => {
      for (const way of allWays) {
        const others = targetOf(way, ["one", "another"]);
        expect(await administers(asked, way, others), way).to.equal(401);
      }
    },
    "deny access to an endpoint with an expired token": async (asked) => {
      for (const way of allWays) {
        expect(await administers(asked, way, { exp: soon() - 86_400 }), way).to.equal(401);
      }
    },
    "deny access to an endpoint with an token for an unknown user": async (asked) => {
      for (const way of ofUsers) {
        const answer = await askedBy(asked, way, { sub: "unknown" }).send("GET", "/v2/parties");
        expect(answer.status, way).to.equal(403);
        expect(answer.json)
          .to.have.property("context")
          .that.includes({ ledger_api_error: "invalid token" });
      }
    },
    // The header is present, but empty.
    "deny unauthenticated access": async (asked) => {
      const nobody = asked.as({ auth: Object.values(ways), headers: { authorization: "Bearer " } });
      expect((await nobody.send("GET", "/v2/parties")).status).to.equal(400);
    },
  },
};
