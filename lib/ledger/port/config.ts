import { invalidArgument } from "../../base/errors/argument-error.ts";
import { optionError, unknownOption } from "../../base/errors/options.ts";
import { fits, uniqueIdentifier } from "../../base/identifiers/identifier-syntax.ts";
import type { ParticipantId } from "../../base/identifiers/identifiers.ts";
import {
  isProtocolVersion,
  type ProtocolVersion,
  protocolVersions,
} from "../../base/identifiers/protocol-version.ts";
import {
  apiRules,
  type ApiVersion,
  type ApiVersionName,
  apiVersionNames,
  apiVersionOf,
  isApiVersion,
} from "./api-version.ts";
import { isPrecedence, type Precedence, precedences } from "./precedence.ts";

/**
 * Limits and defaults of a ledger, which by default are those of a participant (ledger-api.md 7): whole numbers, 0 or more, what is named
 * `…Micros` as a bigint.
 */
export interface LedgerConfig {
  /** `"3.4"`, `"3.5"` or `"3.6"`; `"3.5"` when absent. */
  readonly apiVersion: ApiVersion;
  /** What `/v2/version` reports. */
  readonly version: string;
  /** Of all synchronizers: 34, 35 or `"dev"`; that of the API's version when absent. */
  readonly protocolVersion: ProtocolVersion;
  /** `"specification"`, the default, or `"participant"`. */
  readonly precedence: Precedence;
  /**
   * Ids of other participants of the same synchronizers, which may host parties beside this one; none. They are known by
   * name only: what they would confirm counts as confirmed.
   */
  readonly otherParticipants: readonly ParticipantId[];
  /** The longest deduplication period, in microseconds; 7 days. Longer ones: INVALID_DEDUPLICATION_PERIOD. */
  readonly maxDeduplicationMicros: bigint;
  /** How often packages are selected for a submission that names no number; 3. */
  readonly tapsMaxPasses: number;
  /** The largest such number that a submission may name; 4. Beyond it: INVALID_ARGUMENT. */
  readonly tapsMaxPassesLimit: number;
  /** Users on a page; 1,000. A page has no more, whatever is asked for. */
  readonly maxUsersPageSize: number;
  /** Rights of one user; 1,000. Beyond it: TOO_MANY_USER_RIGHTS. */
  readonly maxRightsPerUser: number;
  /** Parties on a page; 10,000. Larger pages: INVALID_ARGUMENT. */
  readonly maxPartiesPageSize: number;
  /** Over how many parties users may have rights that allocate a party for themselves; 0. Beyond it: PERMISSION_DENIED. */
  readonly maxSelfAllocatedParties: number;
  /** Entries on a page of vetted packages; 100. Larger pages: INVALID_ARGUMENT. */
  readonly maxVettedPackagesPageSize: number;
  /** Identity providers; 16. Beyond it: TOO_MANY_IDENTITY_PROVIDER_CONFIGS. */
  readonly maxIdentityProviderConfigs: number;
  /**
   * Annotations of a user or a party, in bytes; 256 KiB. Beyond it:
   * MAX_USER_ANNOTATIONS_SIZE_EXCEEDED, or the same of party details.
   */
  readonly maxAnnotationsBytes: number;
  /**
   * Items of a list over HTTP (ledger-api.md 4.1); 200. More, without a smaller `limit`:
   * JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED.
   */
  readonly maxListElements: number;
  /** How long a list waits for the next item where the request does not say, in milliseconds; 500. */
  readonly listWaitMillis: number;
  /** The longest `stream_idle_timeout_ms` that is waited for, in milliseconds; 300,000. */
  readonly maxListWaitMillis: number;
  /** Updates on a page whose size nobody names; 100. */
  readonly defaultUpdatesPageSize: number;
  /** The most that may be named; 2,000. Beyond it: INVALID_ARGUMENT. */
  readonly maxUpdatesPageSize: number;
  /** Contracts on a page whose size nobody names; 500. */
  readonly defaultActiveContractsPageSize: number;
  /** The most that may be named; 10,000. Beyond it: INVALID_ARGUMENT. */
  readonly maxActiveContractsPageSize: number;
  /** How often a stream is sent a checkpoint, in milliseconds; 15,000. */
  readonly checkpointIntervalMillis: number;
  /** When an idle stream is sent a checkpoint, in milliseconds; 60,000. */
  readonly checkpointIdleMillis: number;
  /** What `/v2/version` tells of that, in seconds; 75. */
  readonly maxCheckpointDelaySeconds: number;
  /** Commands that are submitted or prepared for signing and not yet decided; 256. Beyond it: PARTICIPANT_BACKPRESSURE. */
  readonly maxCommandsInFlight: number;
  /** Commands that wait for their ledger time, which are not in flight yet; 2,048. Beyond it: PARTICIPANT_BACKPRESSURE. */
  readonly maxCommandsHeldBack: number;
  /** The same of one user; 256. */
  readonly maxCommandsHeldBackPerUser: number;
  /**
   * How long an answer waits for what becomes of a command, in milliseconds; 300,000. Then REQUEST_TIME_OUT; the command goes
   * on.
   */
  readonly commandTrackingMillis: number;
  /**
   * How long the store of the journal may take before nobody waits for it any more, in milliseconds; 30,000. Then
   * REQUEST_TIME_OUT, and SERVICE_NOT_RUNNING until it answers; see `SerialQueue`.
   */
  readonly storeTimeoutMillis: number;
  /** Where the store keeps the past: so many of the newest journal entries are held in memory as well, and up to twice as many. At least 1. */
  readonly recentEntries: number;
  /** Where the store keeps checkpoints: one is due after so many journal entries, or twice as many as there are active contracts. */
  readonly entriesPerCheckpoint: number;
  /**
   * How far ledger time may be from record time, in microseconds; 1 minute. Beyond it:
   * LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND.
   */
  readonly ledgerTimeToleranceMicros: bigint;
  /** How long only the party that unassigned contracts may assign them, in microseconds, 0 for not at all; 1 minute. */
  readonly assignmentExclusivityMicros: bigint;
  /** Whether inputs of a transaction are reassigned to where it is executed (ledger-api.md 2.9); true. */
  readonly automaticReassignment: boolean;
  /**
   * Whether disclosed contracts that were never seen here count as active until they are consumed here, as on a fork, which has a part of what is
   * active; otherwise they are refused with LOCAL_VERDICT_INACTIVE_CONTRACTS. False.
   */
  readonly assumeDisclosedActive: boolean;
  /**
   * How far the preparation of a signed transaction may lie back, in microseconds; 1 day. Beyond it:
   * LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND.
   */
  readonly preparationTimeToleranceMicros: bigint;
  /** Whether a transaction that is prepared may be told with all that its hash is made of; false. */
  readonly verboseHashing: boolean;
  /** Levels of a Daml value; 100. Deeper ones: VALUE_NESTING, in arguments COMMAND_PREPROCESSING_FAILED. */
  readonly maxValueNesting: number;
  /**
   * What the values of one transaction may take: a character of a text one, any other part eight; 64 MiB. Beyond it:
   * SEQUENCER_REQUEST_FAILED.
   */
  readonly maxTransactionBytes: number;
  /**
   * What a transaction that is prepared for signing may take, encoded, with the contracts that it uses; 10 MiB. Each part of a value counts
   * for 64 bytes at least. Beyond it: FAILED_TO_PREPARE_TRANSACTION.
   */
  readonly maxPreparedBytes: number;
  /**
   * Creates, exercises, fetches, look-ups and rollbacks of one transaction, as all are put on the ledger at once; 25,000.
   * Beyond it: SEQUENCER_REQUEST_FAILED.
   */
  readonly maxTransactionNodes: number;
  /** Records on a page of coin history; 1,000. Larger pages: INVALID_ARGUMENT. */
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
  otherParticipants: [],
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
  maxHistoryPageSize: 1000,
};

/** Limits, and a version of the API by any of its names. */
export interface GivenConfig extends Omit<Partial<LedgerConfig>, "apiVersion"> {
  readonly apiVersion?: ApiVersionName;
}

/**
 * The defaults, those of the version of the API, with `limits` in their place. Raises INVALID_ARGUMENT for a limit that
 * does not exist or is not a whole number of its kind, 0 or more, and for an unknown version of the API or the protocol, or
 * precedence.
 */
export const configWith = ({ apiVersion, ...limits }: GivenConfig): LedgerConfig => {
  if (apiVersion !== undefined) assertApiVersion(apiVersion);
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
  const version = apiVersionOf(apiVersion ?? defaultApiVersion);
  return { ...defaultConfig, ...configOf(version), ...limits };
};

const assertApiVersion = (value: unknown): void => {
  if (isApiVersion(value)) return;
  throw invalidArgument({
    expected: `one of the versions of the API ${apiVersionNames.join(", ")}`,
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

const assertParticipants = (value: unknown): void => {
  const isId = (id: unknown): boolean => typeof id === "string" && fits(uniqueIdentifier, id);
  if (Array.isArray(value) && value.every(isId)) return;
  throw invalidArgument({
    field: "otherParticipants",
    expected: "a list of participant ids, each as <name>::<fingerprint>",
    found: value,
  });
};

/** What is no limit, but one of given values. */
const choices: Readonly<Record<string, ((value: unknown) => void) | undefined>> = {
  protocolVersion: assertProtocolVersion,
  precedence: assertPrecedence,
  otherParticipants: assertParticipants,
};

const formOf = (limit: unknown): string => {
  if (typeof limit === "boolean") return "true or false";
  return typeof limit === "string" ? "a text" : `a ${typeof limit} that is whole and not negative`;
};

const isLimit = (value: unknown): boolean => {
  if (typeof value === "number") return isWhole(value);
  return typeof value !== "bigint" || value >= 0n;
};

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
