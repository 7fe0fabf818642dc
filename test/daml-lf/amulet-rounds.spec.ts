import { expect } from "chai";

import type { AmuletNetwork } from "../support/amulet-network.ts";
import { createdIn, exercising, type Step } from "../support/amulet-steps.ts";
import { rulesTemplate } from "../support/amulet-terms.ts";
import type { CreatedEvent } from "../support/http-ledger.ts";
import { useAmuletNetwork } from "../support/use-amulet-network.ts";

const roundTemplate = (entity: string): string => `#splice-amulet:Splice.Round:${entity}`;

const numberOf = ({ createArgument }: CreatedEvent): number =>
  Number((createArgument as { readonly round: { readonly number: string } }).round.number);

describe("Splice Amulet 0.1.14 over HTTP, rounds", function () {
  this.timeout(30_000);
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;

  before(async () => {
    network = amulet();
    await network.begin("withFees");
  });

  const rounds = async (entity: string): Promise<readonly CreatedEvent[]> => {
    const found = await network.active(network.parties.dso, roundTemplate(entity));
    return [...found].sort((left, right) => numberOf(left) - numberOf(right));
  };

  const ofRules = (choice: string, choiceArgument: unknown): Step =>
    exercising([network.parties.dso], rulesTemplate, {
      contractId: network.rules,
      choice,
      choiceArgument,
    });

  const advance = async (time: string): Promise<void> => {
    await network.http.setTime(time);
    const [roundToArchiveCid, middleRoundCid, latestRoundCid] = (
      await rounds("OpenMiningRound")
    ).map(({ contractId }) => contractId);
    await network.submit(
      ofRules("AmuletRules_AdvanceOpenMiningRounds", {
        amuletPrice: "1.0",
        roundToArchiveCid,
        middleRoundCid,
        latestRoundCid,
      }),
    );
  };

  it("advance when the clock has, one by one", async () => {
    for (const time of ["2022-01-01T00:20:00Z", "2022-01-01T00:40:00Z", "2022-01-01T01:00:00Z"])
      await advance(time);
    expect((await rounds("OpenMiningRound")).map(numberOf)).to.deep.equal([3, 4, 5]);
    expect((await rounds("SummarizingMiningRound")).map(numberOf)).to.deep.equal([0, 1, 2]);
  });

  it("issue what the curve says for what was earned in them", async () => {
    const unclaimed: unknown[] = [];
    for (const { contractId: miningRoundCid } of await rounds("SummarizingMiningRound")) {
      const issuing = await network.submit(
        ofRules("AmuletRules_MiningRound_StartIssuing", {
          miningRoundCid,
          summary: {
            totalValidatorRewardCoupons: "100.0",
            totalFeaturedAppRewardCoupons: "50.0",
            totalUnfeaturedAppRewardCoupons: "10.0",
            totalSvRewardWeight: "12",
            optTotalValidatorFaucetCoupons: "2",
          },
        }),
      );
      for (const { createArgument } of createdIn(issuing, "UnclaimedReward"))
        unclaimed.push((createArgument as { readonly amount: string }).amount);
    }
    expect(unclaimed).to.deep.equal(Array<string>(3).fill("147169.6015220705"));
    const [first] = await rounds("IssuingMiningRound");
    expect(first?.createArgument).to.deep.include({
      round: { number: "0" },
      issuancePerSvRewardCoupon: "50735.6671740233",
      issuancePerValidatorRewardCoupon: "0.2000000000",
      issuancePerFeaturedAppRewardCoupon: "100.0000000000",
      issuancePerUnfeaturedAppRewardCoupon: "0.6000000000",
      optIssuancePerValidatorFaucetCoupon: "5.7000000000",
    });
    expect(await rounds("SummarizingMiningRound")).to.be.empty;
  });
});
