import { expect } from "chai";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { inAnHour } from "../support/localnet-allocation.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const withWallet = (version: string) =>
  useLocalnet({
    dars: walletDars(version),
    funded: { appUser: "1000.0" },
    automation: { off: ["record-validator-liveness"] },
    ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
  });
const localnets = withWallet("0.1.22");
const versionOne = withWallet("0.1.19");

type User = "app-user" | "app-provider";

const baseOf = (user: User): string => (user === "app-user" ? bases.appUser : bases.appProvider);

interface TokenAnswer {
  readonly error?: string;
  readonly output: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly sender_change_cids: readonly string[];
  readonly authorizer_holding_cids: Readonly<Record<string, readonly string[]>>;
  readonly meta: Readonly<Record<string, string>>;
}

const call = (localnet: TestLocalnet, user: User, path: string, body: object = {}) =>
  callLocalnet<TokenAnswer>(localnet, `${baseOf(user)}${path}`, { user, body });

const balanceOf = async (localnet: TestLocalnet, user: User): Promise<number> => {
  const { body } = await callLocalnet(localnet, `${baseOf(user)}/v0/wallet/balance`, { user });
  return Number(body["effective_unlocked_qty"]);
};

const transfers = "/v2/wallet/token-standard/transfers";

const transferOf = (localnet: TestLocalnet, trackingId: string) => ({
  receiver_party_id: localnet.parties.appProvider,
  amount: "10.0",
  description: "rent",
  expires_at: inAnHour(localnet),
  tracking_id: trackingId,
});

const offer = async (localnet: TestLocalnet, trackingId: string): Promise<string> => {
  const { body } = await call(localnet, "app-user", transfers, transferOf(localnet, trackingId));
  return String(body.output["transfer_instruction_cid"]);
};

/** Returns one side of a transfer of ten amulets from the app user to the app provider. */
const allocationOf = (localnet: TestLocalnet, user: User) => ({
  settlement: {
    executors: [localnet.parties.sv],
    settlement_ref: { id: "trade-1" },
    settlement_deadline: inAnHour(localnet),
  },
  transfer_leg_sides: [
    {
      transfer_leg_id: "leg-1",
      side: user === "app-user" ? "SENDERSIDE" : "RECEIVERSIDE",
      otherside: user === "app-user" ? localnet.parties.appProvider : localnet.parties.appUser,
      amount: "10.0",
    },
  ],
  committed: false,
});

const allocationsOf = async (localnet: TestLocalnet, user: User): Promise<readonly string[]> => {
  const { body } = await callLocalnet<{
    readonly allocations: readonly { readonly contract: { readonly template_id: string } }[];
  }>(localnet, `${baseOf(user)}/v0/allocations`, { user });
  return body.allocations.map(({ contract }) => contract.template_id.split(":").at(-1) ?? "");
};

describe("wallets with version 2 of the token standard @slow", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.22.dar");
  });

  it(
    "offer a transfer, once for each tracking id, and accept, reject and withdraw it",
    localnets(async (localnet) => {
      const first = await offer(localnet, "transfer-1");
      const again = await call(localnet, "app-user", transfers, transferOf(localnet, "transfer-1"));
      expect(again.status).to.equal(409);
      const withdrawn = await call(localnet, "app-user", `${transfers}/${first}/withdraw`);
      expect(withdrawn.status, JSON.stringify(withdrawn.body)).to.equal(200);
      expect(withdrawn.body.sender_change_cids).to.have.length(1);

      const second = await offer(localnet, "transfer-2");
      const rejected = await call(localnet, "app-provider", `${transfers}/${second}/reject`);
      expect(rejected.status, JSON.stringify(rejected.body)).to.equal(200);
      expect(await balanceOf(localnet, "app-provider")).to.equal(0);

      const third = await offer(localnet, "transfer-3");
      const [instruction] = localnet.ledger.contracts(spliceTemplates.amuletTransferInstruction);
      expect(instruction?.payload)
        .to.have.nested.property("transfer.meta.values")
        .that.deep.equals({ "splice.lfdecentralizedtrust.org/reason": "rent" });
      const accepted = await call(localnet, "app-provider", `${transfers}/${third}/accept`);
      expect(accepted.body.output["receiver_holding_cids"]).to.have.length(1);
      expect(await balanceOf(localnet, "app-provider")).to.be.within(9.99, 10);
      const gone = await call(localnet, "app-provider", `${transfers}/${third}/accept`);
      expect(gone.status).to.equal(404);
    }),
  );

  it(
    "allocate both sides of a transfer, list the allocations, and withdraw one",
    localnets(async (localnet) => {
      const sent = await call(
        localnet,
        "app-user",
        "/v2/allocations",
        allocationOf(localnet, "app-user"),
      );
      expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
      expect(sent.body.sender_change_cids).to.have.length(1);
      const received = await call(
        localnet,
        "app-provider",
        "/v2/allocations",
        allocationOf(localnet, "app-provider"),
      );
      expect(received.status, JSON.stringify(received.body)).to.equal(200);
      expect(await allocationsOf(localnet, "app-user")).to.deep.equal(["AmuletAllocationV2"]);
      expect(await allocationsOf(localnet, "app-provider")).to.deep.equal(["AmuletAllocationV2"]);

      const path = `/v2/allocations/${String(sent.body.output["allocation_cid"])}/withdraw`;
      const withdrawn = await call(localnet, "app-user", path);
      expect(withdrawn.status, JSON.stringify(withdrawn.body)).to.equal(200);
      expect(withdrawn.body.authorizer_holding_cids["Amulet"]).to.have.length(1);
      expect(await balanceOf(localnet, "app-user")).to.be.within(999.9, 1000);
      expect(await allocationsOf(localnet, "app-user")).to.deep.equal([]);
    }),
  );

  it(
    "answer 400 for an unknown side and an amount that is not positive, and 404 for an unknown allocation",
    localnets(async (localnet) => {
      const allocation = allocationOf(localnet, "app-user");
      const [side] = allocation.transfer_leg_sides;
      const wrong = (change: object) =>
        call(localnet, "app-user", "/v2/allocations", {
          ...allocation,
          transfer_leg_sides: [{ ...side, ...change }],
        });
      expect((await wrong({ side: "SenderSide" })).status).to.equal(400);
      expect((await wrong({ amount: "-1.0" })).body.error).to.match(/must be a positive decimal/);
      const none = await call(localnet, "app-user", "/v2/allocations/00ab/withdraw");
      expect(none.status).to.equal(404);
    }),
  );

  it(
    "answer 501 if Amulet implements version 1 only",
    versionOne(async (localnet) => {
      const { status, body } = await call(
        localnet,
        "app-user",
        transfers,
        transferOf(localnet, "transfer-1"),
      );
      expect(status).to.equal(501);
      expect(body.error).to.contain("splice-wallet-0.1.22.dar");
    }),
  );
});
