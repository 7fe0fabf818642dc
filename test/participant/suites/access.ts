import { expect } from "chai";
import jsonwebtoken from "jsonwebtoken";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import { noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { keyEntry, keySetsInMemory } from "../../support/key-sets.ts";
import { streamProtocol, withStreams } from "../../support/stream-client.ts";
import { p256Keys, scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { delta, inShape } from "./streams.ts";
import { wait } from "./work.ts";

const auth = { hs256Secret: secret };
const administrator = "participant_admin";

const tokenOf = (userId: string, more: object = {}) => signedToken(scopeClaims(userId, more));

/** Returns an object that sends requests with a token of this user. */
const by = (api: CaseLedger, userId: string, more: object = {}) =>
  api.as({ auth, headers: { authorization: `Bearer ${tokenOf(userId, more)}` } });

const right = (kind: string, party?: string) => ({
  kind: { [kind]: { value: party === undefined ? {} : { party } } },
});

interface NewUser {
  readonly rights?: readonly object[];
  readonly identityProviderId?: string;
}

const addUser = async (
  api: CaseLedger,
  id: string,
  { rights = [], identityProviderId = "" }: NewUser = {},
): Promise<void> => {
  const user = { id, primaryParty: "", isDeactivated: false, identityProviderId };
  await api.post("/v2/users", { user, rights });
};

const deniedWith = 403;

/** Expects a refusal whose body contains no details. */
const denied = async (
  api: CaseLedger,
  status: 401 | 403,
  request: Parameters<CaseLedger["send"]>,
) => {
  const answer = await api.send(...request);
  expect(answer.status, answer.text).to.equal(status);
  expect(answer.json).to.include({ code: "NA", errorCategory: -1 });
};

type Of = "act" | "read";

/**
 * The rights on six parties that a user gets, and whether they suffice to act as the first two and read as
 * two more.
 */
const grants: readonly (readonly [
  title: string,
  grants: Readonly<Record<Of, string>>,
  isEnough: boolean,
])[] = [
  ["exactly what is needed", { act: "ab", read: "cd" }, true],
  ["more than that", { act: "abe", read: "cdf" }, true],
  ["to act as all", { act: "abcd", read: "" }, true],
  ["to read as those, too, that it acts as", { act: "ab", read: "abcd" }, true],
  ["nothing", { act: "", read: "" }, false],
  ["what concerns others", { act: "e", read: "f" }, false],
  ["to read as all", { act: "", read: "abcd" }, false],
  ["one actor less", { act: "a", read: "cd" }, false],
  ["one reader less", { act: "ab", read: "c" }, false],
  ["the one for the other", { act: "cd", read: "ab" }, false],
];

const manyParties: Case = async (api) => {
  const names = ["a", "b", "c", "d", "e", "f"] as const;
  const parties = new Map<string, string>();
  for (const name of names) parties.set(name, await api.party(name));
  const named = (letters: string) => Array.from(letters, (letter) => parties.get(letter) ?? "");
  for (const [index, [title, { act, read }, isEnough]] of grants.entries()) {
    const userId = `user-${index}`;
    await addUser(api, userId, {
      rights: [
        ...named(act).map((party) => right("CanActAs", party)),
        ...named(read).map((party) => right("CanReadAs", party)),
      ],
    });
    const [owner = ""] = named("a");
    const readAs = { readAs: named("cd"), userId };
    const commands = api.commands(named("ab"), noteOf(owner), readAs);
    const user = by(api, userId);
    if (isEnough) expect((await user.send("POST", wait, commands)).status, title).to.equal(200);
    else await denied(user, deniedWith, ["POST", wait, commands]);
  }
};

const issuer = "https://one.example.com";
const jwksUrl = `${issuer}/keys`;

const provider = (api: CaseLedger) =>
  api.post("/v2/idps", {
    identityProviderConfig: {
      identityProviderId: "one",
      isDeactivated: false,
      issuer,
      jwksUrl,
      audience: "",
    },
  });

/** Returns an object that sends requests as a user of the identity provider. */
const byProvider = (api: CaseLedger, userId: string) => {
  const { served, fetchKeys } = keySetsInMemory();
  served.set(jwksUrl, { keys: [keyEntry(p256Keys, "p256")] });
  const claims = scopeClaims(userId, { iss: issuer });
  const token = jsonwebtoken.sign(claims, p256Keys.privateKey, {
    algorithm: "ES256",
    keyid: "p256",
  });
  return api.as({ auth, fetchKeys, headers: { authorization: `Bearer ${token}` } });
};

const userIn = ({ user }: Fields) => (user as Fields)["id"];

/** Opens a stream of alice's updates for ann, who may read them. */
const followed = async (
  api: CaseLedger,
  token: string,
  change: () => Promise<unknown>,
): Promise<{ readonly frames: readonly unknown[]; readonly code: number }> => {
  const alice = await api.party("alice");
  await addUser(api, "ann", { rights: [right("CanReadAs", alice)] });
  return withStreams(api.ledger, { auth, errors: "exact" }, async ({ connect }) => {
    const client = await connect("/v2/updates", [`jwt.token.${token}`, streamProtocol]);
    client.send({ beginExclusive: 0, updateFormat: inShape([alice], delta) });
    await api.create(alice, noteOf(alice));
    // The first update shows that the stream is authorized.
    await client.frames(1);
    await change();
    return client.all();
  });
};

const lastOf = ({ frames }: { readonly frames: readonly unknown[] }) => frames.at(-1) as Fields;

export const access: readonly Suite[] = [
  {
    name: "MultiPartyServiceCallAuthTests",
    cases: { "matrix on submit-and-wait": manyParties },
  },
  {
    name: "GetAuthenticatedUserAuthIT",
    cases: {
      "own user without rights; participant_admin": async (api) => {
        await addUser(api, "ann");
        for (const id of ["ann", administrator]) {
          expect(userIn(await by(api, id).get("/v2/authenticated-user"))).to.equal(id);
        }
      },
    },
  },
  {
    name: "ListAuthenticatedUserRightsAuthIT",
    cases: {
      "own rights by path": async (api) => {
        const alice = await api.party("alice");
        const rights = [right("CanReadAs", alice)];
        await addUser(api, "ann", { rights });
        expect((await by(api, "ann").get("/v2/users/ann/rights"))["rights"]).to.deep.equal(rights);
        await denied(by(api, "ann"), deniedWith, ["GET", `/v2/users/${administrator}/rights`]);
      },
    },
  },
  {
    name: "SelfAdminAuthIT",
    options: { limits: { maxSelfAllocatedParties: 2 } },
    cases: {
      "a user reads itself but not others": async (api) => {
        await addUser(api, "ann");
        await addUser(api, "bea");
        const ann = by(api, "ann");
        expect(userIn(await ann.get("/v2/users/ann"))).to.equal("ann");
        await denied(ann, deniedWith, ["GET", "/v2/users/bea"]);
        const allocate = (hint: string, more: Fields = {}) =>
          ["POST", "/v2/parties", { partyIdHint: hint, ...more }] as const;
        const own = await ann.post<{ readonly partyDetails: { readonly party: string } }>(
          "/v2/parties",
          { partyIdHint: "first", userId: "ann" },
        );
        const { party } = own.partyDetails;
        expect((await ann.get("/v2/users/ann/rights"))["rights"]).to.deep.equal([
          right("CanActAs", party),
        ]);
        expect((await ann.get(`/v2/parties/${party}`))["partyDetails"]).to.have.length(1);
        const others = await api.party("others");
        await denied(ann, deniedWith, ["GET", `/v2/parties/${others}`]);
        await denied(ann, deniedWith, [...allocate("second", { userId: "bea" })]);
        await denied(ann, deniedWith, [...allocate("second")]);
        await ann.post("/v2/parties", { partyIdHint: "second", userId: "ann" });
        await denied(ann, deniedWith, [...allocate("third", { userId: "ann" })]);
      },
    },
  },
  {
    name: "UpdateUserSelfDeactivationAuthIT",
    cases: {
      "an admin may not deactivate itself": async (api) => {
        const body = (id: string) => ({
          user: { id, primaryParty: "", isDeactivated: true, identityProviderId: "" },
          updateMask: { paths: ["is_deactivated"] },
        });
        await addUser(api, "ann", { rights: [right("ParticipantAdmin")] });
        const request = ["PATCH", "/v2/users/ann", body("ann")] as const;
        await by(api, "ann").refused(400, "INVALID_ARGUMENT", request);
        await by(api, administrator).patch("/v2/users/ann", body("ann"));
      },
    },
  },
  {
    name: "UserConfigAuthIT",
    cases: {
      "userId of the token is the default; another userId is refused": async (api) => {
        const alice = await api.party("alice");
        await addUser(api, "bea", { rights: [right("CanActAs", alice)] });
        const bea = by(api, "bea");
        // Commands without a user id, as clients may send them.
        const unnamed = api.commands(alice, noteOf(alice), { userId: undefined });
        await bea.post(wait, unnamed);
        const found = await api.completions([alice], { userId: "bea" });
        expect(found).to.have.length(1);
        const named = api.commands(alice, noteOf(alice), { userId: "ann" });
        await denied(bea, deniedWith, ["POST", wait, named]);
      },
    },
  },
  {
    name: "GrantPermissionTest",
    cases: {
      "an IDP admin may not grant ParticipantAdmin": async (api) => {
        await provider(api);
        const identityProviderId = "one";
        await addUser(api, "ida", {
          identityProviderId,
          rights: [right("IdentityProviderAdmin")],
        });
        await addUser(api, "ann", { identityProviderId });
        const ida = byProvider(api, "ida");
        const body = (kind: string) => ({
          userId: "ann",
          identityProviderId,
          rights: [right(kind)],
        });
        await ida.post("/v2/users/ann/rights", body("IdentityProviderAdmin"));
        const request = ["POST", "/v2/users/ann/rights", body("ParticipantAdmin")] as const;
        await denied(ida, deniedWith, [...request]);
        const root = { id: "root", primaryParty: "", isDeactivated: false, identityProviderId };
        const created = { user: root, rights: [right("ParticipantAdmin")] };
        await denied(ida, deniedWith, ["POST", "/v2/users", created]);
      },
    },
  },
  {
    name: "OngoingStreamAuthIT",
    cases: {
      "a stream ends when the user loses its rights": async (api) => {
        const ended = await followed(api, tokenOf("ann"), async () => {
          const { rights } = await api.get("/v2/users/ann/rights");
          const body = { userId: "ann", identityProviderId: "", rights };
          await api.patch("/v2/users/ann/rights", body);
        });
        expect(lastOf(ended)).to.include({ code: "STALE_STREAM_AUTHORIZATION" });
        expect(ended.code).to.equal(1000);
      },
    },
  },
  {
    name: "ExpiringStreamServiceCallAuthTests",
    cases: {
      "a stream ends when the token expires": async (api) => {
        // Rounded up to a whole second, so that the token is still valid for the first check.
        const exp = Math.ceil(Date.now() / 1000) + 1;
        const ended = await followed(api, tokenOf("ann", { exp }), () => Promise.resolve());
        expect(lastOf(ended)).to.include({ code: "ACCESS_TOKEN_EXPIRED" });
        expect(Date.now()).to.be.at.least(exp * 1000);
      },
    },
  },
  {
    name: "JsonUserApiTest",
    cases: {
      "return current user using data from token": async (api) => {
        await addUser(api, "ann");
        expect(userIn(await by(api, "ann").get("/v2/authenticated-user"))).to.equal("ann");
      },
      "fail reading current user for wrong idp": async (api) => {
        await addUser(api, "ann");
        const path = "/v2/authenticated-user?identity-provider-id=wrong-id";
        await denied(by(api, "ann"), deniedWith, ["GET", path]);
      },
      "get user from created idp": async (api) => {
        await provider(api);
        await addUser(api, "ann", { identityProviderId: "one" });
        const path = "/v2/users/ann?identity-provider-id=one";
        expect(userIn(await by(api, administrator).get(path))).to.equal("ann");
      },
    },
  },
];
