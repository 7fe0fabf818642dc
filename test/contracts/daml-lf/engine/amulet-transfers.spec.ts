import { expect } from "chai";

import { parseTimestamp, type TransactionJson } from "../../../../lib/api.ts";
import type { AmuletNetwork } from "../../../support/amulet-network.ts";
import { type PlayedTransfers, playTransfers } from "../../../support/amulet-scenario.ts";
import { createdIn, resultOf } from "../../../support/amulet-steps.ts";
import {
  emptyMeta,
  externalRulesTemplate,
  rulesTemplate,
  startTime,
  transferFactory,
} from "../../../support/amulet-terms.ts";
import {
  outlineOf,
  type PreparedOutline,
  withoutFetches,
} from "../../../support/transaction-outline.ts";
import { useAmuletNetwork } from "../../../support/use-amulet-network.ts";
import {
  featureOutline,
  offerOutline,
  oneStepOutline,
  openingOutline,
  tapOutline,
} from "./amulet-outlines.ts";

const start = parseTimestamp(startTime) ?? 0n;
const day = 86_400_000_000n;
const metaPrefix = "splice.lfdecentralizedtrust.org/";

const expectations = {
  withFees: {
    bobAfterOneStep: "39.7800000000",
    burned: { [`${metaPrefix}burned`]: "0.22" },
    validatorRewards: ["0.1600000000"],
    appReward: "2.1600000000",
    locked: "10.6400000000",
    change: "999.2300000000",
    aliceAtEnd: "999.6500000000",
    bobAtEnd: "49.7800000000",
    nodes: { oneStep: 20, offer: 23 },
  },
  noFees: {
    bobAfterOneStep: "40.0000000000",
    burned: {},
    validatorRewards: [],
    appReward: "2.0000000000",
    locked: "10.0000000000",
    change: "1000.0000000000",
    aliceAtEnd: "1000.0000000000",
    bobAtEnd: "50.0000000000",
    nodes: { oneStep: 19, offer: 21 },
  },
};

describe("Splice Amulet 0.1.14 over HTTP", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;

  for (const fees of ["withFees", "noFees"] as const) {
    const expected = expectations[fees];

    describe(fees, () => {
      let opening: TransactionJson;
      let played: PlayedTransfers;

      before(async () => {
        network = amulet();
        opening = await network.begin(fees);
        played = await playTransfers(network);
      });

      it("opens three mining rounds at ledger time", async () => {
        expect(outlineOf(opening)).to.equal(openingOutline);
        const rounds = createdIn(opening, "OpenMiningRound").map(
          ({ createArgument }) => createArgument,
        );
        const times = [
          ["2022-01-01T00:00:00Z", "2022-01-01T00:10:00Z"],
          ["2022-01-01T00:00:00Z", "2022-01-01T00:20:00Z"],
          ["2022-01-01T00:10:00Z", "2022-01-01T00:30:00Z"],
        ];
        for (const [number, [opensAt, targetClosesAt]] of times.entries()) {
          expect(rounds[number]).to.deep.include({
            round: { number: String(number) },
            amuletPrice: "0.5000000000",
            opensAt,
            targetClosesAt,
          });
        }
        expect(resultOf(opening)).to.have.nested.property("initialRound.number", "0");
        const { minLedgerTime, maxLedgerTime } = await network.prepare(network.bootstrapRounds());
        expect([minLedgerTime, maxLedgerTime]).to.deep.equal([start, start]);
      });

      it("creates the rules, a preapproval and a featured app right", async () => {
        const { dso } = network.parties;
        const rules = await network.active(dso, rulesTemplate);
        expect(rules.map(({ contractId }) => contractId)).to.deep.equal([network.rules]);
        const external = await network.active(dso, externalRulesTemplate);
        expect(external.map(({ createArgument }) => createArgument)).to.deep.equal([{ dso }]);
        expect(outlineOf(played.featured)).to.equal(featureOutline);
      });

      it("taps coin for its receiver at any time", () => {
        const { dso, bob } = network.parties;
        const { prepared, transaction } = played.tap;
        expect(prepared).to.deep.equal({
          outline: tapOutline,
          minLedgerTime: undefined,
          maxLedgerTime: undefined,
        });
        agrees(prepared, transaction);
        const [coin] = createdIn(transaction, "Amulet");
        expect(coin?.signatories).to.have.members([bob, dso]);
        expect(coin?.createArgument).to.deep.equal({
          dso,
          owner: bob,
          amount: {
            initialAmount: "25.0000000000",
            createdAt: { number: "1" },
            ratePerRound: { rate: "0.0000400000" },
          },
        });
        expect(resultOf(transaction)).to.have.deep.property("meta", {
          values: { [`${metaPrefix}reason`]: "tapped faucet", [`${metaPrefix}tx-kind`]: "mint" },
        });
      });

      it("shows wallets a locked coin as a holding with its lock", () => {
        const { dso, bob } = network.parties;
        expect(played.lockedView).to.deep.include({
          owner: bob,
          instrumentId: { admin: dso, id: "Amulet" },
          amount: "25.0000000000",
        });
        expect(played.lockedView).to.have.deep.property("lock", {
          holders: [dso],
          expiresAt: startTime,
          expiresAfter: null,
          context: "test expired lock",
        });
      });

      it("transfers in one step to a receiver with a preapproval", () => {
        const { bob, "alice-validator": provider } = network.parties;
        const { prepared, transaction, ...balances } = played.oneStep;
        expect(prepared.outline).to.equal(oneStepOutline[fees]);
        expect(prepared.outline.split("\n")).to.have.length(expected.nodes.oneStep);
        expect(prepared.minLedgerTime).to.equal(start);
        expect(prepared.maxLedgerTime).to.equal(start + day - 1n);
        agrees(prepared, transaction);

        const result = resultOf(transaction) as { readonly output: { readonly value: object } };
        const [, toAlice, change] = createdIn(transaction, "Amulet");
        expect(result).to.deep.include({
          output: {
            tag: "TransferInstructionResult_Completed",
            value: { receiverHoldingCids: [toAlice?.contractId] },
          },
          senderChangeCids: [change?.contractId],
          meta: { values: expected.burned },
        });
        expect(balances).to.deep.equal({ alice: "10.0000000000", bob: expected.bobAfterOneStep });
        const appRewards = createdIn(transaction, "AppRewardCoupon");
        expect(appRewards).to.have.length(1);
        expect(appRewards[0]?.createArgument).to.deep.include({
          provider,
          featured: true,
          amount: expected.appReward,
        });
        const validatorRewards = createdIn(transaction, "ValidatorRewardCoupon");
        expect(validatorRewards.map(({ createArgument }) => createArgument)).to.containSubset(
          expected.validatorRewards.map((amount) => ({ user: bob, amount })),
        );
        expect(validatorRewards).to.have.length(expected.validatorRewards.length);
      });

      it("shows the receiver its part of the transfer, and other parties nothing", async () => {
        const { alice, inv1 } = network.parties;
        const { updateId, events } = played.oneStep.transaction;
        const seen = await network.http.updateById("alice", updateId, alice);
        const from = events.findIndex(
          (event) =>
            "ExercisedEvent" in event && event.ExercisedEvent.choice === "TransferPreapproval_Send",
        );
        expect(seen.events.map(nodeIdOf)).to.deep.equal(events.slice(from).map(nodeIdOf));
        const { code } = await network.http.missingUpdate("inv1", updateId, inv1);
        expect(code).to.equal("UPDATE_NOT_FOUND");
      });

      it("creates an offer for a receiver without preapproval", () => {
        const { dso, alice, bob } = network.parties;
        const { prepared, transaction } = played.offer;
        expect(prepared.outline).to.equal(offerOutline[fees]);
        expect(prepared.outline.split("\n")).to.have.length(expected.nodes.offer);
        expect(prepared.minLedgerTime).to.equal(start);
        expect(prepared.maxLedgerTime).to.equal(start + day - 1n);
        agrees(prepared, transaction);

        const [instruction] = createdIn(transaction, "AmuletTransferInstruction");
        expect(instruction?.signatories).to.have.members([alice, dso]);
        expect(instruction?.observers).to.deep.equal([bob]);
        const [locked] = createdIn(transaction, "LockedAmulet");
        expect(locked?.createArgument).to.containSubset({
          amulet: { owner: alice, amount: { initialAmount: expected.locked } },
          lock: {
            holders: [dso],
            expiresAt: "2022-01-02T00:00:00Z",
            optContext: `transfer to '${bob}'`,
          },
        });
        const change = createdIn(transaction, "Amulet").at(-1);
        expect(change?.createArgument).to.containSubset({
          owner: alice,
          amount: { initialAmount: expected.change },
        });
        expect(resultOf(transaction)).to.deep.include({
          output: {
            tag: "TransferInstructionResult_Pending",
            value: { transferInstructionCid: instruction?.contractId },
          },
          senderChangeCids: [change?.contractId],
        });
      });

      it("transfers when the receiver accepts the offer", () => {
        const { prepared, transaction, ...balances } = played.accepted;
        agrees(prepared, transaction);
        expect(resultOf(transaction)).to.have.nested.property(
          "output.tag",
          "TransferInstructionResult_Completed",
        );
        expect(balances).to.deep.equal({ alice: expected.aliceAtEnd, bob: expected.bobAtEnd });
      });

      it("transfers to the sender itself, and shows the factory to all parties", async () => {
        const { alice, bob, dso } = network.parties;
        const moved = await network.submit(
          network.transfer({ sender: bob, receiver: bob, inputs: await network.coinIds(bob) }),
        );
        expect(resultOf(moved)).to.have.nested.property(
          "output.tag",
          "TransferInstructionResult_Completed",
        );
        const fetched = await network.submit({
          actAs: [alice],
          commands: [
            {
              ExerciseCommand: {
                templateId: transferFactory,
                contractId: network.externalRules,
                choice: "TransferFactory_PublicFetch",
                choiceArgument: { expectedAdmin: dso, actor: alice },
              },
            },
          ],
          disclose: [network.externalRules],
        });
        expect(resultOf(fetched)).to.deep.equal({ admin: dso, meta: emptyMeta });
      });
    });
  }
});

/**
 * Expects that an executed transaction has the effects and node ids of the prepared one. Fetches have node
 * ids but no event.
 */
const agrees = ({ outline: prepared }: PreparedOutline, transaction: TransactionJson): void => {
  expect(outlineOf(transaction)).to.equal(withoutFetches(prepared));
  const ids = prepared
    .split("\n")
    .flatMap((line, id) => (line.trimStart().startsWith("fetch ") ? [] : [id]));
  expect(transaction.events.map(nodeIdOf)).to.deep.equal(ids);
};

const nodeIdOf = (event: TransactionJson["events"][number]): number => {
  if ("CreatedEvent" in event) return event.CreatedEvent.nodeId;
  return "ExercisedEvent" in event ? event.ExercisedEvent.nodeId : event.ArchivedEvent.nodeId;
};
