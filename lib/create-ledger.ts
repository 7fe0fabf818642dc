import { randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { Package } from "./contracts/engine/package.ts";
import type { DarLoader } from "./contracts/packages/dar-loader.ts";
import { pingPackage } from "./contracts/templates/ping-package.ts";
import { invalidArgument } from "./ground/errors/argument-error.ts";
import type { ParticipantId } from "./ground/identifiers/identifiers.ts";
import type { ProtocolVersion } from "./ground/identifiers/protocol-version.ts";
import { foundHostLedger, type HostLedger } from "./host-ledger.ts";
import type { ApiVersion } from "./ledger/port/api-version.ts";
import type { TimeSource } from "./ledger/port/clock.ts";
import { configWith, type LedgerConfig } from "./ledger/port/config.ts";
import type { Precedence } from "./ledger/port/precedence.ts";
import { clockFrom, type ClockOption } from "./ledger/shell/clock-option.ts";
import { DecisionSeeds } from "./ledger/shell/decision-seeds.ts";
import { found } from "./ledger/shell/founding.ts";
import {
  participantIdFrom,
  type SynchronizerIdentity,
  type SynchronizerOption,
  synchronizersFrom,
} from "./ledger/shell/identities.ts";
import { loadDump } from "./ledger/shell/load-dump.ts";
import { machineTime } from "./ledger/shell/machine-time.ts";
import { PackageSource } from "./ledger/shell/package-source.ts";
import { replay } from "./ledger/shell/replay.ts";
import { SteadyTime } from "./ledger/shell/steady-time.ts";
import type { LedgerState } from "./ledger/state/ledger-state.ts";
import type { JournalStore } from "./ledger/stores/journal-store.ts";
import { createMemoryStore } from "./ledger/stores/memory-store.ts";
import type { TextSource } from "./ledger/stores/text/lines.ts";
import type { FaultRule } from "./operations/faults/fault-rule.ts";
import type { HistoryAdapter } from "./operations/history/history-rules.ts";
import { hashOfRules, historyProjection } from "./operations/history/projection.ts";
import type { RequestJournalOptions } from "./operations/request-journal/request-journal.ts";

/** What a ledger is to be; each option has a default. */
export interface LedgerOptions {
  /** Known and vetted from the start, besides the built-in ping package. */
  readonly packages?: readonly Package[];
  /** Lets DARs be uploaded: `createDamlLoader()` of `ledger-in-a-box/daml`. */
  readonly daml?: DarLoader;
  /**
   * Ledgers of the same seed that decide the same things in the same order, at the same times, give
   * the same ids. A number is a whole one. Random when absent.
   */
  readonly seed?: number | string | Uint8Array;
  /** `<name>::<fingerprint>`; follows from `participantName` when absent. A journal that was begun keeps its own. */
  readonly participantId?: ParticipantId;
  /** `participant` when absent. */
  readonly participantName?: string;
  /**
   * What the participant is connected to, in this order. When absent: what the journal says, or one called `local`.
   */
  readonly synchronizers?: readonly SynchronizerOption[];
  /** `"real"` when absent. */
  readonly clock?: ClockOption;
  /**
   * Which version of the JSON Ledger API is served, with the operations, fields and ways that it has; `"3.5"` when
   * absent. docs/CONFORMANCE.md tells how they differ.
   */
  readonly apiVersion?: ApiVersion;
  /** What `/v2/version` reports; the release that `apiVersion` was taken from, 3.5.1, when absent. */
  readonly version?: string;
  /**
   * Of all synchronizers; when absent, what a participant of the version of the API runs, 34 or else 35. From 35 on
   * transactions may use Daml-LF 2.3, and with it contract keys, and a caught exception must not undo
   * creates or archives.
   */
  readonly protocolVersion?: ProtocolVersion;
  /**
   * Whose way is taken where the specification that the ledger was made from says one thing and a
   * participant does another; `"specification"` when absent. docs/CONFORMANCE.md lists the places.
   */
  readonly precedence?: Precedence;
  /**
   * For how long commands are in flight before they are committed, in milliseconds of the ledger's clock
   * up to 60,000; 0 when absent. Those that overlap contend for contracts and command ids as on a
   * participant. `delayCommits` of the ledger changes it.
   */
  readonly commitDelayMillis?: number;
  readonly limits?: Partial<LedgerConfig>;
  /** Where the journal lives; in memory when absent. One that is not empty is replayed. */
  readonly store?: JournalStore;
  /**
   * What `ledger.dump()` gave, as text or in pieces, such as `createReadStream("my.ledger.json")`: the ledger begins as
   * the one it was taken of, participant and synchronizers included. It goes into `store`, which has to be empty.
   */
  readonly from?: TextSource;
  /** How transactions give coin history; they give none when absent. See `defineHistory`. */
  readonly history?: readonly HistoryAdapter[];
  /** Where real time comes from; the machine when absent. */
  readonly timeSource?: TimeSource;
  /** Whether the request journal keeps calls from the start, and how many; not when absent. See `ledger.requests`. */
  readonly requests?: boolean | RequestJournalOptions;
  /** What is to go wrong with calls from outside; nothing when absent. See `ledger.faults`. */
  readonly faults?: readonly FaultRule[];
  /** Told what subscribers throw; the console when absent. */
  readonly reportError?: (error: unknown) => void;
}

/**
 * A ledger that is ready for use. Rejects with INVALID_ARGUMENT for options that make no sense and for a dump that
 * was changed or cut short, with KNOWN_PACKAGE_VERSION for two packages of one name and version, and with PACKAGE_NOT_FOUND when the
 * journal needs packages that are not among `packages`.
 */
export const createLedger = async (options: LedgerOptions = {}): Promise<HostLedger> => {
  const { store = createMemoryStore(), packages = [] } = options;
  requirePackages(packages);
  const time = new SteadyTime(options.timeSource ?? machineTime);
  const source = new PackageSource([pingPackage, ...packages], options.daml);
  const participantId = participantIdFrom(options);
  const synchronizers = synchronizersFrom(options.synchronizers ?? [{ alias: "local" }]);
  const config = configFrom(options);
  const history = options.history ?? [];
  const historyOf = historyProjection(history);
  const folding = { packages: source, historyOf, rules: hashOfRules(history) };
  const { recentEntries } = config;
  const state = await (options.from === undefined
    ? replay(store, folding, recentEntries)
    : loadDump(options.from, store, folding, recentEntries));
  const foundation = {
    participantId,
    synchronizers: connectionsOf(state, synchronizers, options),
    packages: source.given(),
  };
  time.startWith(state);
  const parts = {
    config,
    clock: clockFrom(options.clock ?? "real", time),
    time,
    seeds: new DecisionSeeds(seedBytes(options.seed)),
    store,
    darLoader: options.daml,
    folding,
    state,
    commitDelayMillis: options.commitDelayMillis ?? 0,
    reportError: options.reportError ?? reportToConsole,
    requests: requestsFrom(options.requests ?? false),
    faults: options.faults ?? [],
  };
  return foundHostLedger(parts, found(foundation));
};

const configFrom = ({
  apiVersion,
  version,
  protocolVersion,
  precedence,
  limits,
}: LedgerOptions): LedgerConfig =>
  configWith({
    ...limits,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(version === undefined ? {} : { version }),
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    ...(precedence === undefined ? {} : { precedence }),
  });

/** Programs without types give a package alone, or the template that it is to be made of. */
const requirePackages = (packages: unknown): void => {
  if (!Array.isArray(packages)) {
    throw invalidArgument({ field: "packages", expected: "a list of packages", found: packages });
  }
  packages.forEach((each: unknown, index) => {
    if (typeof each === "object" && each !== null && "packageId" in each) return;
    const expected = "a package, as definePackage makes it";
    throw invalidArgument({ field: `packages[${index}]`, expected, found: each });
  });
};

/** Whoever names none goes on with those of the journal on which something is vetted. */
const connectionsOf = (
  state: LedgerState,
  named: readonly SynchronizerIdentity[],
  { synchronizers }: LedgerOptions,
): readonly SynchronizerIdentity[] =>
  state.position === 0 || synchronizers !== undefined
    ? named
    : state.synchronizers.filter(({ id }) => state.vetting.get(id) !== undefined);

const requestsFrom = (
  option: boolean | RequestJournalOptions,
): RequestJournalOptions | undefined => {
  if (typeof option === "object") return option;
  return option ? {} : undefined;
};

const seedBytes = (seed: LedgerOptions["seed"]): Uint8Array => {
  if (seed === undefined) return randomBytes(32);
  if (typeof seed === "string") return utf8ToBytes(seed);
  if (seed instanceof Uint8Array) return Uint8Array.from(seed);
  if (Number.isSafeInteger(seed)) return utf8ToBytes(String(seed));
  throw invalidArgument({ expected: "a whole number, a text or bytes as the seed", found: seed });
};

const reportToConsole = (error: unknown): void =>
  console.error("A subscriber of the ledger failed:", error);
