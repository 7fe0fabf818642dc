import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { createOptionFaultError, createUnknownOptionFault } from "../../base/errors/options.ts";
import {
  matchesGrammar,
  uniqueIdentifierGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { ParticipantId } from "../../base/identifiers/identifiers.ts";
import {
  isProtocolVersion,
  type ProtocolVersion,
  protocolVersions,
} from "../../base/identifiers/protocol-version.ts";
import {
  type ApiVersion,
  type ApiVersionName,
  expectedApiVersionsText,
  getApiVersionRules,
  isApiVersion,
  resolveApiVersion,
} from "./api-version.ts";
import { isPrecedence, type Precedence, precedences } from "./precedence.ts";

/**
 * The limits of a ledger (ledger-api.md 7). The defaults are the same as a participant's. Limits
 * are whole numbers, 0 or more; those named `…Micros` are bigints.
 */
export interface LedgerLimits {
  /**
   * Maximum deduplication period, in microseconds. Default: 7 days. A longer period is refused with
   * INVALID_DEDUPLICATION_PERIOD.
   */
  readonly maxDeduplicationMicros: bigint;
  /**
   * How often packages may be selected for a submission that does not set this maximum. Default: 3.
   */
  readonly tapsMaxPasses: number;
  /**
   * Upper limit for the maximum number of package selections that a submission sets. Default: 4. A
   * submission that sets more is refused with INVALID_ARGUMENT.
   */
  readonly tapsMaxPassesLimit: number;
  /**
   * Maximum number of users on a page. Default: 1,000. A request for more gets a page of this size.
   */
  readonly maxUsersPageSize: number;
  /**
   * Maximum number of rights of one user. Default: 1,000. More are refused with
   * TOO_MANY_USER_RIGHTS.
   */
  readonly maxRightsPerUser: number;
  /**
   * Maximum number of parties on a page. Default: 10,000. A request for more is refused with
   * INVALID_ARGUMENT.
   */
  readonly maxPartiesPageSize: number;
  /**
   * A user without administrator rights may allocate a party for itself while it has rights over
   * fewer parties than this number. Default: 0. Otherwise the allocation is refused with
   * PERMISSION_DENIED.
   */
  readonly maxSelfAllocatedParties: number;
  /**
   * Maximum number of entries on a page of vetted packages. Default: 100. A request for more is
   * refused with INVALID_ARGUMENT.
   */
  readonly maxVettedPackagesPageSize: number;
  /**
   * Maximum number of identity providers. Default: 16. More are refused with
   * TOO_MANY_IDENTITY_PROVIDER_CONFIGS.
   */
  readonly maxIdentityProviderConfigs: number;
  /**
   * Maximum size of the annotations of a user or a party, in bytes. Default: 256 KiB. Larger
   * annotations are refused with MAX_USER_ANNOTATIONS_SIZE_EXCEEDED, or its equivalent for parties.
   */
  readonly maxAnnotationsBytes: number;
  /**
   * Maximum number of items of a list over HTTP (ledger-api.md 4.1). Default: 200. A longer list is
   * refused with JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED, unless the request has a smaller
   * `limit`.
   */
  readonly maxListElements: number;
  /**
   * Time that a list waits for the next item if the request does not set it, in milliseconds.
   * Default: 500.
   */
  readonly listWaitMillis: number;
  /**
   * Maximum of `stream_idle_timeout_ms`, in milliseconds. Default: 300,000. A longer time is
   * reduced to this maximum.
   */
  readonly maxListWaitMillis: number;
  /** Number of updates on a page if the request does not set it. Default: 100. */
  readonly defaultUpdatesPageSize: number;
  /**
   * Maximum number of updates on a page. Default: 2,000. A request for more is refused with
   * INVALID_ARGUMENT.
   */
  readonly maxUpdatesPageSize: number;
  /** Number of contracts on a page if the request does not set it. Default: 500. */
  readonly defaultActiveContractsPageSize: number;
  /**
   * Maximum number of contracts on a page. Default: 10,000. A request for more is refused with
   * INVALID_ARGUMENT.
   */
  readonly maxActiveContractsPageSize: number;
  /** Interval of checkpoints on a stream, in milliseconds. Default: 15,000. */
  readonly checkpointIntervalMillis: number;
  /** Time after which an idle stream gets a checkpoint, in milliseconds. Default: 60,000. */
  readonly checkpointIdleMillis: number;
  /** The maximum delay of checkpoints that `/v2/version` reports, in seconds. Default: 75. */
  readonly maxCheckpointDelaySeconds: number;
  /**
   * Maximum number of commands that were submitted, or are being prepared for signing, and are not
   * decided yet. Default: 256. More are refused with PARTICIPANT_BACKPRESSURE.
   */
  readonly maxCommandsInFlight: number;
  /**
   * Maximum number of commands that wait for their ledger time, before they are in flight. Default:
   * 2,048. More are refused with PARTICIPANT_BACKPRESSURE.
   */
  readonly maxCommandsHeldBack: number;
  /**
   * Maximum number of commands of one user that wait for their ledger time. Default: 256. More are
   * refused with PARTICIPANT_BACKPRESSURE.
   */
  readonly maxCommandsHeldBackPerUser: number;
  /**
   * Maximum time that a response waits for the outcome of a command, in milliseconds. Default:
   * 300,000. After that, the response is REQUEST_TIME_OUT, and the command continues.
   */
  readonly commandTrackingMillis: number;
  /**
   * Maximum time that the ledger waits for the store of the journal, in milliseconds. Default:
   * 30,000. After that, the waiting commands fail with REQUEST_TIME_OUT, and later ones with
   * SERVICE_NOT_RUNNING until the store responds.
   */
  readonly storeTimeoutMillis: number;
  /**
   * Number of the newest journal entries that stay in memory if the store keeps history, at least
   * 1. Default: 1,000. Sometimes up to twice as many stay in memory.
   */
  readonly recentEntries: number;
  /**
   * Minimum number of journal entries between two checkpoints, if the store keeps checkpoints.
   * Default: 10,000. If twice the number of active contracts is larger, that number is used.
   */
  readonly entriesPerCheckpoint: number;
  /**
   * Maximum difference between ledger time and record time, in microseconds. Default: 1 minute. A
   * transaction with a larger difference is rejected with LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND.
   */
  readonly ledgerTimeToleranceMicros: bigint;
  /**
   * Time in which only the party that unassigned contracts may assign them, in microseconds, 0 for
   * none. Default: 1 minute.
   */
  readonly assignmentExclusivityMicros: bigint;
  /**
   * If true, the ledger reassigns the inputs of a transaction to the synchronizer that executes it
   * (ledger-api.md 2.9). Default: true.
   */
  readonly automaticReassignment: boolean;
  /**
   * If true, disclosed contracts that this ledger has never seen count as active until they are
   * consumed here; if false, they are refused with LOCAL_VERDICT_INACTIVE_CONTRACTS. Default:
   * false. Forks of a participant set it, because they have only some of its active contracts.
   */
  readonly assumeDisclosedActive: boolean;
  /**
   * Maximum age of the preparation of a signed transaction, in microseconds. Default: 1 day. A
   * transaction that was prepared earlier is rejected with
   * LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND.
   */
  readonly preparationTimeToleranceMicros: bigint;
  /**
   * If true, a prepare request may ask for the component hashes, and the response then contains
   * them. Default: false.
   */
  readonly verboseHashing: boolean;
  /**
   * Maximum nesting depth of a Daml value. Default: 100. A deeper value is refused with
   * COMMAND_PREPROCESSING_FAILED in arguments, and with VALUE_NESTING elsewhere.
   */
  readonly maxValueNesting: number;
  /**
   * Maximum size of the values of one transaction. Default: 64 MiB. A character of a text counts as
   * one, any other part as eight. A larger transaction is refused with SEQUENCER_REQUEST_FAILED.
   */
  readonly maxTransactionBytes: number;
  /**
   * Maximum encoded size of a transaction that is prepared for signing, with its input contracts.
   * Default: 10 MiB. Each part of a value counts as at least 64 bytes. A larger transaction is
   * refused with FAILED_TO_PREPARE_TRANSACTION.
   */
  readonly maxPreparedBytes: number;
  /**
   * Maximum number of nodes of one transaction. There is a maximum because all nodes are committed
   * at once. Default: 25,000. A larger transaction is refused with SEQUENCER_REQUEST_FAILED.
   */
  readonly maxTransactionNodes: number;
  /**
   * If true, API version 3.6 serves the endpoints that were deprecated in 3.4, such as
   * `/v2/updates/trees`; if false, it refuses them with DEPRECATED_API_DISABLED. Default: false.
   * Earlier API versions always serve them.
   */
  readonly enableDeprecatedEndpoints34: boolean;
  /**
   * Like `enableDeprecatedEndpoints34`, but for the fields `filter` and `verbose` of `/v2/updates`
   * and `/v2/state/active-contracts`. Default: false.
   */
  readonly enableDeprecatedParameters34: boolean;
  /**
   * Like `enableDeprecatedEndpoints34`, but for the endpoints that were deprecated in 3.5, such as
   * `GET /v2/package-vetting`. Default: false.
   */
  readonly enableDeprecatedEndpoints35: boolean;
  /**
   * Maximum number of records on a page of coin history. Default: 1,000. A request for more is
   * refused with INVALID_ARGUMENT.
   */
  readonly maxHistoryPageSize: number;
}

/** The limits and other settings of a ledger. */
export interface LedgerConfig extends LedgerLimits {
  /** `"3.4"`, `"3.5"` or `"3.6"`; default `"3.5"`. */
  readonly apiVersion: ApiVersion;
  /** The version that `/v2/version` reports. */
  readonly version: string;
  /**
   * Protocol version of all synchronizers: 34, 35 or `"dev"`; the default depends on the API
   * version.
   */
  readonly protocolVersion: ProtocolVersion;
  /** `"specification"`, the default, or `"participant"`. */
  readonly precedence: Precedence;
  /**
   * Ids of other participants on the same synchronizers that may also host parties; none by
   * default. These participants do not exist as processes: the ledger acts as if they always
   * confirm.
   */
  readonly otherParticipants: readonly ParticipantId[];
}

const dayMicros = 86_400_000_000n;

const defaultApiVersion: ApiVersion = "3.5";

/** Returns the defaults that depend on the API version. */
const getVersionDefaults = (name: ApiVersionName) => {
  const apiVersion = resolveApiVersion(name);
  const { release, protocolVersion } = getApiVersionRules(apiVersion);
  return { apiVersion, version: apiVersion === name ? release : name, protocolVersion };
};

/** The default limits. docs/limits.md explains the purpose of each limit. */
const defaultLimits: LedgerLimits = {
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
  assumeDisclosedActive: false,
  preparationTimeToleranceMicros: dayMicros,
  verboseHashing: false,
  maxValueNesting: 100,
  maxTransactionBytes: 64 * 1024 * 1024,
  maxPreparedBytes: 10 * 1024 * 1024,
  maxTransactionNodes: 25_000,
  enableDeprecatedEndpoints34: false,
  enableDeprecatedParameters34: false,
  enableDeprecatedEndpoints35: false,
  maxHistoryPageSize: 1000,
};

const limitDefaults: ReadonlyMap<string, unknown> = new Map(Object.entries(defaultLimits));

/** The settings and limits of `createLedger()` without options. */
export const defaultConfig: LedgerConfig = {
  ...getVersionDefaults(defaultApiVersion),
  precedence: "specification",
  otherParticipants: [],
  ...defaultLimits,
};

/** The settings that a host passes: all optional, and the API version under any of its names. */
export interface LedgerConfigInput extends Partial<
  Omit<LedgerConfig, keyof LedgerLimits | "apiVersion">
> {
  readonly apiVersion?: ApiVersionName;
}

/**
 * Returns the defaults of the API version, overridden by the settings and limits. Raises
 * INVALID_ARGUMENT for an unknown limit, for a value of the wrong type or below 0, and for an
 * unknown API version, protocol version or precedence.
 */
export const resolveLedgerConfig = (
  { apiVersion = defaultApiVersion, ...settings }: LedgerConfigInput,
  limits: Partial<LedgerLimits> = {},
): LedgerConfig => {
  assertApiVersion(apiVersion);
  for (const [name, value] of Object.entries(settings)) settingChecks[name]?.(value);
  for (const [name, value] of Object.entries(limits)) {
    const known = limitDefaults.get(name);
    const field = `limits.${name}`;
    if (known === undefined) {
      throw createOptionFaultError(
        createUnknownOptionFault(field, name, [...limitDefaults.keys()]),
      );
    }
    if (typeof value === typeof known && isLimit(value)) continue;
    throw createInvalidArgumentError({ field, expected: describeLimitForm(known), found: value });
  }
  return { ...defaultConfig, ...getVersionDefaults(apiVersion), ...settings, ...limits };
};

const assertApiVersion = (value: unknown): void => {
  if (isApiVersion(value)) return;
  throw createInvalidArgumentError({
    expected: `the API version ${expectedApiVersionsText}`,
    found: value,
  });
};

const assertProtocolVersion = (value: unknown): void => {
  if (isProtocolVersion(value)) return;
  throw createInvalidArgumentError({
    expected: `one of the protocol versions ${protocolVersions.join(", ")}`,
    found: value,
  });
};

const assertPrecedence = (value: unknown): void => {
  if (isPrecedence(value)) return;
  throw createInvalidArgumentError({ expected: `one of ${precedences.join(", ")}`, found: value });
};

const assertParticipants = (value: unknown): void => {
  const isId = (id: unknown): boolean =>
    typeof id === "string" && matchesGrammar(uniqueIdentifierGrammar, id);
  if (Array.isArray(value) && value.every(isId)) return;
  throw createInvalidArgumentError({
    field: "otherParticipants",
    expected: "a list of participant ids, each as <name>::<fingerprint>",
    found: value,
  });
};

/** Checks of the settings that have a fixed set of values, or are a list of ids. */
const settingChecks: Readonly<Record<string, ((value: unknown) => void) | undefined>> = {
  protocolVersion: assertProtocolVersion,
  precedence: assertPrecedence,
  otherParticipants: assertParticipants,
};

const describeLimitForm = (limit: unknown): string => {
  if (typeof limit === "boolean") return "true or false";
  return typeof limit === "string" ? "a text" : `a ${typeof limit} that is whole and not negative`;
};

const isLimit = (value: unknown): boolean => {
  if (typeof value === "number") return isWhole(value);
  return typeof value !== "bigint" || value >= 0n;
};

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
