import { getNewestRecordTime } from "../../ledger/state/synchronizers.ts";
import { formatAmount, parseLedgerAmount } from "../amount.ts";
import {
  createSpliceExerciseCommand,
  getRoundNumber,
  listSortedRounds,
  parsePayloadTime,
} from "../commands.ts";
import type { SpliceState } from "../splice-state.ts";
import type { SpliceTemplateName } from "../splice-templates.ts";
import type { AutomationAction, AutomationRule, AutomationRuleInputs } from "./rule.ts";

/** Returns the action that exercises a choice of AmuletRules as the DSO. */
const createDsoAction = (
  { contractId, payload }: AutomationRuleInputs["amuletRules"],
  at: bigint,
  choice: string,
  argument: unknown,
): AutomationAction => ({
  at,
  actAs: [payload.dso],
  command: createSpliceExerciseCommand("amuletRules", contractId, choice, argument),
});

const findLatestTime = (...times: readonly bigint[]): bigint =>
  times.reduce((last, time) => (time > last ? time : last));

const advanceRoundsRule: AutomationRule = {
  name: "advance-open-mining-rounds",
  effect: "round advanced",
  reads: ["openMiningRound"],
  actions: (splice, { amuletRules }) => {
    const [oldest, middle, newest] = listSortedRounds(splice, "openMiningRound");
    if (oldest === undefined || middle === undefined || newest === undefined) return [];
    const tick = BigInt(middle.payload.tickDuration.microseconds);
    const at = findLatestTime(
      parsePayloadTime(oldest.payload.targetClosesAt),
      parsePayloadTime(middle.payload.opensAt) + tick,
      parsePayloadTime(newest.payload.opensAt),
    );
    const action = createDsoAction(amuletRules, at, "AmuletRules_AdvanceOpenMiningRounds", {
      amuletPrice: newest.payload.amuletPrice,
      roundToArchiveCid: oldest.contractId,
      middleRoundCid: middle.contractId,
      latestRoundCid: newest.contractId,
    });
    return [action];
  },
};

const couponKeys = [
  "appRewardCoupon",
  "validatorRewardCoupon",
  "svRewardCoupon",
  "validatorFaucetCoupon",
  "livenessActivityRecord",
] as const satisfies readonly SpliceTemplateName[];

/** Returns the coupons of a round, grouped by template. */
const findRoundCoupons = (splice: SpliceState, round: number) => {
  const ofRound = <Key extends (typeof couponKeys)[number]>(key: Key) =>
    splice.activeContracts(key).filter((coupon) => getRoundNumber(coupon) === round);
  return {
    app: ofRound("appRewardCoupon"),
    validator: ofRound("validatorRewardCoupon"),
    sv: ofRound("svRewardCoupon"),
    faucet: ofRound("validatorFaucetCoupon"),
    liveness: ofRound("livenessActivityRecord"),
  };
};

const sumCouponAmounts = (
  coupons: readonly { readonly payload: { readonly amount?: string } }[],
): string =>
  formatAmount(
    coupons.reduce((sum, { payload }) => sum + parseLedgerAmount(payload.amount ?? "0"), 0n),
  );

const startIssuingRule: AutomationRule = {
  name: "start-issuing",
  effect: "rewards of a round issued",
  reads: ["summarizingMiningRound", ...couponKeys],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("summarizingMiningRound").map((round) => {
      const { app, validator, sv, faucet, liveness } = findRoundCoupons(
        splice,
        getRoundNumber(round),
      );
      return createDsoAction(
        amuletRules,
        round.contract.createdAt,
        "AmuletRules_MiningRound_StartIssuing",
        {
          miningRoundCid: round.contractId,
          summary: {
            totalValidatorRewardCoupons: sumCouponAmounts(validator),
            totalFeaturedAppRewardCoupons: sumCouponAmounts(
              app.filter(({ payload }) => payload.featured),
            ),
            totalUnfeaturedAppRewardCoupons: sumCouponAmounts(
              app.filter(({ payload }) => !payload.featured),
            ),
            totalSvRewardWeight: String(
              sv.reduce((sum, { payload }) => sum + BigInt(payload.weight), 0n),
            ),
            optTotalValidatorFaucetCoupons: String(faucet.length + liveness.length),
          },
        },
      );
    }),
};

const closeIssuingRule: AutomationRule = {
  name: "close-issuing-rounds",
  effect: "round closed",
  reads: ["issuingMiningRound"],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("issuingMiningRound").map(({ contractId, payload }) =>
      createDsoAction(
        amuletRules,
        parsePayloadTime(payload.targetClosesAt),
        "AmuletRules_MiningRound_Close",
        {
          issuingRoundCid: contractId,
        },
      ),
    ),
};

/** Maximum number of coupons that one transaction expires; not more than in Splice. */
const maxExpiredPerAction = 100;

const claimExpiredRule: AutomationRule = {
  name: "expire-reward-coupons",
  effect: "rewards of a closed round expired",
  reads: ["closedMiningRound", ...couponKeys],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("closedMiningRound").flatMap((round) => {
      const { app, validator, sv, faucet, liveness } = findRoundCoupons(
        splice,
        getRoundNumber(round),
      );
      const coupons = [app, validator, sv, faucet, liveness];
      if (coupons.every(({ length }) => length === 0)) return [];
      const ids = (of: readonly { readonly contractId: string }[]): readonly string[] =>
        of.slice(0, maxExpiredPerAction / coupons.length).map(({ contractId }) => contractId);
      return createDsoAction(
        amuletRules,
        getNewestRecordTime(splice.state),
        "AmuletRules_ClaimExpiredRewards",
        {
          closedRoundCid: round.contractId,
          validatorRewardCouponCids: ids(validator),
          appCouponCids: ids(app),
          svRewardCouponCids: ids(sv),
          optValidatorFaucetCouponCids: ids(faucet),
          optValidatorLivenessActivityRecordCids: ids(liveness),
        },
      );
    }),
};

const archiveClosedRoundsRule: AutomationRule = {
  name: "archive-closed-rounds",
  effect: "closed round archived",
  reads: ["closedMiningRound", ...couponKeys],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("closedMiningRound").flatMap((round) => {
      const coupons = Object.values(findRoundCoupons(splice, getRoundNumber(round)));
      if (coupons.some(({ length }) => length > 0)) return [];
      return createDsoAction(
        amuletRules,
        round.contract.createdAt,
        "AmuletRules_MiningRound_Archive",
        {
          closedRoundCid: round.contractId,
        },
      );
    }),
};

const updateConfigStateRule: AutomationRule = {
  name: "update-external-party-config-state",
  effect: "configuration for external parties renewed",
  reads: ["externalPartyConfigState", "openMiningRound"],
  actions: (splice, { amuletRules }) => {
    const [older, newer] = splice
      .activeContracts("externalPartyConfigState")
      .toSorted((left, right) =>
        parsePayloadTime(left.payload.targetArchiveAfter) <
        parsePayloadTime(right.payload.targetArchiveAfter)
          ? -1
          : 1,
      );
    const [oldest, middle, newest] = listSortedRounds(splice, "openMiningRound");
    if (older === undefined || newer === undefined) return [];
    // The choice requires that the deadline has passed.
    const at = parsePayloadTime(older.payload.targetArchiveAfter) + 1n;
    const action = createDsoAction(amuletRules, at, "AmuletRules_UpdateExternalPartyConfigStates", {
      externalPartyConfigStateCid0: older.contractId,
      externalPartyConfigStateCid1: newer.contractId,
      openMiningRoundTriple: {
        round0Cid: oldest?.contractId,
        round1Cid: middle?.contractId,
        round2Cid: newest?.contractId,
      },
    });
    return [action];
  },
};

/** Rules that super validators use to advance rounds. If several are due at one time, they run in this order. */
export const roundAutomationRules: readonly AutomationRule[] = [
  advanceRoundsRule,
  startIssuingRule,
  closeIssuingRule,
  claimExpiredRule,
  archiveClosedRoundsRule,
  updateConfigStateRule,
];
