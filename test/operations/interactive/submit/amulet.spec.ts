import { hashPreparedTransaction } from "@canton-network/core-tx-visualizer";
import { expect } from "chai";

import {
  signPrepared,
  signTopology,
  testKeyPair,
  type TopologyToSign,
} from "../../../../fixtures/testing/index.ts";
import type { PrepareSubmissionResponse, TransactionJson } from "../../../../lib/api.ts";
import { expectIdentities } from "../../../support/amulet-identities.ts";
import type { AmuletNetwork } from "../../../support/amulet-network.ts";
import { createdIn, resultOf, type Step } from "../../../support/amulet-steps.ts";
import {
  outlineOf,
  preparedOutline,
  withoutFetches,
} from "../../../support/transaction-outline.ts";
import { useAmuletNetwork } from "../../../support/use-amulet-network.ts";

const key = testKeyPair("erin");

/**
 * Onboards an external party. Its user may read as the party and execute transactions that the party signed.
 */
const onboard = async ({ http }: AmuletNetwork): Promise<string> => {
  const { connectedSynchronizers } = await http.administer<{
    readonly connectedSynchronizers: readonly { readonly synchronizerId: string }[];
  }>("GET", "/v2/state/connected-synchronizers");
  const synchronizer = connectedSynchronizers[0]?.synchronizerId;
  const topology = await http.administer<TopologyToSign>(
    "POST",
    "/v2/parties/external/generate-topology",
    { synchronizer, partyHint: "erin", publicKey: key.publicKey },
  );
  const { partyId } = await http.administer<{ readonly partyId: string }>(
    "POST",
    "/v2/parties/external/allocate",
    { synchronizer, identityProviderId: "", ...signTopology(topology, key) },
  );
  await http.createUser("erin", { actAs: [partyId] });
  return partyId;
};

describe("external party of Splice Amulet over HTTP", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;
  let erin: string;

  before(async () => {
    network = amulet();
    await network.begin("withFees");
    erin = await onboard(network);
  });

  const prepare = async (step: Step): Promise<PrepareSubmissionResponse> =>
    network.http.ask("erin", "POST", "/v2/interactive-submission/prepare", {
      ...(await network.submissionOf(step)),
      commandId: `of-erin-${await network.http.ledgerEnd("erin")}`,
      synchronizerId: "",
      packageIdSelectionPreference: [],
    });

  const execute = async (signed: object): Promise<TransactionJson> => {
    const { transaction } = await network.http.ask<{ readonly transaction: TransactionJson }>(
      "erin",
      "POST",
      "/v2/interactive-submission/executeAndWaitForTransaction",
      {
        ...signed,
        userId: "erin",
        transactionFormat: {
          eventFormat: { filtersByParty: { [erin]: {} }, verbose: false },
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        },
      },
    );
    return transaction;
  };

  /**
   * Prepares the step, signs the hash that wallets compute, and executes. Expects that the prepared
   * transaction is committed.
   */
  const sign = async (step: Step): Promise<TransactionJson> => {
    const prepared = await prepare(step);
    const { preparedTransaction, preparedTransactionHash } = prepared;
    expect(await hashPreparedTransaction(preparedTransaction, "base64")).to.equal(
      preparedTransactionHash,
    );
    const transaction = await execute(signPrepared(prepared, key));
    expect(outlineOf(transaction)).to.equal(
      withoutFetches(preparedOutline(preparedTransaction).outline),
    );
    return transaction;
  };

  it("taps and transfers with its signature", async () => {
    const { alice, "alice-validator": provider } = network.parties;
    const preapproval = await network.preapprove(alice, provider);
    await sign(network.tap(erin, "25.0"));
    const sent = await sign(
      network.transfer({
        sender: erin,
        receiver: alice,
        inputs: await network.coinIds(erin),
        contracts: { "transfer-preapproval": preapproval },
      }),
    );
    expect(resultOf(sent)).to.have.nested.property(
      "output.tag",
      "TransferInstructionResult_Completed",
    );
    expect(await network.balance(alice)).to.equal("10.0000000000");
    expect(await network.balance(erin)).to.equal("14.7800000000");
    await expectIdentities(network);
  });

  it("accepts transfer offers", async () => {
    const { bob } = network.parties;
    await network.submit(network.tap(bob, "100.0"));
    const offer = await network.submit(
      network.transfer({ sender: bob, receiver: erin, inputs: await network.coinIds(bob) }),
    );
    const accepted = await sign(network.decide("Accept", erin, offer));
    expect(createdIn(accepted, "Amulet")).to.not.be.empty;
    expect(await network.balance(erin)).to.equal("24.7800000000");
  });

  it("is protected from callers without its key", async () => {
    const { alice } = network.parties;
    const prepared = await prepare(
      network.transfer({ sender: erin, receiver: alice, inputs: await network.coinIds(erin) }),
    );
    const end = await network.http.ledgerEnd("erin");
    const { status, json } = await network.http.request(
      "erin",
      "POST",
      "/v2/interactive-submission/executeAndWait",
      { ...signPrepared(prepared, testKeyPair("mallory")), userId: "erin" },
    );
    expect(status).to.equal(400);
    expect(json).to.include({ code: "FAILED_TO_EXECUTE_TRANSACTION" });
    expect(await network.http.ledgerEnd("erin")).to.equal(end);
    const submitted = await network.refusal(network.tap(erin, "1.0"));
    expect(submitted.code).to.equal("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT");
    expect(await network.balance(erin)).to.equal("24.7800000000");
  });
});
