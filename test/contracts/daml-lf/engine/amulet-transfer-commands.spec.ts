import { expect } from "chai";

import type { TransactionJson } from "../../../../lib/api.ts";
import { expectIdentities } from "../../../support/amulet-identities.ts";
import type { AmuletNetwork } from "../../../support/amulet-network.ts";
import { createdIn, exercising, resultOf, type Step } from "../../../support/amulet-steps.ts";
import { externalRulesTemplate } from "../../../support/amulet-terms.ts";
import { outlineOf } from "../../../support/transaction-outline.ts";
import { useAmuletNetwork } from "../../../support/use-amulet-network.ts";

const counterTemplate = "#splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommandCounter";
const commandTemplate = "#splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommand";

/**
 * Transfer commands of Splice: a sender asks a delegate to transfer coins; the delegate's step executes the
 * transfer.
 */
class TransferCommands {
  readonly #network: AmuletNetwork;
  readonly #preapproval: string;
  #counter: string;

  private constructor(network: AmuletNetwork, preapproval: string, counter: string) {
    this.#network = network;
    this.#preapproval = preapproval;
    this.#counter = counter;
  }

  /** Opens the scenario: Bob preapproves transfers, and alice has 10 coins. */
  static async begin(network: AmuletNetwork): Promise<TransferCommands> {
    await network.begin("noFees");
    const { alice, bob, prov, dso } = network.parties;
    const preapproval = await network.preapprove(bob, prov);
    await network.submit(network.tap(alice, "10.0"));
    const counter = await network.create([dso], counterTemplate, {
      dso,
      sender: alice,
      nextNonce: "0",
    });
    return new TransferCommands(network, preapproval, counter);
  }

  /** Creates alice's command. Returns the delegate's step that executes it with all her coins. */
  async command(amount: string, nonce: string): Promise<Step> {
    const network = this.#network;
    const { alice, bob, del, dso } = network.parties;
    const made = await network.submit({
      ...exercising([alice], externalRulesTemplate, {
        contractId: network.externalRules,
        choice: "ExternalPartyAmuletRules_CreateTransferCommand",
        choiceArgument: {
          sender: alice,
          receiver: bob,
          delegate: del,
          amount,
          expiresAt: "2022-01-01T01:00:00Z",
          nonce,
          description: null,
          expectedDso: dso,
        },
      }),
      disclose: [network.externalRules],
    });
    const [command] = createdIn(made, "TransferCommand");
    const inputs = await network.coinIds(alice);
    return {
      ...exercising([del], commandTemplate, {
        contractId: command?.contractId ?? "",
        choice: "TransferCommand_Send",
        choiceArgument: {
          context: {
            amuletRules: network.rules,
            context: {
              openMiningRound: network.openRound,
              issuingMiningRounds: [],
              validatorRights: [],
              featuredAppRight: null,
            },
          },
          inputs: inputs.map((value) => ({ tag: "InputAmulet", value })),
          transferPreapprovalCidO: this.#preapproval,
          transferCounterCid: this.#counter,
        },
      }),
      readAs: [alice, dso, bob],
    };
  }

  async send(step: Step): Promise<TransactionJson> {
    const sent = await this.#network.submit(step);
    const [counter] = createdIn(sent, "TransferCommandCounter");
    this.#counter = counter?.contractId ?? "";
    return sent;
  }
}

const failedSend = `
consume TransferCommand_Send on TransferCommand by del
  fetch TransferCommandCounter
  consume Archive on TransferCommandCounter by dso
  create TransferCommandCounter
  fetch TransferPreapproval
  rollback
    exercise TransferPreapproval_Send on TransferPreapproval by alice
      exercise AmuletRules_Transfer on AmuletRules by alice, bob, prov
        fetch OpenMiningRound
        fetch Amulet
        consume Archive on Amulet by alice, dso
  exercise AmuletRules_Transfer on AmuletRules by alice, del
    fetch OpenMiningRound
    fetch Amulet
    consume Archive on Amulet by alice, dso
    create Amulet`.trimStart();

/**
 * Outline of a failed transfer, in the response to its submission and in the update that alice
 * reads. Contains no rolled-back step.
 */
const seenOfFailedSend = `
consume TransferCommand_Send on TransferCommand by del
  consume Archive on TransferCommandCounter by dso
  create TransferCommandCounter
  exercise AmuletRules_Transfer on AmuletRules by alice, del
    consume Archive on Amulet by alice, dso
    create Amulet`.trimStart();

/** Expects that the provider does not see the transaction, since it took part only in rolled-back steps. */
const expectUndone = async (network: AmuletNetwork, sent: TransactionJson): Promise<void> => {
  expect(outlineOf(sent)).to.equal(seenOfFailedSend);
  const { alice, prov } = network.parties;
  const seen = await network.http.updateById("alice", sent.updateId, alice);
  expect(outlineOf(seen)).to.equal(seenOfFailedSend);
  const { code } = await network.http.missingUpdate("prov", sent.updateId, prov);
  expect(code).to.equal("UPDATE_NOT_FOUND");
};

describe("Splice Amulet 0.1.14 over HTTP, transfer commands", () => {
  describe("under protocol version 34", () => {
    const amulet = useAmuletNetwork({ protocolVersion: 34 });
    let network: AmuletNetwork;

    it("roll back a failed transfer and report it, and the next one succeeds", async () => {
      network = amulet();
      const { alice, bob } = network.parties;
      const commands = await TransferCommands.begin(network);
      const tooMuch = await commands.command("1000.0", "0");
      expect((await network.prepare(tooMuch)).outline).to.equal(failedSend);
      const failed = await commands.send(tooMuch);
      expect(resultOf(failed)).to.deep.nested.include({
        "result.tag": "TransferCommandResultFailure",
        "result.value.reason": {
          tag: "ITR_InsufficientFunds",
          value: { missingAmount: "990.0000000000" },
        },
      });
      expect(await network.balance(alice)).to.equal("10.0000000000");

      await expectUndone(network, failed);
      const succeeded = await commands.send(await commands.command("4.0", "1"));
      expect(resultOf(succeeded)).to.have.nested.property(
        "result.tag",
        "TransferCommandResultSuccess",
      );
      expect(await network.balance(alice)).to.equal("6.0000000000");
      expect(await network.balance(bob)).to.equal("4.0000000000");

      const [, merged, sentOn, ...others] = await network.history({ page_size: 1000 });
      expect(merged).to.containSubset({
        transfer: { sender: { party: alice, sender_change_amount: "10.0000000000" } },
      });
      expect(merged).to.have.nested.property("transfer.receivers").that.is.empty;
      expect(sentOn).to.containSubset({
        transfer: { receivers: [{ party: bob, amount: "4.0000000000" }] },
      });
      expect(others).to.be.empty;
      await expectIdentities(network);
    });
  });

  describe("under protocol version 35", () => {
    const amulet = useAmuletNetwork({ protocolVersion: 35 });

    it("are rejected if a caught exception would roll back archives", async () => {
      const network = amulet();
      const { alice } = network.parties;
      const commands = await TransferCommands.begin(network);
      const tooMuch = await commands.command("1000.0", "0");
      const end = await network.http.ledgerEnd("dso");
      const refusal = await network.refusal(tooMuch);
      expect(refusal.code).to.equal("DAML_EFFECTFUL_ROLLBACK_ERROR");
      expect(await network.http.ledgerEnd("dso")).to.equal(end);
      expect(await network.balance(alice)).to.equal("10.0000000000");
    });
  });
});
