import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { optionError, unknownOption } from "../../ground/errors/options.ts";
import {
  isProtocolVersion,
  type ProtocolVersion,
  protocolVersions,
} from "../../ground/identifiers/protocol-version.ts";
import { apiRules, type ApiVersion, apiVersions, isApiVersion } from "./api-version.ts";
import { isPrecedence, type Precedence, precedences } from "./precedence.ts";

/** Limits and defaults of a ledger, which by default are those of a participant (ledger-api.md 7). */
export interface LedgerConfig {
  readonly apiVersion: ApiVersion;
  /** What `/v2/version` reports. */
  readonly version: string;
  readonly protocolVersion: ProtocolVersion;
  readonly precedence: Precedence;
  readonly maxDeduplicationMicros: bigint;
  readonly tapsMaxPasses: number;
  readonly tapsMaxPassesLimit: number;
  readonly maxUsersPageSize: number;
  readonly maxRightsPerUser: number;
  readonly maxPartiesPageSize: number;
  /** Over how many parties users may have rights that allocate a party for themselves. */
  readonly maxSelfAllocatedParties: number;
  readonly maxVettedPackagesPageSize: number;
  readonly maxIdentityProviderConfigs: number;
  readonly maxAnnotationsBytes: number;
  /** M and W (ledger-api.md 4.1). */
  readonly maxListElements: number;
  readonly listWaitMillis: number;
  /** The longest `stream_idle_timeout_ms` that is waited for. */
  readonly maxListWaitMillis: number;
  readonly defaultUpdatesPageSize: number;
  readonly maxUpdatesPageSize: number;
  readonly defaultActiveContractsPageSize: number;
  readonly maxActiveContractsPageSize: number;
  readonly checkpointIntervalMillis: number;
  readonly checkpointIdleMillis: number;
  readonly maxCheckpointDelaySeconds: number;
  readonly maxCommandsInFlight: number;
  /** Those that wait for their ledger time are not in flight yet. */
  readonly maxCommandsHeldBack: number;
  readonly maxCommandsHeldBackPerUser: number;
  readonly commandTrackingMillis: number;
  /** How long the store of the journal may take before nobody waits for it any more; see `SerialQueue`. */
  readonly storeTimeoutMillis: number;
  /** Where the store keeps the past: so many of the newest journal entries are held in memory as well, and up to twice as many. At least 1. */
  readonly recentEntries: number;
  /** Where the store keeps checkpoints: one is due after so many journal entries, or twice as many as there are active contracts. */
  readonly entriesPerCheckpoint: number;
  readonly ledgerTimeToleranceMicros: bigint;
  /** How long only the party that unassigned contracts may assign them; 0 for not at all. */
  readonly assignmentExclusivityMicros: bigint;
  /** Whether inputs of a transaction are reassigned to where it is executed (ledger-api.md 2.9). */
  readonly automaticReassignment: boolean;
  /** How far the preparation of a signed transaction may lie back. */
  readonly preparationTimeToleranceMicros: bigint;
  /** Whether a transaction that is prepared may be told with all that its hash is made of. */
  readonly verboseHashing: boolean;
  readonly maxValueNesting: number;
  /** What the values of one transaction may take: a character of a text one, any other part eight. */
  readonly maxTransactionBytes: number;
  /** Creates, exercises, fetches, look-ups and rollbacks: all are put on the ledger at once. */
  readonly maxTransactionNodes: number;
  readonly maxHistoryPageSize: number;
}

const dayMicros = 86_400_000_000n;

const defaultApiVersion: ApiVersion = "3.5";

/** What follows from the version of the API. */
const configOf = (apiVersion: ApiVersion) => {
  const { release, protocolVersion } = apiRules(apiVersion);
  return { apiVersion, version: release, protocolVersion };
};

/** What a ledger goes by unless `createLedger` is told otherwise; see docs/limits.md for what each limit is there for. */
export const defaultConfig: LedgerConfig = {
  ...configOf(defaultApiVersion),
  precedence: "specification",
  maxDeduplicationMicros: 7n * dayMicros,
  tapsMaxPasses: 3,
  tapsMaxPassesLimit: 4,
  maxUsersPageSize: 1000,
  maxRightsPerUser: 1000,
  maxPartiesPageSize: 10_000,
  maxSelfAllocatedParties: 0,
  maxVettedPackagesPageSize: 100,
  maxIdentityProviderConfigs: 16,
  maxAnnotationsBytes: 256 * 1024,
  maxListElements: 200,
  listWaitMillis: 500,
  maxListWaitMillis: 300_000,
  defaultUpdatesPageSize: 100,
  maxUpdatesPageSize: 2000,
  defaultActiveContractsPageSize: 500,
  maxActiveContractsPageSize: 10_000,
  checkpointIntervalMillis: 15_000,
  checkpointIdleMillis: 60_000,
  maxCheckpointDelaySeconds: 75,
  maxCommandsInFlight: 256,
  maxCommandsHeldBack: 2048,
  maxCommandsHeldBackPerUser: 256,
  commandTrackingMillis: 300_000,
  storeTimeoutMillis: 30_000,
  recentEntries: 1000,
  entriesPerCheckpoint: 10_000,
  ledgerTimeToleranceMicros: 60_000_000n,
  assignmentExclusivityMicros: 60_000_000n,
  automaticReassignment: true,
  preparationTimeToleranceMicros: dayMicros,
  verboseHashing: false,
  maxValueNesting: 100,
  maxTransactionBytes: 64 * 1024 * 1024,
  maxTransactionNodes: 25_000,
  maxHistoryPageSize: 1000,
};

/**
 * The defaults, those of the version of the API, with `limits` in their place. Raises INVALID_ARGUMENT for a limit that
 * does not exist or is not a whole number of its kind, 0 or more, and for an unknown version of the API or the protocol, or
 * precedence.
 */
export const configWith = (limits: Partial<LedgerConfig>): LedgerConfig => {
  const known = new Map<string, unknown>(Object.entries(defaultConfig));
  for (const [name, value] of Object.entries(limits)) {
    const assertKnown = choices[name];
    if (assertKnown !== undefined) {
      assertKnown(value);
      continue;
    }
    if (typeof value === typeof known.get(name) && isLimit(value)) continue;
    const field = `limits.${name}`;
    throw known.has(name)
      ? invalidArgument({ field, expected: formOf(known.get(name)), found: value })
      : optionError(unknownOption(field, name, [...known.keys()]));
  }
  return { ...defaultConfig, ...configOf(limits.apiVersion ?? defaultApiVersion), ...limits };
};

const assertApiVersion = (value: unknown): void => {
  if (isApiVersion(value)) return;
  throw invalidArgument({
    expected: `one of the versions of the API ${apiVersions.join(", ")}`,
    found: value,
  });
};

const assertProtocolVersion = (value: unknown): void => {
  if (isProtocolVersion(value)) return;
  throw invalidArgument({
    expected: `one of the protocol versions ${protocolVersions.join(", ")}`,
    found: value,
  });
};

const assertPrecedence = (value: unknown): void => {
  if (isPrecedence(value)) return;
  throw invalidArgument({ expected: `one of ${precedences.join(", ")}`, found: value });
};

/** What is no limit, but one of given values. */
const choices: Readonly<Record<string, ((value: unknown) => void) | undefined>> = {
  apiVersion: assertApiVersion,
  protocolVersion: assertProtocolVersion,
  precedence: assertPrecedence,
};

const formOf = (limit: unknown): string => {
  if (typeof limit === "boolean") return "true or false";
  return typeof limit === "string" ? "a text" : `a ${typeof limit} that is whole and not negative`;
};

const isLimit = (value: number | bigint | string | boolean): boolean => {
  if (typeof value === "number") return isWhole(value);
  return typeof value !== "bigint" || value >= 0n;
};

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
