import { expect } from "chai";

import type { TransactionJson } from "../../../lib/api.ts";
import type { CoinHistoryRecordJson } from "../../../lib/history.ts";
import { expectIdentities } from "../../support/amulet-identities.ts";
import type { AmuletNetwork } from "../../support/amulet-network.ts";
import { playTransfers } from "../../support/amulet-scenario.ts";
import { createdIn } from "../../support/amulet-steps.ts";
import { type Fees, startTime } from "../../support/amulet-terms.ts";
import { useAmuletNetwork } from "../../support/use-amulet-network.ts";

/**
 * Expected amounts of each transfer: input, change, fee for the change, the sender's fee, and the received
 * amount.
 */
const amounts: Readonly<Record<Fees, readonly (readonly string[])[]>> = {
  withFees: [
    ["50", "39.78", "0.06", "0.16", "10"],
    ["1010", "999.23", "0.06", "0.07", "10.64"],
    ["10.64", "0.42", "0.06", "0.16", "10"],
    ["999.65", "988.88", "0.06", "0.07", "10.64"],
    ["999.52", "988.75", "0.06", "0.07", "10.64"],
  ],
  noFees: [
    ["50", "40", "0", "0", "10"],
    ["1010", "1000", "0", "0", "10"],
    ["10", "0", "0", "0", "10"],
    ["1000", "990", "0", "0", "10"],
    ["1000", "990", "0", "0", "10"],
  ],
};

const tenDigits = (amount: string): string => {
  const [whole = "", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.padEnd(10, "0")}`;
};

describe("history of Splice Amulet over HTTP", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;

  for (const fees of ["withFees", "noFees"] as const) {
    describe(fees, () => {
      /** The transactions that have a history record, each with the choice whose node the record names. */
      let told: readonly (readonly [TransactionJson, string])[];
      let offers: readonly TransactionJson[];
      let history: readonly CoinHistoryRecordJson[];

      before(async () => {
        network = amulet();
        await network.begin(fees);
        const played = await playTransfers(network);
        const withdrawn = await offer("a slip");
        const withdrawal = await network.submit(
          network.decide("Withdraw", network.parties.alice, withdrawn),
        );
        const rejected = await offer("a gift");
        const rejection = await network.submit(
          network.decide("Reject", network.parties.bob, rejected),
        );
        offers = [played.offer.transaction, withdrawn, rejected];
        told = [
          [played.tap.transaction, "AmuletRules_DevNet_Tap"],
          [played.oneStep.transaction, "TransferPreapproval_Send"],
          [played.secondTap, "AmuletRules_DevNet_Tap"],
          [played.offer.transaction, "TransferFactory_Transfer"],
          [played.accepted.transaction, "AmuletRules_Transfer"],
          [withdrawn, "TransferFactory_Transfer"],
          [withdrawal, "TransferInstruction_Withdraw"],
          [rejected, "TransferFactory_Transfer"],
          [rejection, "TransferInstruction_Reject"],
        ];
        history = await network.history({ page_size: 1000 });
      });

      const offer = async (reason: string): Promise<TransactionJson> => {
        const { alice, bob } = network.parties;
        const inputs = await network.coinIds(alice);
        return network.submit(network.transfer({ sender: alice, receiver: bob, inputs, reason }));
      };

      it("names each record by its transaction and the node that caused it", () => {
        expect(history.map(({ event_id: id }) => id)).to.deep.equal(
          told.map(([{ updateId, events }, choice], index) => {
            const nodeIds = events.flatMap((event) =>
              "ExercisedEvent" in event && event.ExercisedEvent.choice === choice
                ? [event.ExercisedEvent.nodeId]
                : [],
            );
            return `#${index.toString().padStart(16, "0")}:${updateId}:${nodeIds.join()}`;
          }),
        );
        expect(
          history.map(({ offset, domain_id, date }) => [offset, domain_id, date]),
        ).to.deep.equal(
          told.map(([{ offset, synchronizerId }]) => [
            offset.toString(16).padStart(18, "0"),
            synchronizerId,
            startTime,
          ]),
        );
      });

      it("records taps with their owners and rounds", () => {
        const { alice, bob } = network.parties;
        expect(history.flatMap((record) => ("tap" in record ? [record] : []))).to.containSubset([
          { round: 1, tap: { coin_owner: bob, coin_amount: "25.0000000000" } },
          { round: 1, tap: { coin_owner: alice, coin_amount: "500.0000000000" } },
        ]);
      });

      it("records transfers with their amounts and fees", () => {
        const { alice, bob } = network.parties;
        const transfers = history.flatMap((record) => ("transfer" in record ? [record] : []));
        const parties = [
          [bob, alice],
          [alice, alice],
          [alice, bob],
          [alice, alice],
          [alice, alice],
        ] as const;
        expect(
          transfers.map(({ round, transfer: { sender, receivers } }) => ({
            round,
            parties: [sender.party, ...receivers.map(({ party }) => party)],
            amounts: [
              sender.input_coin_amount,
              sender.sender_change_amount,
              sender.sender_change_fee,
              sender.sender_fee,
              ...receivers.map(({ amount }) => amount),
            ],
          })),
        ).to.deep.equal(
          amounts[fees].map((each, index) => ({
            round: 1,
            parties: parties[index],
            amounts: each.map(tenDigits),
          })),
        );
      });

      it("records the purpose of a pending transfer, and its result", () => {
        const { bob } = network.parties;
        const instructions = offers.map(
          (transaction) => createdIn(transaction, "AmuletTransferInstruction")[0]?.contractId,
        );
        const ofOffer = history.filter(
          (record) => "transfer" in record && record.transfer.transferInstructionReceiver === bob,
        );
        expect(ofOffer).to.containSubset(
          instructions.map((transferInstructionCid) => ({
            transfer: { transferInstructionAmount: "10.0000000000", transferInstructionCid },
          })),
        );
        expect(
          ofOffer.map((record) => "transfer" in record && record.transfer.description),
        ).to.deep.equal([undefined, "a slip", "a gift"]);
        expect(history[4]).to.have.nested.property(
          "transfer.transferInstructionCid",
          instructions[0],
        );
        const aborts = history.flatMap((record) =>
          "abort_transfer_instruction" in record ? [record] : [],
        );
        expect(aborts.map((record) => record.abort_transfer_instruction)).to.deep.equal(
          instructions.slice(1).map((cid) => ({ transfer_instruction_cid: cid })),
        );
        for (const abort of aborts) expect(abort).to.not.have.property("round");
      });

      it("accounts for every coin", async () => {
        const { alice, bob } = network.parties;
        // These coins were created without a choice, so no record contains them.
        await expectIdentities(network, { [alice]: ["500.0"], [bob]: ["25.0"] });
      });

      it("chains pages of any size in both orders", async () => {
        for (const pageSize of [1, 2, 4, history.length, history.length + 1]) {
          for (const sort_order of ["asc", "desc"] as const) {
            const paged: CoinHistoryRecordJson[] = [];
            for (let last: string | undefined; ; last = paged.at(-1)?.event_id) {
              const page = await network.history({
                page_size: pageSize,
                sort_order,
                ...(last === undefined ? {} : { page_end_event_id: last }),
              });
              if (page.length === 0) break;
              paged.push(...page);
            }
            expect(paged).to.deep.equal(sort_order === "asc" ? history : history.toReversed());
          }
        }
      });
    });
  }
});
