import { expect } from "chai";

import { type TestLocalnet, useLocalnet } from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";
import { signedToken } from "../support/tokens.ts";

const localnets = useLocalnet({ dars: walletDars() });

const { appUser, scan, registry, ledger } = bases;

/** The answer of each group of routes without a token, for another audience, and to the user `nobody`, who has no wallet. */
const groups = [
  {
    group: "Scan",
    statuses: [200, 200, 200],
    routes: [
      ["GET", `${scan}/v0/dso-party-id`],
      ["GET", `${scan}/v0/dso`],
      ["POST", `${scan}/v0/amulet-rules`],
    ],
  },
  {
    group: "the registry on Scan",
    statuses: [200, 200, 200],
    routes: [
      ["GET", `${registry}/metadata/v1/info`],
      ["GET", `${registry}/metadata/v1/instruments`],
    ],
  },
  {
    group: "validator-user",
    statuses: [200, 200, 200],
    routes: [["GET", `${appUser}/v0/validator-user`]],
  },
  {
    group: "the scan proxy",
    statuses: [401, 401, 200],
    routes: [
      ["GET", `${appUser}/v0/scan-proxy/dso`],
      ["GET", `${appUser}/v0/scan-proxy/amulet-rules`],
      ["GET", `${appUser}/v0/scan-proxy/open-and-issuing-mining-rounds`],
      ["GET", `${appUser}/v0/scan-proxy/registry/metadata/v1/info`],
    ],
  },
  {
    group: "user-status",
    statuses: [401, 401, 200],
    routes: [["GET", `${appUser}/v0/wallet/user-status`]],
  },
  {
    group: "a wallet",
    statuses: [401, 401, 404],
    routes: [
      ["GET", `${appUser}/v0/wallet/balance`],
      ["GET", `${appUser}/v0/wallet/transfer-offers`],
      ["POST", `${appUser}/v0/wallet/tap`],
      ["GET", `${appUser}/v0/allocations`],
    ],
  },
  {
    group: "administration",
    statuses: [401, 401, 403],
    routes: [
      ["GET", `${appUser}/v0/admin/users`],
      ["POST", `${appUser}/v0/admin/users`],
      ["GET", `${appUser}/v0/admin/transfer-preapprovals`],
      ["GET", `${appUser}/v0/admin/external-party/balance?party_id=alice`],
      ["POST", `${appUser}/v0/admin/external-party/transfer-preapproval/prepare-send`],
      ["POST", `${appUser}/v0/admin/external-party/transfer-preapproval/submit-send`],
    ],
  },
] as const;

/** A body that every POST of the table takes. */
const anyBody = { amount: "1.0", name: "alice" };

const statusOf = async (
  localnet: TestLocalnet,
  [method, url]: readonly [string, string],
  by: { readonly user?: string; readonly token?: string },
): Promise<number> =>
  (
    await callLocalnet(localnet, url, {
      method,
      ...by,
      ...(method === "POST" && { body: anyBody }),
    })
  ).status;

/** Changes a user by the JSON Ledger API, as the participant's administrator. */
const change = async (
  localnet: TestLocalnet,
  [method, path]: readonly [string, string],
  body: object,
): Promise<void> => {
  const url = `${ledger}/v2/users${path === "" ? "" : `/${path}`}`;
  const { status } = await callLocalnet(localnet, url, { user: "ledger-api-user", method, body });
  expect(status).to.equal(200);
};

describe("LocalNet's authorization", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  for (const { group, routes, statuses } of groups) {
    it(
      `answers ${statuses.join(", ")} for ${group} without a token, for another audience, and to a user without a wallet`,
      localnets(async (localnet) => {
        const claims = { sub: "ledger-api-user", aud: "https://elsewhere.example.com" };
        for (const route of routes) {
          const answered = [
            await statusOf(localnet, route, {}),
            await statusOf(localnet, route, { token: signedToken(claims, "unsafe") }),
            await statusOf(localnet, route, { user: "nobody" }),
          ];
          expect(answered, route.join(" ")).to.deep.equal(statuses);
        }
      }),
    );
  }

  it(
    "refuses a token that was signed with another secret",
    localnets(async (localnet) => {
      const claims = { sub: "app-user", aud: "https://canton.network.global" };
      const token = signedToken(claims, "another secret");
      const route = ["GET", `${appUser}/v0/wallet/balance`] as const;
      expect(await statusOf(localnet, route, { token })).to.equal(401);
    }),
  );

  it(
    "answers 403 for a wallet whose user may no longer act as its party, or is deactivated",
    localnets(async (localnet) => {
      const route = ["GET", `${appUser}/v0/wallet/balance`] as const;
      const user = "app-user";
      expect(await statusOf(localnet, route, { user })).to.equal(200);
      const right = { kind: { CanActAs: { value: { party: localnet.parties.appUser } } } };
      await change(localnet, ["PATCH", `${user}/rights`], {
        userId: user,
        identityProviderId: "",
        rights: [right],
      });
      expect(await statusOf(localnet, route, { user })).to.equal(403);
      await change(localnet, ["POST", `${user}/rights`], {
        userId: user,
        identityProviderId: "",
        rights: [right],
      });
      expect(await statusOf(localnet, route, { user })).to.equal(200);
      await change(localnet, ["PATCH", user], {
        user: { id: user, isDeactivated: true, primaryParty: "", identityProviderId: "" },
        updateMask: { paths: ["is_deactivated"] },
      });
      expect(await statusOf(localnet, route, { user })).to.equal(403);
    }),
  );

  it(
    "answers 403 for administration to a wallet's user, and to an administrator without the validator's party",
    localnets(async (localnet) => {
      const { appUser: party } = localnet.parties;
      const route = ["GET", `${appUser}/v0/admin/users`] as const;
      expect(await statusOf(localnet, route, { user: "app-user" })).to.equal(403);
      const admin = { kind: { ParticipantAdmin: { value: {} } } };
      const actor = { kind: { CanActAs: { value: { party } } } };
      const create = async (id: string, primaryParty: string, rights: readonly object[]) => {
        const user = { id, primaryParty, isDeactivated: false, identityProviderId: "" };
        await change(localnet, ["POST", ""], { user, rights });
        return statusOf(localnet, route, { user: id });
      };
      expect(await create("without-right", party, [admin])).to.equal(403);
      expect(await create("without-party", "", [admin, actor])).to.equal(403);
      expect(await create("no-admin", party, [actor])).to.equal(403);
      expect(await create("operator", party, [admin, actor])).to.equal(200);
      expect(await statusOf(localnet, route, { user: "ledger-api-user" })).to.equal(200);
    }),
  );

  it(
    "keeps the wallets of two validators apart",
    localnets(async (localnet) => {
      const route = ["GET", `${bases.appProvider}/v0/wallet/balance`] as const;
      expect(await statusOf(localnet, route, { user: "app-user" })).to.equal(404);
      expect(await statusOf(localnet, route, { user: "app-provider" })).to.equal(200);
    }),
  );
});
