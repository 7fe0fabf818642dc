import { expect } from "chai";

import type { AmuletNetwork } from "../../../support/amulet-network.ts";
import {
  advanceRounds,
  roundNumberOf,
  roundsOf,
  startIssuing,
} from "../../../support/amulet-rounds.ts";
import { createdIn } from "../../../support/amulet-steps.ts";
import { useAmuletNetwork } from "../../../support/use-amulet-network.ts";

describe("Splice Amulet 0.1.14 over HTTP, rounds", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;

  before(async () => {
    network = amulet();
    await network.begin("withFees");
  });

  it("advance one by one when the clock has advanced", async () => {
    for (const time of ["2022-01-01T00:20:00Z", "2022-01-01T00:40:00Z", "2022-01-01T01:00:00Z"]) {
      await advanceRounds(network, { time, amuletPrice: "1.0" });
    }
    const numbers = async (entity: string): Promise<readonly number[]> =>
      (await roundsOf(network, entity)).map(roundNumberOf);
    expect(await numbers("OpenMiningRound")).to.deep.equal([3, 4, 5]);
    expect(await numbers("SummarizingMiningRound")).to.deep.equal([0, 1, 2]);
  });

  it("issue rewards for activity by the issuance curve", async () => {
    const unclaimed: unknown[] = [];
    for (const { contractId } of await roundsOf(network, "SummarizingMiningRound")) {
      const issuing = await startIssuing(network, contractId);
      for (const { createArgument } of createdIn(issuing, "UnclaimedReward")) {
        unclaimed.push((createArgument as { readonly amount: string }).amount);
      }
    }
    expect(unclaimed).to.deep.equal(Array<string>(3).fill("147169.6015220705"));
    const [first] = await roundsOf(network, "IssuingMiningRound");
    expect(first?.createArgument).to.deep.include({
      round: { number: "0" },
      issuancePerSvRewardCoupon: "50735.6671740233",
      issuancePerValidatorRewardCoupon: "0.2000000000",
      issuancePerFeaturedAppRewardCoupon: "100.0000000000",
      issuancePerUnfeaturedAppRewardCoupon: "0.6000000000",
      optIssuancePerValidatorFaucetCoupon: "5.7000000000",
    });
    expect(await roundsOf(network, "SummarizingMiningRound")).to.be.empty;
  });
});
