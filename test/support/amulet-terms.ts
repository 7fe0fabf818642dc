/** Names and settings of the real Amulet package, as in the acceptance scenario (daml-lf.md 25). */

const amulet = "#splice-amulet:";
export const rulesTemplate = `${amulet}Splice.AmuletRules:AmuletRules`;
export const externalRulesTemplate = `${amulet}Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules`;
export const preapprovalTemplate = `${amulet}Splice.AmuletRules:TransferPreapproval`;
export const amuletTemplate = `${amulet}Splice.Amulet:Amulet`;
export const lockedAmuletTemplate = `${amulet}Splice.Amulet:LockedAmulet`;

const token = (word: string): string => `Splice.Api.Token.${word}V1`;
export const holding = `#splice-api-token-holding-v1:${token("Holding")}:Holding`;
export const transferFactory = `#splice-api-token-transfer-instruction-v1:${token("TransferInstruction")}:TransferFactory`;
export const transferInstruction = `#splice-api-token-transfer-instruction-v1:${token("TransferInstruction")}:TransferInstruction`;
export const allocationFactory = `#splice-api-token-allocation-instruction-v1:${token("AllocationInstruction")}:AllocationFactory`;
export const allocation = `#splice-api-token-allocation-v1:${token("Allocation")}:Allocation`;

export const startTime = "2022-01-01T00:00:00Z";
export const emptyMeta = { values: {} };

const issuance = (perYear: string, validator: string, app: string) => ({
  amuletToIssuePerYear: perYear,
  validatorRewardPercentage: validator,
  appRewardPercentage: app,
  validatorRewardCap: "0.2",
  featuredAppRewardCap: "100.0",
  unfeaturedAppRewardCap: "0.6",
  optValidatorFaucetCap: null,
});

export const micros = (count: string) => ({ microseconds: count });

const transferFees = {
  withFees: {
    createFee: { fee: "0.03" },
    lockHolderFee: { fee: "0.005" },
    transferFee: {
      initialRate: "0.01",
      steps: [
        { _1: "100.0", _2: "0.001" },
        { _1: "1000.0", _2: "0.0001" },
        { _1: "1000000.0", _2: "0.00001" },
      ],
    },
  },
  noFees: {
    createFee: { fee: "0.0" },
    lockHolderFee: { fee: "0.0" },
    transferFee: { initialRate: "0.0", steps: [] },
  },
};

export type Fees = keyof typeof transferFees;

/** Returns the argument of `AmuletRules`. */
export const amuletRules = (dso: string, fees: Fees) => ({
  dso,
  configSchedule: { initialValue: configuration(fees), futureValues: [] },
  isDevNet: true,
});

const configuration = (fees: Fees) => ({
  transferConfig: {
    ...transferFees[fees],
    holdingFee: { rate: "0.00002" },
    extraFeaturedAppRewardAmount: "1.0",
    maxNumInputs: "100",
    maxNumOutputs: "100",
    maxNumLockHolders: "10",
  },
  issuanceCurve: {
    initialValue: issuance("40000000000.0", "0.05", "0.15"),
    futureValues: [
      { _1: micros("15768000000000"), _2: issuance("20000000000.0", "0.12", "0.4") },
      { _1: micros("47304000000000"), _2: issuance("10000000000.0", "0.18", "0.62") },
      { _1: micros("157680000000000"), _2: issuance("5000000000.0", "0.21", "0.69") },
      { _1: micros("315360000000000"), _2: issuance("2500000000.0", "0.2", "0.75") },
    ],
  },
  decentralizedSynchronizer: {
    requiredSynchronizers: { map: [["sync-0", {}]] },
    activeSynchronizer: "sync-0",
    fees: {
      baseRateTrafficLimits: { burstAmount: "200000", burstWindow: micros("600000000") },
      extraTrafficPrice: "1.0",
      readVsWriteScalingFactor: "4",
      minTopupAmount: "1000000",
    },
  },
  tickDuration: micros("600000000"),
  packageConfig: {
    amulet: "0.1.0",
    amuletNameService: "0.1.0",
    dsoGovernance: "0.1.0",
    validatorLifecycle: "0.1.0",
    wallet: "0.1.0",
    walletPayments: "0.1.0",
  },
  transferPreapprovalFee: "0.00274",
  featuredAppActivityMarkerAmount: "1.0",
});

/** Returns an amount of coin created in round 1. */
export const coinOf = (dso: string, owner: string, initialAmount: string) => ({
  dso,
  owner,
  amount: {
    initialAmount,
    createdAt: { number: "1" },
    ratePerRound: { rate: "0.00004" },
  },
});

/** Returns the argument of a coin with an expired lock. */
export const lockedCoinOf = (dso: string, owner: string, initialAmount: string) => ({
  lock: { holders: [dso], expiresAt: startTime, optContext: "test expired lock" },
  amulet: coinOf(dso, owner, initialAmount),
});
