import { expect } from "chai";

import { type TransactionJson, trustedCaller } from "../../../../lib/api.ts";
import { admitSubmission } from "../../../../lib/operations/commands/admit-submission.ts";
import { readCommandsRequest } from "../../../../lib/operations/commands/commands-request.ts";
import { interpretAtEarliestLedgerTime } from "../../../../lib/operations/submission/interpret-and-route-unsigned-submission.ts";
import { expectIdentities } from "../../../support/amulet-identities.ts";
import type { AmuletNetwork } from "../../../support/amulet-network.ts";
import { createdIn, resultOf, type Step } from "../../../support/amulet-steps.ts";
import { allocation, emptyMeta, startTime } from "../../../support/amulet-terms.ts";
import { useAmuletNetwork } from "../../../support/use-amulet-network.ts";

const rewardPrefix = "amulet.splice.lfdecentralizedtrust.org/";

describe("Splice Amulet 0.1.14 over HTTP, delivery versus payment", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;
  let featured: string;
  let legs: readonly TransactionJson[];

  before(async () => {
    network = amulet();
    const { alice, bob, prov } = network.parties;
    await network.begin("withFees");
    const [right] = createdIn(await network.submit(network.feature(prov)), "FeaturedAppRight");
    featured = right?.contractId ?? "";
    for (const party of [alice, bob]) {
      await network.submit(network.tap(party, "500.0"));
      await network.submit(network.lockedCoin(party, "500.0"));
    }
    legs = [await allocate(0, alice, bob, "100.0"), await allocate(1, bob, alice, "20.0")];
  });

  const allocate = async (leg: number, sender: string, receiver: string, amount: string) => {
    const { prov, dso } = network.parties;
    const step = network.allocate(sender, await network.coinIds(sender), {
      settlement: {
        executor: prov,
        settlementRef: { id: "OTCTrade", cid: network.rules },
        requestedAt: startTime,
        allocateBefore: "2022-01-01T01:00:00Z",
        settleBefore: "2022-01-01T02:00:00Z",
        meta: emptyMeta,
      },
      transferLegId: `leg${leg}`,
      transferLeg: {
        sender,
        receiver,
        amount,
        instrumentId: { admin: dso, id: "Amulet" },
        meta: emptyMeta,
      },
    });
    return network.submit(step);
  };

  /** Returns a step that settles both legs in round 2, the newest open round an hour later. */
  const settle = (): Step => {
    const { alice, bob, prov, inv1, inv2 } = network.parties;
    const round = network.rounds[2]?.contractId ?? "";
    const created = (entity: string): readonly string[] =>
      legs.flatMap((leg) => createdIn(leg, entity).map(({ contractId }) => contractId));
    const choiceArgument = {
      extraArgs: {
        context: network.context({ "open-round": round, "featured-app-right": featured }),
        meta: {
          values: {
            [`${rewardPrefix}app-reward-beneficiaries`]: [prov, inv1, inv2].join(","),
            [`${rewardPrefix}app-reward-beneficiary-weights`]: "0.8,0.1,0.1",
          },
        },
      },
    };
    return {
      actAs: [prov, alice, bob],
      commands: created("AmuletAllocation").map((contractId) => ({
        ExerciseCommand: {
          templateId: allocation,
          contractId,
          choice: "Allocation_ExecuteTransfer",
          choiceArgument,
        },
      })),
      disclose: [network.rules, round, featured, ...created("LockedAmulet")],
    };
  };

  it("locks the coin of each leg for its receiver", () => {
    const { alice, bob, dso } = network.parties;
    for (const leg of legs) {
      expect(resultOf(leg)).to.have.nested.property(
        "output.tag",
        "AllocationInstructionResult_Completed",
      );
    }
    const [first] = legs;
    expect(first && resultOf(first)).to.have.deep.property("meta", {
      values: { "splice.lfdecentralizedtrust.org/burned": "0.13" },
    });
    const locked = first && createdIn(first, "LockedAmulet");
    expect(locked?.map(({ createArgument }) => createArgument)).to.containSubset([
      {
        amulet: { owner: alice },
        lock: { holders: [dso], optContext: `allocation for transfer leg "leg0" to '${bob}'` },
      },
    ]);
  });

  it("settles both legs in one transaction within its deadlines, and rewards the app", async () => {
    const { alice, bob, prov, inv1, inv2 } = network.parties;
    await network.http.setTime("2022-01-01T01:00:00Z");
    expect(await boundsOf(network, settle())).to.deep.equal({
      min: 1_640_995_800_000_000n,
      max: 1_641_002_399_999_999n,
    });
    const settled = await network.submit(settle());

    const amounts = async (owner: string): Promise<readonly string[]> =>
      (await network.coins(owner)).map(({ initialAmount }) => initialAmount);
    expect(await amounts(alice)).to.include("20.0000000000");
    expect(await amounts(bob)).to.include("100.0000000000");
    expect(await network.balance(alice)).to.equal("918.7500000000");
    expect(await network.balance(bob)).to.equal("1079.5500000000");
    const rewards = rewardsIn(settled);
    expect(rewards.get(prov)).to.deep.equal(["1.8080000000", "2.4480000000"]);
    // Investors get a reward weight of 0.1 each, and the provider gets 0.8.
    for (const investor of [inv1, inv2]) {
      expect(rewards.get(investor)).to.deep.equal(["0.2260000000", "0.3060000000"]);
    }
  });

  it("reports both legs in the coin history", async () => {
    const { alice, bob } = network.parties;
    const history = await network.history({ page_size: 1000 });
    const told = history.map((record) =>
      "transfer" in record
        ? [record.transfer.sender, ...record.transfer.receivers].map(({ party }) => party)
        : Object.keys(record).filter((key) => key === "tap"),
    );
    expect(told).to.deep.equal([
      ["tap"],
      ["tap"],
      // The coin is locked for its receiver while the sender still owns it.
      [alice, alice],
      [bob, bob],
      [alice, bob],
      [bob, alice],
    ]);
    expect(history.map(({ round }) => round)).to.deep.equal([1, 1, 1, 1, 2, 2]);
    await expectIdentities(network, { [alice]: ["500.0"], [bob]: ["500.0"] });
  });

  it("refuses to settle a leg twice", async () => {
    const end = await network.http.ledgerEnd("dso");
    expect((await network.refusal(settle())).code).to.equal("CONTRACT_NOT_FOUND");
    expect(await network.http.ledgerEnd("dso")).to.equal(end);
  });
});

/**
 * Returns the time bounds of a step's transaction. Calls the library, because clients can prepare only
 * single-party transactions.
 */
const boundsOf = async (network: AmuletNetwork, step: Step) => {
  const { ledger } = network.http;
  const commands = readCommandsRequest({
    ...(await network.submissionOf(step)),
    commandId: "time",
  });
  const prepared = admitSubmission(ledger, commands, { caller: trustedCaller });
  return ledger.commit((state, context) => {
    const { finished } = interpretAtEarliestLedgerTime(state, context, prepared);
    return { events: [], outcome: finished.ledgerTimeBounds };
  });
};

/** Returns the amounts of the created app reward coupons by beneficiary, in ascending order. */
const rewardsIn = (transaction: TransactionJson): ReadonlyMap<string, readonly string[]> => {
  const rewards = new Map<string, string[]>();
  for (const { createArgument } of createdIn(transaction, "AppRewardCoupon")) {
    const { beneficiary, provider, amount } = createArgument as {
      readonly beneficiary: string | null;
      readonly provider: string;
      readonly amount: string;
    };
    const receiver = beneficiary ?? provider;
    rewards.set(receiver, [...(rewards.get(receiver) ?? []), amount].sort());
  }
  return rewards;
};
