import type { TransactionJson } from "../../lib/api.ts";
import type { AmuletNetwork } from "./amulet-network.ts";
import { exercising, type Step } from "./amulet-steps.ts";
import { rulesTemplate } from "./amulet-terms.ts";
import type { CreatedEvent } from "./http-ledger.ts";

export const roundNumberOf = ({ createArgument }: CreatedEvent): number =>
  Number((createArgument as { readonly round: { readonly number: string } }).round.number);

/** Returns the active contracts of a round template, in the order of round numbers. */
export const roundsOf = async (
  network: AmuletNetwork,
  entity: string,
): Promise<readonly CreatedEvent[]> => {
  const found = await network.active(network.parties.dso, `#splice-amulet:Splice.Round:${entity}`);
  return [...found].sort((left, right) => roundNumberOf(left) - roundNumberOf(right));
};

/** Runs part D of daml-lf.md 25: advances the clock and the three open rounds. */
export const advanceRounds = async (
  network: AmuletNetwork,
  { time, amuletPrice }: { readonly time: string; readonly amuletPrice: string },
): Promise<void> => {
  await network.http.setTime(time);
  const open = await roundsOf(network, "OpenMiningRound");
  const [roundToArchiveCid, middleRoundCid, latestRoundCid] = open.map((each) => each.contractId);
  await network.submit(
    ofRules(network, "AmuletRules_AdvanceOpenMiningRounds", {
      amuletPrice,
      roundToArchiveCid,
      middleRoundCid,
      latestRoundCid,
    }),
  );
};

/** Runs part D of daml-lf.md 25: issues the rewards of a summarized round. */
export const startIssuing = (
  network: AmuletNetwork,
  miningRoundCid: string,
): Promise<TransactionJson> =>
  network.submit(
    ofRules(network, "AmuletRules_MiningRound_StartIssuing", {
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

const ofRules = (network: AmuletNetwork, choice: string, choiceArgument: unknown): Step =>
  exercising([network.parties.dso], rulesTemplate, {
    contractId: network.rules,
    choice,
    choiceArgument,
  });
