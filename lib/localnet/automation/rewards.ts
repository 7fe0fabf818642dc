import type { Party } from "../../base/identifiers/identifiers.ts";
import {
  createSpliceCreateCommand,
  createSpliceExerciseCommand,
  createTransferInputs,
  findUsableRound,
  getRoundNumber,
  listSortedRounds,
  parsePayloadTime,
} from "../commands.ts";
import type { MiningRoundPayload, SpliceContract, SpliceState } from "../splice-state.ts";
import type { AutomationAction, AutomationRule, AutomationRuleInputs } from "./rule.ts";

const middleOfTick = ({
  opensAt,
  tickDuration,
}: Pick<MiningRoundPayload, "opensAt" | "tickDuration">): bigint =>
  parsePayloadTime(opensAt) + BigInt(tickDuration.microseconds) / 2n;

/**
 * Records that a validator is alive, which earns it a share of the round's rewards. Splice does so
 * at a random time within a tick of the round's opening; this rule does so in the middle of the
 * tick.
 */
const recordLiveness: AutomationRule = {
  name: "record-validator-liveness",
  effect: "validator liveness recorded",
  reads: ["validatorLicense", "openMiningRound"],
  actions: (splice) =>
    splice.activeContracts("validatorLicense").flatMap(({ contractId, payload }) => {
      const { validator, faucetState } = payload;
      const last = Number(faucetState?.lastReceivedFor.number ?? -1);
      const round = listSortedRounds(splice, "openMiningRound").find(
        (each) => getRoundNumber(each) > last,
      );
      if (round === undefined) return [];
      const at = middleOfTick(round.payload);
      const choice = "ValidatorLicense_RecordValidatorLivenessActivity";
      const argument = { openRoundCid: round.contractId };
      const command = createSpliceExerciseCommand("validatorLicense", contractId, choice, argument);
      return [{ at, actAs: [validator], command }];
    }),
};

/** The share of LocalNet's only super validator in basis points. */
const svRewardWeight = "10000";

/**
 * Creates the super validator's coupon for each open round, when `recordLiveness` records liveness
 * for that round. In Splice, the super validator does so by the governance rules of the DSO; here,
 * the DSO creates the coupon itself.
 */
const receiveSvCoupons: AutomationRule = {
  name: "receive-sv-reward-coupons",
  effect: "super validator's coupon received",
  reads: ["validatorLicense", "openMiningRound", "svRewardCoupon"],
  actions: (splice) =>
    findSuperValidators(splice).flatMap(({ dso, validator: sv }) => {
      // A coupon is collected or expired only when its round is no longer open.
      const received = new Set(
        splice
          .activeContracts("svRewardCoupon")
          .filter(({ payload }) => payload.sv === sv)
          .map(getRoundNumber),
      );
      return listSortedRounds(splice, "openMiningRound")
        .filter((round) => !received.has(getRoundNumber(round)))
        .map(({ payload: { round, opensAt, tickDuration } }) => ({
          at: middleOfTick({ opensAt, tickDuration }),
          actAs: [dso],
          command: createSpliceCreateCommand("svRewardCoupon", {
            dso,
            sv,
            beneficiary: sv,
            round,
            weight: svRewardWeight,
          }),
        }));
    }),
};

/** Super validators sponsor themselves. */
const findSuperValidators = (splice: SpliceState) =>
  splice
    .activeContracts("validatorLicense")
    .map(({ payload }) => payload)
    .filter(({ validator, sponsor }) => validator === sponsor);

/** Maximum number of markers that one transaction converts, as in Splice. */
const markersAtOnce = 100;
/** Age in microseconds at which markers are converted even if there are fewer, as in Splice. */
const maxMarkerAge = 30_000_000n;

const convertMarkers: AutomationRule = {
  name: "convert-featured-app-markers",
  effect: "activity markers converted to app rewards",
  reads: ["featuredAppActivityMarker", "openMiningRound"],
  actions: (splice, { amuletRules }) => {
    const markers = splice.activeContracts("featuredAppActivityMarker").slice(0, markersAtOnce);
    const isFull = markers.length === markersAtOnce;
    const last = (isFull ? markers.at(-1) : markers[0])?.contract.createdAt;
    if (last === undefined) return [];
    const at = isFull ? last : last + maxMarkerAge;
    const round = findUsableRound(splice, at);
    if (round === undefined) return [];
    const command = createSpliceExerciseCommand(
      "amuletRules",
      amuletRules.contractId,
      "AmuletRules_ConvertFeaturedAppActivityMarkers",
      {
        markerCids: markers.map(({ contractId }) => contractId),
        openMiningRoundCid: round.contractId,
      },
    );
    return [{ at, actAs: [amuletRules.payload.dso], command }];
  },
};

/** A reward coupon as an input of a transfer. */
interface RewardInput {
  readonly round: number;
  readonly input: { readonly tag: string; readonly value: unknown };
  /** The party whose transfer earned the coupon, for coupons that its validator collects. */
  readonly user?: Party;
}

/** Returns the coupons that a party can collect, of all rounds. */
const findCollectableRewards = (splice: SpliceState, party: Party): readonly RewardInput[] => {
  const users = findValidatorRights(splice, party);
  const inputOf =
    (tag: string) =>
    (coupon: SpliceContract<{ readonly round: { readonly number: string } }>): RewardInput => ({
      round: getRoundNumber(coupon),
      input: { tag, value: coupon.contractId },
    });
  return [
    ...splice
      .activeContracts("livenessActivityRecord")
      .filter(({ payload }) => payload.validator === party)
      .map(inputOf("InputValidatorLivenessActivityRecord")),
    ...splice
      .activeContracts("appRewardCoupon")
      .filter(({ payload }) => (payload.beneficiary ?? payload.provider) === party)
      .map(inputOf("InputAppRewardCoupon")),
    ...splice
      .activeContracts("svRewardCoupon")
      .filter(({ payload }) => payload.beneficiary === party)
      .map(inputOf("InputSvRewardCoupon")),
    ...splice
      .activeContracts("validatorRewardCoupon")
      .filter(({ payload }) => users.has(payload.user))
      .map((coupon) => ({
        ...inputOf("InputValidatorRewardCoupon")(coupon),
        user: coupon.payload.user,
      })),
  ];
};

/** Returns the rights of a validator to the rewards of users, by user. */
const findValidatorRights = (splice: SpliceState, validator: Party): ReadonlyMap<Party, string> =>
  new Map(
    splice
      .activeContracts("validatorRight")
      .filter(({ payload }) => payload.validator === validator)
      .map(({ contractId, payload }) => [payload.user, contractId]),
  );

/**
 * Number of amulets that a collection merges even if the coupons alone would fill the transfer; as in Splice.
 */
const amuletsFirst = 10;

const planRewardCollection = (
  splice: SpliceState,
  amuletRules: AutomationRuleInputs["amuletRules"],
  party: Party,
): readonly AutomationAction[] => {
  const rewards = findCollectableRewards(splice, party);
  if (rewards.length === 0) return [];
  const { dso, configSchedule } = amuletRules.payload;
  const most = Number(configSchedule.initialValue.transferConfig.maxNumInputs);
  const amulets = createTransferInputs(splice, party);
  return listSortedRounds(splice, "issuingMiningRound").flatMap(
    (round): readonly AutomationAction[] => {
      const number = getRoundNumber(round);
      const coupons = rewards.filter((reward) => reward.round === number);
      const at = parsePayloadTime(round.payload.opensAt);
      const openRound = findUsableRound(splice, at);
      if (coupons.length === 0 || openRound === undefined) return [];
      const users = new Set(coupons.flatMap(({ user }) => user ?? []));
      const inputs = [
        ...amulets.slice(0, amuletsFirst),
        ...coupons.map(({ input }) => input),
        ...amulets.slice(amuletsFirst),
      ];
      const command = createSpliceExerciseCommand(
        "amuletRules",
        amuletRules.contractId,
        "AmuletRules_Transfer",
        {
          transfer: {
            sender: party,
            provider: party,
            inputs: inputs.slice(0, most),
            outputs: [],
            beneficiaries: null,
          },
          context: {
            openMiningRound: openRound.contractId,
            issuingMiningRounds: [[round.payload.round, round.contractId]],
            validatorRights: [...findValidatorRights(splice, party)].filter(([user]) =>
              users.has(user),
            ),
            featuredAppRight: null,
          },
          expectedDso: dso,
        },
      );
      return [{ at, actAs: [party], command }];
    },
  );
};

const collectRewards: AutomationRule = {
  name: "collect-rewards",
  effect: "rewards collected",
  reads: [
    "openMiningRound",
    "issuingMiningRound",
    "amulet",
    "walletAppInstall",
    "validatorRight",
    "livenessActivityRecord",
    "appRewardCoupon",
    "svRewardCoupon",
    "validatorRewardCoupon",
  ],
  actions: (splice, { amuletRules }) => {
    const installs = splice.activeContracts("walletAppInstall");
    const parties = new Set(installs.map(({ payload }) => payload.endUserParty));
    return [...parties].flatMap((party) => planRewardCollection(splice, amuletRules, party));
  },
};

/** Rules by which validators, the super validator and apps earn amulets. */
export const rewardAutomationRules: readonly AutomationRule[] = [
  recordLiveness,
  receiveSvCoupons,
  convertMarkers,
  collectRewards,
];
