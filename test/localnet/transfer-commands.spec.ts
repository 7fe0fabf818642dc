import { generateKeyPairSync, sign } from "node:crypto";

import { expect } from "chai";

import { type TestLocalnet, useLocalnet } from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { requireShared } from "../support/shared.ts";

const localnets = useLocalnet({ dars: walletDars() });

const admin = `${bases.appUser}/v0/admin/external-party`;
const user = "ledger-api-user";
/** The user who owns the validator's wallet. */
const owner = "app-user";

/** Calls a route as the validator's administrator. Fails unless the status is 200. */
const asAdmin = async (
  localnet: TestLocalnet,
  path: string,
  body: unknown,
): Promise<Readonly<Record<string, string>>> => {
  const answer = await callLocalnet<Readonly<Record<string, string>>>(localnet, admin + path, {
    user,
    body,
  });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.equal(200);
  return answer.body;
};

interface Prepared {
  readonly transaction?: string;
  readonly tx_hash?: string;
}

/** Sets up an external party with a preapproval. Returns it, and a function that signs its submissions. */
const setUp = async (localnet: TestLocalnet, hint: string) => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  const signed = (hash = "") => sign(null, Buffer.from(hash, "hex"), privateKey).toString("hex");
  const generated = await callLocalnet<{
    readonly party_id: string;
    readonly topology_txs: readonly { readonly topology_tx: string; readonly hash: string }[];
  }>(localnet, `${admin}/topology/generate`, { user, body: { party_hint: hint, public_key: key } });
  const { party_id: party, topology_txs: transactions } = generated.body;
  await asAdmin(localnet, "/topology/submit", {
    public_key: key,
    signed_topology_txs: transactions.map(({ topology_tx, hash }) => ({
      topology_tx,
      signed_hash: signed(hash),
    })),
  });
  const submission = ({ transaction, tx_hash }: Prepared) => ({
    submission: { party_id: party, transaction, signed_tx_hash: signed(tx_hash), public_key: key },
  });
  const { contract_id } = await asAdmin(localnet, "/setup-proposal", { user_party_id: party });
  const accept = { contract_id, user_party_id: party };
  const prepared = await asAdmin(localnet, "/setup-proposal/prepare-accept", accept);
  await asAdmin(localnet, "/setup-proposal/submit-accept", submission(prepared));
  return { party, submission };
};

describe("transfer commands of external parties", () => {
  before(function () {
    requireShared(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "are prepared, signed and submitted, and the validator carries them out",
    localnets(async (localnet) => {
      const wallet = `${bases.appUser}/v0/wallet`;
      await callLocalnet(localnet, `${wallet}/tap`, { user: owner, body: { amount: "1000.0" } });
      const alice = await setUp(localnet, "alice");
      const bob = await setUp(localnet, "bob");
      const funding = { receiver_party_id: alice.party, amount: "100.0", deduplication_id: "1" };
      const funded = await callLocalnet(localnet, `${wallet}/transfer-preapproval/send`, {
        user: owner,
        body: funding,
      });
      expect(funded.status).to.equal(200);

      const request = {
        sender_party_id: alice.party,
        receiver_party_id: bob.party,
        amount: 12.5,
        expires_at: "2100-01-01T00:00:00Z",
        nonce: 0,
      };
      const prepared = await asAdmin(localnet, "/transfer-preapproval/prepare-send", request);
      const { update_id } = await asAdmin(
        localnet,
        "/transfer-preapproval/submit-send",
        alice.submission(prepared),
      );
      expect(update_id).to.match(/^1220[0-9a-f]{64}$/);

      await localnet.settled();
      const balance = async (party: string): Promise<unknown> => {
        const query = `${admin}/balance?party_id=${encodeURIComponent(party)}`;
        return (await callLocalnet(localnet, query, { user })).body["total_unlocked_coin"];
      };
      expect(await balance(alice.party)).to.equal("87.5000000000");
      expect(await balance(bob.party)).to.equal("12.5000000000");

      const sender = encodeURIComponent(alice.party);
      const status = `${bases.scan}/v0/transfer-command/status?sender=${sender}&nonce=0`;
      const { body } = await callLocalnet<{
        readonly transfer_commands_by_contract_id: Readonly<
          Record<string, { readonly status: unknown }>
        >;
      }>(localnet, status);
      const [[id, command] = ["", undefined]] = Object.entries(
        body.transfer_commands_by_contract_id,
      );
      expect(id.startsWith(prepared["transfer_command_contract_id_prefix"] ?? "?")).to.equal(true);
      expect(command?.status).to.deep.equal({ status: "sent" });
      const counter = await callLocalnet(
        localnet,
        `${bases.scan}/v0/transfer-command-counter/${sender}`,
      );
      expect(counter.body).to.have.nested.property(
        "transfer_command_counter.contract.payload.nextNonce",
        "1",
      );

      const again = await asAdmin(localnet, "/transfer-preapproval/prepare-send", {
        ...request,
        verbose_hashing: true,
      });
      expect(again["hashing_details"]).to.be.a("string");
      await asAdmin(localnet, "/transfer-preapproval/submit-send", alice.submission(again));
      await localnet.settled();
      const after = await callLocalnet<typeof body>(localnet, status);
      expect(
        Object.values(after.body.transfer_commands_by_contract_id).map((each) => each.status),
      ).to.deep.include({
        status: "failed",
        failure_kind: "failed",
        reason: "Expected nonce 0 is smaller than current counter 1",
      });
      expect(await balance(bob.party)).to.equal("12.5000000000");
    }),
  );

  it(
    "are refused for a receiver without a preapproval",
    localnets(async (localnet) => {
      const body = {
        sender_party_id: localnet.parties.appUser,
        receiver_party_id: localnet.parties.appProvider,
        amount: 1,
        expires_at: "2100-01-01T00:00:00Z",
        nonce: 0,
      };
      const answer = await callLocalnet(localnet, `${admin}/transfer-preapproval/prepare-send`, {
        user,
        body,
      });
      expect(answer).to.deep.equal({
        status: 400,
        body: {
          error: `Receiver ${localnet.parties.appProvider} does not have a TransferPreapproval`,
        },
      });
      const sender = encodeURIComponent(localnet.parties.appUser);
      const path = `${bases.scan}/v0/transfer-command/status?sender=${sender}&nonce=0`;
      expect((await callLocalnet(localnet, path)).status).to.equal(404);
    }),
  );
});
