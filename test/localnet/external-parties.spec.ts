import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

import { expect } from "chai";

import { type TestLocalnet, useLocalnet } from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const localnets = useLocalnet({
  dars: walletDars(),
  funded: { appUser: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});

const admin = `${bases.appUser}/v0/admin`;
const external = `${admin}/external-party`;
const asOperator = { user: "ledger-api-user" };

interface Key {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const newKey = (): Key => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  return { publicKey: raw.toString("hex"), privateKey };
};

const signed = (hash: string, { privateKey }: Key): string =>
  sign(null, Buffer.from(hash, "hex"), privateKey).toString("hex");

interface Topology {
  readonly party_id: string;
  readonly topology_txs: readonly { readonly topology_tx: string; readonly hash: string }[];
}

const onboard = async (localnet: TestLocalnet, key: Key, hint: string): Promise<string> => {
  const { body: topology } = await callLocalnet<Topology>(
    localnet,
    `${external}/topology/generate`,
    { ...asOperator, body: { party_hint: hint, public_key: key.publicKey } },
  );
  const submitted = await callLocalnet(localnet, `${external}/topology/submit`, {
    ...asOperator,
    body: {
      public_key: key.publicKey,
      signed_topology_txs: topology.topology_txs.map(({ topology_tx, hash }) => ({
        topology_tx,
        signed_hash: signed(hash, key),
      })),
    },
  });
  expect(submitted).to.deep.equal({ status: 200, body: { party_id: topology.party_id } });
  return topology.party_id;
};

describe("external parties of a LocalNet's validator", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "sign their topology and the acceptance of their setup, and are paid by preapproval",
    localnets(async (localnet) => {
      const key = newKey();
      const party = await onboard(localnet, key, "alice");
      expect(party).to.match(/^alice::1220/);
      expect(localnet.ledger.state.parties.has(party)).to.equal(true);

      const proposals = `${external}/setup-proposal`;
      const proposal = { ...asOperator, body: { user_party_id: party } };
      const made = await callLocalnet(localnet, proposals, proposal);
      expect(made.status).to.equal(200);
      const again = await callLocalnet(localnet, proposals, proposal);
      expect(again.status).to.equal(409);
      expect(again.body["error"]).to.contain("ExternalPartySetupProposal contract already exists");
      const listed = await callLocalnet(localnet, proposals, asOperator);
      expect(listed.body).to.have.nested.property(
        "contracts[0].contract.contract_id",
        made.body["contract_id"],
      );

      const prepared = await callLocalnet(localnet, `${proposals}/prepare-accept`, {
        ...asOperator,
        body: {
          contract_id: made.body["contract_id"],
          user_party_id: party,
          verbose_hashing: true,
        },
      });
      expect(prepared.body["hashing_details"]).to.be.a("string");
      const submission = {
        party_id: party,
        transaction: prepared.body["transaction"],
        signed_tx_hash: signed(String(prepared.body["tx_hash"]), key),
        public_key: key.publicKey,
      };
      const forged = { ...submission, signed_tx_hash: signed("00".repeat(34), key) };
      const refused = await callLocalnet(localnet, `${proposals}/submit-accept`, {
        ...asOperator,
        body: { submission: forged },
      });
      expect(refused.status).to.be.within(400, 409);
      const accepted = await callLocalnet(localnet, `${proposals}/submit-accept`, {
        ...asOperator,
        body: { submission },
      });
      expect(accepted.status).to.equal(200);
      expect(accepted.body["update_id"]).to.match(/^1220/);

      const preapprovals = `${admin}/transfer-preapprovals`;
      const known = await callLocalnet(localnet, preapprovals, asOperator);
      expect(known.body).to.have.nested.property(
        "contracts[0].contract.contract_id",
        accepted.body["transfer_preapproval_contract_id"],
      );
      const exists = await callLocalnet(localnet, proposals, proposal);
      expect(exists.status).to.equal(409);
      expect(exists.body["error"]).to.contain("TransferPreapproval contract already exists");

      const send = { receiver_party_id: party, amount: "10.0", deduplication_id: "send-1" };
      const wallet = `${bases.appUser}/v0/wallet/transfer-preapproval/send`;
      const sent = await callLocalnet(localnet, wallet, { user: "app-user", body: send });
      expect(sent.status).to.equal(200);
      const balance = await callLocalnet(
        localnet,
        `${external}/balance?party_id=${encodeURIComponent(party)}`,
        asOperator,
      );
      expect(balance.body).to.include({
        party_id: party,
        total_unlocked_coin: "10.0000000000",
        computed_as_of_round: 0,
      });

      const one = `${preapprovals}/by-party/${encodeURIComponent(party)}`;
      expect((await callLocalnet(localnet, one, asOperator)).status).to.equal(200);
      const cancelled = await callLocalnet(localnet, one, { ...asOperator, method: "DELETE" });
      expect(cancelled.status).to.equal(200);
      const gone = await callLocalnet(localnet, one, { ...asOperator, method: "DELETE" });
      expect(gone).to.deep.equal({
        status: 404,
        body: { error: `No TransferPreapproval found for party: ${party}` },
      });
      const without = await callLocalnet(localnet, wallet, {
        user: "app-user",
        body: { ...send, deduplication_id: "send-2" },
      });
      expect(without).to.deep.equal({
        status: 400,
        body: { error: `Receiver ${party} does not have a TransferPreapproval` },
      });
    }),
  );

  it(
    "can prepare transfers of amounts with up to 28 digits before and 10 after the point",
    localnets(async (localnet) => {
      const party = await onboard(localnet, newKey(), "alice");
      const preapproval = `${bases.appUser}/v0/wallet/transfer-preapproval`;
      await callLocalnet(localnet, preapproval, { user: "app-user", method: "POST" });
      const prepare = (change: object) =>
        callLocalnet(localnet, `${external}/transfer-preapproval/prepare-send`, {
          ...asOperator,
          body: {
            sender_party_id: party,
            receiver_party_id: localnet.parties.appUser,
            amount: 1,
            expires_at: "2030-01-02T00:00:00Z",
            nonce: 0,
            ...change,
          },
        });
      for (const amount of [0.1, 1e-10, 1e22, 9e27]) {
        expect((await prepare({ amount })).status, String(amount)).to.equal(200);
      }
      for (const change of [
        { amount: 1e-11 },
        { amount: 1e28 },
        { amount: 0 },
        { amount: -1 },
        { expires_at: "junk" },
        { expires_at: "" },
      ]) {
        const { status, body } = await prepare(change);
        expect(status, JSON.stringify(change)).to.equal(400);
        expect(body["error"]).to.match(/^(The amount|expires_at) must be/);
      }
    }),
  );

  it(
    "are refused with 400 for keys and signatures that cannot be read, and with 404 for an unknown proposal",
    localnets(async (localnet) => {
      const key = newKey();
      const post = (path: string, body: object) =>
        callLocalnet(localnet, `${external}/${path}`, { ...asOperator, body });
      const badKey = await post("topology/generate", { party_hint: "bob", public_key: "no hex" });
      expect(badKey).to.deep.equal({
        status: 400,
        body: { error: "public_key is not hex-encoded: no hex" },
      });
      const short = await post("topology/generate", { party_hint: "bob", public_key: "abcd" });
      expect(short.status).to.equal(400);
      const badHash = await post("topology/submit", {
        public_key: key.publicKey,
        signed_topology_txs: [{ topology_tx: "AA==", signed_hash: "xyz" }],
      });
      expect(badHash.body["error"]).to.equal("signed_hash is not hex-encoded: xyz");
      const missing = await post("setup-proposal/prepare-accept", {
        contract_id: "00ab",
        user_party_id: localnet.parties.appUser,
      });
      expect(missing).to.deep.equal({
        status: 404,
        body: { error: "ExternalPartySetupProposal 00ab not found." },
      });
    }),
  );
});
