import { randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { createInvalidArgumentError } from "./base/errors/argument-error.ts";
import { assertSameLibraryCopy } from "./base/errors/copies.ts";
import { pingPackage } from "./contracts/templates/ping-package.ts";
import { bootstrapLedger, type HostLedger } from "./host-ledger.ts";
import { createLedgerClock } from "./ledger/clock/adjustable-clock.ts";
import { machineTimeSource, MonotonicClock } from "./ledger/clock/time-sources.ts";
import { type LedgerConfig, resolveLedgerConfig } from "./ledger/port/config.ts";
import { auditJournalEntry } from "./ledger/replay/audit-journal-entry.ts";
import { PackageDefinitionSource } from "./ledger/replay/fold-entry.ts";
import { loadDump, replayJournal } from "./ledger/replay/replay.ts";
import {
  createLedgerBootstrapDecision,
  determineParticipantId,
  readSynchronizerOptions,
  type ResolvedSynchronizerOptions,
} from "./ledger/runtime/bootstrap.ts";
import { DecisionSeedGenerator } from "./ledger/runtime/decision-context.ts";
import type { LedgerState } from "./ledger/state/ledger-state.ts";
import { getNewestRecordTime } from "./ledger/state/synchronizers.ts";
import { createMemoryStore } from "./ledger/stores/memory-store.ts";
import { type LedgerOptions, requireWellFormedLedgerOptions } from "./ledger-options.ts";
import { combineHistoryAdapters, hashHistoryRules } from "./operations/history/projection.ts";
import type { RequestJournalOptions } from "./operations/request-journal/request-journal.ts";

export type { LedgerOptions };

/**
 * Creates a ledger. It can be used as soon as the promise resolves. Rejects with INVALID_ARGUMENT
 * for invalid options or a corrupt dump, with KNOWN_PACKAGE_VERSION for two packages with the same
 * name and version, and with PACKAGE_NOT_FOUND if the journal needs packages that are not in
 * `packages`.
 */
export const createLedger = async (options: LedgerOptions = {}): Promise<HostLedger> => {
  requireWellFormedLedgerOptions(options);
  const { store = createMemoryStore(), packages = [] } = options;
  requirePackages(packages);
  const time = new MonotonicClock(options.timeSource ?? machineTimeSource);
  const source = new PackageDefinitionSource([pingPackage, ...packages], options.daml);
  const participantId = determineParticipantId(options);
  const synchronizers = readSynchronizerOptions(options.synchronizers ?? [{ alias: "local" }]);
  const config = createLedgerConfig(options);
  const history = options.history ?? [];
  const historyOf = history.length === 0 ? undefined : combineHistoryAdapters(history);
  const folding = {
    packages: source,
    historyOf,
    rules: hashHistoryRules(history),
    audit: auditJournalEntry,
  };
  const { recentEntries } = config;
  const state = await (options.from === undefined
    ? replayJournal(store, folding, recentEntries)
    : loadDump(options.from, store, folding, recentEntries));
  const foundation = {
    participantId,
    synchronizers: chooseConnections(state, synchronizers, options),
    packages: source.listInitialPackages(),
  };
  time.advanceToRecordTime(state);
  const parts = {
    config,
    clock: createLedgerClock(options.clock ?? "real", time, getNewestRecordTime(state)),
    time,
    seeds: new DecisionSeedGenerator(toSeedBytes(options.seed)),
    store,
    darLoader: options.daml,
    folding,
    state,
    commitDelayMillis: options.commitDelayMillis ?? 0,
    reportError: options.reportError ?? reportToConsole,
    requests: toRequestJournalOptions(options.requests ?? false),
    faults: options.faults ?? [],
    due: options.automation,
  };
  return bootstrapLedger(parts, createLedgerBootstrapDecision(foundation));
};

const createLedgerConfig = ({
  apiVersion,
  version,
  protocolVersion,
  precedence,
  otherParticipants,
  limits,
}: LedgerOptions): LedgerConfig =>
  resolveLedgerConfig(
    {
      ...(apiVersion === undefined ? {} : { apiVersion }),
      ...(version === undefined ? {} : { version }),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
      ...(precedence === undefined ? {} : { precedence }),
      ...(otherParticipants === undefined ? {} : { otherParticipants }),
    },
    limits,
  );

/**
 * Checks the list at run time. Programs without types often pass a single package, or a template
 * instead of a package.
 */
const requirePackages = (packages: unknown): void => {
  if (!Array.isArray(packages)) {
    throw createInvalidArgumentError({
      field: "packages",
      expected: "a list of packages",
      found: packages,
    });
  }
  packages.forEach((each: unknown, index) => {
    if (typeof each === "object" && each !== null && "packageId" in each) {
      assertSameLibraryCopy(each, `packages[${index}]`);
      return;
    }
    const expected = "a package from definePackage, or from the DAR loader of ledger-in-a-box/daml";
    throw createInvalidArgumentError({ field: `packages[${index}]`, expected, found: each });
  });
};

/**
 * Returns the synchronizers to connect to. If the options name none and the journal is not empty,
 * these are the synchronizers in the journal on which a package is vetted.
 */
const chooseConnections = (
  state: LedgerState,
  named: readonly ResolvedSynchronizerOptions[],
  { synchronizers }: LedgerOptions,
): readonly ResolvedSynchronizerOptions[] =>
  state.position === 0 || synchronizers !== undefined
    ? named
    : state.synchronizers.filter(({ id }) => state.vetting.get(id) !== undefined);

const toRequestJournalOptions = (
  option: boolean | RequestJournalOptions,
): RequestJournalOptions | undefined => {
  if (typeof option === "object") return option;
  return option ? {} : undefined;
};

const toSeedBytes = (seed: LedgerOptions["seed"]): Uint8Array => {
  if (seed === undefined) return randomBytes(32);
  if (typeof seed === "string") return utf8ToBytes(seed);
  if (seed instanceof Uint8Array) return Uint8Array.from(seed);
  if (Number.isSafeInteger(seed)) return utf8ToBytes(String(seed));
  throw createInvalidArgumentError({
    expected: "a whole number, a text or bytes as the seed",
    found: seed,
  });
};

const reportToConsole = (error: unknown): void =>
  console.error("A subscriber of the ledger failed:", error);
