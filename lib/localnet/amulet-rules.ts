import type { Party, SynchronizerId } from "../base/identifiers/identifiers.ts";

/** The settings of a LocalNet that users may change: the amulet price and the length of a tick. */
export interface AmuletSettings {
  /** Dollars per amulet. Default: 0.005. */
  readonly amuletPrice?: string;
  /** Length of a tick, which is half of a round, in seconds. Default: 600. */
  readonly tickSeconds?: number;
}

const createRelTime = (seconds: number) => ({ microseconds: String(seconds * 1_000_000) });

const yearHours = 365 * 24;

const createIssuanceConfig = (amuletToIssuePerYear: string, validator: string, app: string) => ({
  amuletToIssuePerYear,
  validatorRewardPercentage: validator,
  appRewardPercentage: app,
  validatorRewardCap: "0.2",
  featuredAppRewardCap: "100.0",
  unfeaturedAppRewardCap: "0.6",
  optValidatorFaucetCap: "2.85",
});

const afterYears = (years: number, config: object) => ({
  _1: createRelTime(years * yearHours * 3600),
  _2: config,
});

/** Returns the argument of AmuletRules with LocalNet's defaults and this tick. `versionOf` returns the version of a package on the ledger. */
export const createAmuletRulesArgument = (
  dso: Party,
  synchronizerId: SynchronizerId,
  { tickSeconds = 600 }: AmuletSettings,
  versionOf: (packageName: string) => string,
) => ({
  dso,
  isDevNet: true,
  configSchedule: {
    futureValues: [],
    initialValue: {
      transferConfig: {
        createFee: { fee: "0.0" },
        holdingFee: { rate: "0.0000190259" },
        transferFee: { initialRate: "0.0", steps: [] },
        lockHolderFee: { fee: "0.0" },
        extraFeaturedAppRewardAmount: "1.0",
        maxNumInputs: "100",
        maxNumOutputs: "100",
        maxNumLockHolders: "50",
      },
      issuanceCurve: {
        initialValue: createIssuanceConfig("40000000000.0", "0.05", "0.15"),
        futureValues: [
          afterYears(0.5, createIssuanceConfig("20000000000.0", "0.12", "0.4")),
          afterYears(1.5, createIssuanceConfig("10000000000.0", "0.18", "0.62")),
          afterYears(5, createIssuanceConfig("5000000000.0", "0.21", "0.69")),
          afterYears(10, createIssuanceConfig("2500000000.0", "0.2", "0.75")),
        ],
      },
      decentralizedSynchronizer: {
        requiredSynchronizers: { map: [[synchronizerId, {}]] },
        activeSynchronizer: synchronizerId,
        fees: {
          baseRateTrafficLimits: { burstAmount: "400000", burstWindow: createRelTime(1200) },
          extraTrafficPrice: "16.67",
          readVsWriteScalingFactor: "4",
          minTopupAmount: "200000",
        },
      },
      tickDuration: createRelTime(tickSeconds),
      packageConfig: {
        amulet: versionOf("splice-amulet"),
        amuletNameService: versionOf("splice-amulet-name-service"),
        dsoGovernance: versionOf("splice-dso-governance"),
        validatorLifecycle: versionOf("splice-validator-lifecycle"),
        wallet: versionOf("splice-wallet"),
        walletPayments: versionOf("splice-wallet-payments"),
      },
      transferPreapprovalFee: null,
      featuredAppActivityMarkerAmount: "1.0",
    },
  },
});
