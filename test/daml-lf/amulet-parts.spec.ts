import { expect } from "chai";
import { createDamlLoader } from "../../lib/daml-lf/load-dar.ts";
import type { Package } from "../../lib/packages/package.ts";
import { rejectionOf } from "../support/error-of.ts";
import {
  AmuletWorld,
  amuletTemplate,
  emptyMeta,
  rulesTemplate,
  startTime,
  type Outcome,
} from "../support/amulet.ts";
import { sharedFile } from "../support/shared.ts";

const factory =
  "#splice-api-token-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1:AllocationFactory";
const allocation = "#splice-api-token-allocation-v1:Splice.Api.Token.AllocationV1:Allocation";
const rewardPrefix = "amulet.splice.lfdecentralizedtrust.org/";

const minutes = (count: bigint): bigint => count * 60_000_000n;

describe("Splice Amulet 0.1.14, further parts", function () {
  this.timeout(30_000);
  let packages: readonly Package[];

  before(function () {
    packages = createDamlLoader().load(sharedFile(this, "dars", "splice-amulet-0.1.14.dar"));
  });

  it("delivers versus payment in one transaction", async () => {
    const world = await AmuletWorld.bootstrap(packages, "withFees");
    const { alice, bob, prov, inv1, inv2, dso } = world.parties;
    const featured = await world.feature(prov);
    for (const party of [alice, bob]) {
      await world.tap(party, "500.0");
      await world.lockedCoin(party, "500.0");
    }
    const settlement = {
      executor: prov,
      settlementRef: { id: "OTCTrade", cid: world.rules },
      requestedAt: startTime,
      allocateBefore: "2022-01-01T01:00:00Z",
      settleBefore: "2022-01-01T02:00:00Z",
      meta: emptyMeta,
    };
    const allocate = (leg: number, sender: string, receiver: string, amount: string) =>
      world.exercise(
        [sender],
        factory,
        {
          contractId: world.externalRules,
          choice: "AllocationFactory_Allocate",
          argument: {
            expectedAdmin: dso,
            allocation: {
              settlement,
              transferLegId: `leg${leg}`,
              transferLeg: {
                sender,
                receiver,
                amount,
                instrumentId: { admin: dso, id: "Amulet" },
                meta: emptyMeta,
              },
            },
            requestedAt: startTime,
            inputHoldingCids: world.coins(sender),
            extraArgs: { context: world.context(), meta: emptyMeta },
          },
        },
        { disclose: [world.rules, world.openRound, world.externalRules] },
      );
    const legs = [await allocate(0, alice, bob, "100.0"), await allocate(1, bob, alice, "20.0")];
    for (const leg of legs)
      expect(leg.result).to.have.nested.property(
        "output.tag",
        "AllocationInstructionResult_Completed",
      );
    expect(legs[0]?.result).to.have.deep.property("meta", {
      values: { "splice.lfdecentralizedtrust.org/burned": "0.13" },
    });
    const locked = legs.map(
      ({ nodes }) => nodes.find(({ name }) => name === "LockedAmulet")?.contractId ?? "",
    );
    const allocations = legs.map(
      ({ nodes }) => nodes.find(({ name }) => name === "AmuletAllocation")?.contractId ?? "",
    );

    world.ledger.clock.advance(minutes(60n));
    const settled = await world.submit(
      [prov, alice, bob],
      allocations.map((contractId) => ({
        ExerciseCommand: {
          templateId: allocation,
          contractId,
          choice: "Allocation_ExecuteTransfer",
          choiceArgument: {
            extraArgs: {
              context: world.context({ "featured-app-right": featured }),
              meta: {
                values: {
                  [`${rewardPrefix}app-reward-beneficiaries`]: [prov, inv1, inv2].join(","),
                  [`${rewardPrefix}app-reward-beneficiary-weights`]: "0.8,0.1,0.1",
                },
              },
            },
          },
        },
      })),
      { disclose: [world.rules, world.openRound, world.externalRules, featured, ...locked] },
    );
    const received = settled.nodes.filter(
      ({ name, kind }) => kind === "created" && name === "Amulet",
    );
    const amounts = received.map(
      ({ argument }) => (argument as { amount: { initialAmount: string } }).amount.initialAmount,
    );
    expect(amounts).to.include.members(["100.0000000000", "20.0000000000"]);
    expect(world.balance(alice)).to.equal("918.7500000000");
    expect(world.balance(bob)).to.equal("1079.5500000000");
    const rewards = rewardsOf(settled);
    expect(rewards.get(prov)).to.deep.equal(["1.8080000000", "2.4480000000"]);
    expect(rewards.get(inv1)).to.have.length(2);
    expect(rewards.get(inv2)).to.have.length(2);
  });

  it("catches the failure of a transfer command, undoes what it did and tells of it", async () => {
    const world = await AmuletWorld.bootstrap(packages, "noFees");
    const { alice, bob, prov, del, dso } = world.parties;
    const preapproval = await world.preapprove(bob, prov);
    const tapped = await world.tap(alice, "10.0");
    const counterTemplate = "#splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommandCounter";
    let counter = await world.create([dso], counterTemplate, {
      dso,
      sender: alice,
      nextNonce: "0",
    });
    const send = async (amount: string, nonce: string, inputs: readonly string[]) => {
      const made = await world.exercise(
        [alice],
        "#splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
        {
          contractId: world.externalRules,
          choice: "ExternalPartyAmuletRules_CreateTransferCommand",
          argument: {
            sender: alice,
            receiver: bob,
            delegate: del,
            amount,
            expiresAt: "2022-01-01T01:00:00Z",
            nonce,
            description: null,
            expectedDso: dso,
          },
        },
        { disclose: [world.externalRules] },
      );
      return world.exercise(
        [del],
        "#splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommand",
        {
          contractId: made.created[0] ?? "",
          choice: "TransferCommand_Send",
          argument: {
            context: {
              amuletRules: world.rules,
              context: {
                openMiningRound: world.openRound,
                issuingMiningRounds: [],
                validatorRights: [],
                featuredAppRight: null,
              },
            },
            inputs: inputs.map((value) => ({ tag: "InputAmulet", value })),
            transferPreapprovalCidO: preapproval,
            transferCounterCid: counter,
          },
        },
        { readAs: [alice, dso, bob] },
      );
    };
    const counterIn = ({ nodes }: Outcome): string =>
      nodes.find(({ name, kind }) => kind === "created" && name === "TransferCommandCounter")
        ?.contractId ?? "";

    const failed = await send("1000.0", "0", [tapped.created[0] ?? ""]);
    expect(failed.result).to.deep.nested.include({
      "result.tag": "TransferCommandResultFailure",
      "result.value.reason": {
        tag: "ITR_InsufficientFunds",
        value: { missingAmount: "990.0000000000" },
      },
    });
    expect(world.balance(alice)).to.equal("10.0000000000");
    counter = counterIn(failed);

    const coins = world.holdings(alice, amuletTemplate).map(({ contractId }) => contractId);
    const succeeded = await send("4.0", "1", coins);
    expect(succeeded.result).to.have.nested.property("result.tag", "TransferCommandResultSuccess");
    expect(world.balance(alice)).to.equal("6.0000000000");
    expect(world.balance(bob)).to.equal("4.0000000000");
  });

  it("advances rounds and issues rewards", async () => {
    const world = await AmuletWorld.bootstrap(packages, "withFees");
    const { dso } = world.parties;
    const openTemplate = "#splice-amulet:Splice.Round:OpenMiningRound";
    const numberOf = (argument: unknown): bigint =>
      BigInt((argument as { round: { number: string } }).round.number);
    const openRounds = (): readonly string[] =>
      [...world.holdings(dso, openTemplate)]
        .sort((a, b) => Number(numberOf(a.argument) - numberOf(b.argument)))
        .map(({ contractId }) => contractId);
    for (let advance = 0; advance < 3; advance += 1) {
      world.ledger.clock.advance(minutes(20n));
      const [roundToArchiveCid = "", middleRoundCid = "", latestRoundCid = ""] = openRounds();
      await world.exercise([dso], rulesTemplate, {
        contractId: world.rules,
        choice: "AmuletRules_AdvanceOpenMiningRounds",
        argument: { amuletPrice: "1.0", roundToArchiveCid, middleRoundCid, latestRoundCid },
      });
    }
    const summarizing = world.holdings(dso, "#splice-amulet:Splice.Round:SummarizingMiningRound");
    expect(summarizing).to.have.length(3);
    const unclaimed: unknown[] = [];
    let first: unknown;
    for (const { contractId } of summarizing) {
      const { nodes } = await world.exercise([dso], rulesTemplate, {
        contractId: world.rules,
        choice: "AmuletRules_MiningRound_StartIssuing",
        argument: {
          miningRoundCid: contractId,
          summary: {
            totalValidatorRewardCoupons: "100.0",
            totalFeaturedAppRewardCoupons: "50.0",
            totalUnfeaturedAppRewardCoupons: "10.0",
            totalSvRewardWeight: "12",
            optTotalValidatorFaucetCoupons: "2",
          },
        },
      });
      for (const { name, kind, argument } of nodes) {
        if (kind === "created" && name === "UnclaimedReward")
          unclaimed.push((argument as { amount: string }).amount);
        if (kind === "created" && name === "IssuingMiningRound" && numberOf(argument) === 0n)
          first = argument;
      }
    }
    expect(unclaimed).to.deep.equal(Array<string>(3).fill("147169.6015220705"));
    expect(first).to.deep.include({
      issuancePerSvRewardCoupon: "50735.6671740233",
      issuancePerValidatorRewardCoupon: "0.2000000000",
      issuancePerFeaturedAppRewardCoupon: "100.0000000000",
      issuancePerUnfeaturedAppRewardCoupon: "0.6000000000",
      optIssuancePerValidatorFaucetCoupon: "5.7000000000",
    });
  });

  it("lets a ping be answered once, by who was asked", async function () {
    const ping = createDamlLoader().load(
      sharedFile(this, "dars", "canton-builtin-admin-workflow-ping.dar"),
    );
    const world = await AmuletWorld.with(ping);
    const { alice, bob } = world.parties;
    const [main] = ping;
    const template = `${main?.packageId ?? ""}:Canton.Internal.Ping:Ping`;
    const argument = { id: "p1", initiator: alice, responder: bob };
    const refused = await rejectionOf(world.create([bob], template, argument));
    expect(refused.code).to.equal("DAML_AUTHORIZATION_ERROR");
    const contractId = await world.create([alice], template, argument);
    const respond = () =>
      world.exercise([bob], template, { contractId, choice: "Respond", argument: {} });
    const { nodes } = await respond();
    expect(nodes).to.have.length(1);
    expect(nodes[0]).to.include({ name: "Respond", consuming: true });
    expect((await rejectionOf(respond())).code).to.equal("CONTRACT_NOT_FOUND");
  });
});

/** The amounts of the app reward coupons that were created, ascending, by who gets them. */
const rewardsOf = ({ nodes }: Outcome): ReadonlyMap<string, readonly string[]> => {
  const rewards = new Map<string, string[]>();
  for (const { kind, name, argument } of nodes) {
    if (kind !== "created" || name !== "AppRewardCoupon") continue;
    const { beneficiary, provider, amount } = argument as {
      readonly beneficiary: string | null;
      readonly provider: string;
      readonly amount: string;
    };
    const receiver = beneficiary ?? provider;
    rewards.set(receiver, [...(rewards.get(receiver) ?? []), amount].sort());
  }
  return rewards;
};
