import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { requireWellFormedOptions } from "../base/errors/options.ts";
import { truncateText } from "../base/errors/truncate-text.ts";
import type {
  Micros,
  Offset,
  PackageId,
  Party,
  SynchronizerId,
} from "../base/identifiers/identifiers.ts";
import type { JsonObject } from "../base/values/json-object.ts";
import { createDamlLoader } from "../contracts/daml-lf/load-dar.ts";
import { pingPackage } from "../contracts/templates/ping-package.ts";
import { createLedger, type LedgerOptions } from "../create-ledger.ts";
import type { HostLedger } from "../host-ledger.ts";
import { machineTimeSource } from "../ledger/clock/time-sources.ts";
import { getApiVersionRules, isApiVersion } from "../ledger/port/api-version.ts";
import type { ImportProblem } from "../operations/admin/imports/import-problem.ts";
import { createForkEventFormat } from "./download-remote-active-contracts.ts";
import { forkOptionChecks, type ForkOptions } from "./fork-options.ts";
import { createForkImportDecision } from "./import-fork.ts";
import { openForkSource } from "./open-fork-source.ts";
import type { ParticipantFacts } from "./read-facts.ts";
import { CachedPackageDownloader, type PackageDownloadResult } from "./read-packages.ts";
import { estimateForkOffsetTime } from "./read-time.ts";
import { readVettedPackages } from "./read-vetting.ts";

/** A difference between the fork and the participant's ledger. */
export type ForkProblem =
  | ImportProblem
  /**
   * A vetted package, or the package of a contract, whose archive the participant does not have.
   * Its code cannot run on the fork.
   */
  | {
      readonly kind: "missingPackage";
      readonly packageId: PackageId;
      /** One sentence that describes the problem. */
      readonly message: string;
    }
  /** The participant's version is not supported, so the fork has the nearest version that is. */
  | { readonly kind: "unsupportedVersion"; readonly message: string };

/**
 * The point at which a fork was made. Until the participant is pruned, forking at the same pin
 * again gives the same ledger.
 */
export interface ForkPin {
  readonly participantId: string;
  readonly offset: Offset;
  /** The participant's Canton version. */
  readonly version: string;
  readonly synchronizers: readonly { readonly alias: string; readonly id: SynchronizerId }[];
  /** The parties whose contracts were forked; undefined for all parties. */
  readonly parties: readonly Party[] | undefined;
  /** The initial ledger time of the fork, in ISO 8601. */
  readonly at: string;
}

/** A local ledger that starts from a participant's state. */
export interface Fork {
  readonly ledger: HostLedger;
  readonly pin: ForkPin;
  /**
   * Contracts that were not imported or were imported as `incomplete`, and packages that are
   * missing. If empty, the fork is complete.
   */
  readonly problems: readonly ForkProblem[];
  /**
   * Makes another fork with the same options, at `atOffset` or at the current ledger end. Packages
   * are not downloaded again.
   */
  refresh(options?: { readonly atOffset?: Offset }): Promise<Fork>;
  /** Resets the ledger and its clock to the state directly after forking, in O(1). */
  reset(): Promise<void>;
}

/**
 * Copies the data that parties of a participant see at one offset into a new ledger in this
 * process: contracts with their ids, packages, vetting, parties, and the user of the token. Callers
 * of the fork may act as any of these parties.
 *
 * Sends only GET requests and five kinds of POST requests that read to the participant. The token
 * needs CanReadAs for each party. If data cannot be read completely, the promise rejects, and no
 * ledger is created.
 *
 * Rejects with INVALID_ARGUMENT (also for more than `maxContracts`), UNAUTHENTICATED,
 * PERMISSION_DENIED, PARTY_NOT_FOUND, OFFSET_AFTER_LEDGER_END, PARTICIPANT_PRUNED_DATA_ACCESSED,
 * PARTICIPANT_BACKPRESSURE, JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED, SERVICE_NOT_RUNNING if
 * the participant does not respond completely, LEDGER_API_INTERNAL_ERROR for a response that this
 * API does not define, and with the codes of other errors of the participant.
 */
export const forkParticipant = (options: ForkOptions): Promise<Fork> =>
  createForkWithDownloads(options, new CachedPackageDownloader(options.cache));

const createForkWithDownloads = async (
  options: ForkOptions,
  downloads: CachedPackageDownloader,
): Promise<Fork> => {
  requireWellFormedOptions(options, forkOptionChecks);
  checkNumber(options.maxContracts, "maxContracts");
  checkNumber(options.timeoutMillis, "timeoutMillis");
  checkNumber(options.maxBytes, "maxBytes");
  const { reader, facts, items, keep: saveSnapshot } = await openForkSource(options);
  const vetting = await readVettedPackages(reader, facts.participantId);
  const loader = options.ledger?.daml ?? createDamlLoader();
  const given = options.ledger?.packages ?? [];
  const known = new Set([pingPackage, ...given].map(({ packageId }) => packageId));
  const vetted = [...vetting.values()].flatMap(({ packages }) => [...packages.keys()]);
  const found = await downloads.find(reader, [...vetted, ...findTemplatePackageIds(items)], {
    known,
    loader,
  });
  const eventFormat = createForkEventFormat(facts, options, false);
  const time = await estimateForkOffsetTime(reader, facts, { eventFormat, items });
  const ledger = await createLedger({
    ...options.ledger,
    // Disclosed contracts that no forked party sees may be active on the participant.
    limits: { assumeDisclosedActive: true, ...options.ledger?.limits },
    daml: loader,
    ...createFrozenClockOptions(time, options),
    ...(options.ledger?.apiVersion === undefined && {
      apiVersion: facts.apiVersion,
      version: facts.version,
    }),
    participantId: facts.participantId,
    synchronizers: facts.synchronizers,
  });
  try {
    requireNew(ledger);
    const problems = await ledger.commit(
      createForkImportDecision({
        facts,
        items: [...items, ...createDisclosedItems(facts, options)],
        packages: found.packages,
        vetting,
        strict: options.strict ?? false,
      }),
    );
    await saveSnapshot();
    const { participantId, offset, version, synchronizers, parties } = facts;
    const pinned = ledger.snapshot();
    return {
      ledger,
      pin: { participantId, offset, version, synchronizers, parties, at: ledger.clock.time },
      reset: () => ledger.revert(pinned),
      problems: [
        ...listVersionProblems(facts, options),
        ...listMissingPackageProblems(found),
        ...problems,
      ],
      refresh: (again = {}) =>
        createForkWithDownloads(createRefreshOptions(options, again), downloads),
    };
  } catch (error) {
    await ledger.close();
    throw error;
  }
};

/**
 * Returns clock options that freeze the ledger at the time of the pin. If the host resumes the
 * clock, it continues from that time.
 */
const createFrozenClockOptions = (
  time: Micros | undefined,
  { ledger = {} }: ForkOptions,
): Pick<LedgerOptions, "clock" | "timeSource"> => {
  if (ledger.clock !== undefined || time === undefined) return {};
  const { timeSource = machineTimeSource } = ledger;
  const passed = timeSource.now() - time;
  return {
    clock: { freeze: time },
    timeSource: {
      now: () => timeSource.now() - passed,
      schedule: (delayMillis, callback, keepsAlive) =>
        timeSource.schedule(delayMillis, callback, keepsAlive),
    },
  };
};

const createRefreshOptions = (
  options: ForkOptions,
  { atOffset }: { readonly atOffset?: Offset },
): ForkOptions => {
  const others: { -readonly [Name in keyof ForkOptions]: ForkOptions[Name] } = { ...options };
  delete others.atOffset;
  return atOffset === undefined ? others : { ...others, atOffset };
};

const checkNumber = (value: number | undefined, field: string): void => {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `${field}: expected a whole number from 1, got ${value}.`,
    path: field,
  });
};

const requireNew = ({ state }: HostLedger): void => {
  if (state.ledgerEnd === 0) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The store of a fork must be empty, but this store has a ledger that ends at ${state.ledgerEnd}.`,
    path: "ledger.store",
  });
};

/** Returns the ids of the packages that created the contracts. */
const findTemplatePackageIds = (items: readonly JsonObject[]): readonly PackageId[] =>
  items.flatMap((item) => {
    const [id] = /(?<="templateId":")[\da-f]{64}(?=:)/u.exec(formatEntryText(item)) ?? [];
    return id === undefined ? [] : [id];
  });

/**
 * Returns the JSON of the contract entry of an item, without arguments and blobs, which may be
 * long.
 */
const formatEntryText = (item: JsonObject): string =>
  JSON.stringify(item["contractEntry"], (key, value: unknown) =>
    key === "createArgument" || key === "createdEventBlob" ? undefined : value,
  );

/**
 * Returns the contracts of `disclose` as items, in the form in which the participant would return
 * them at the pin.
 */
const createDisclosedItems = (
  { synchronizers, offset }: ParticipantFacts,
  { disclose = [] }: ForkOptions,
): readonly JsonObject[] => {
  const [only, ...others] = synchronizers;
  return disclose.map(({ createdEventBlob, synchronizerId }, index) => {
    const place = synchronizerId ?? (others.length === 0 ? only?.id : undefined);
    if (place === undefined) throw ambiguousSynchronizerError(index);
    const createdEvent = { offset: Math.max(offset, 1), nodeId: index, createdEventBlob };
    return {
      contractEntry: {
        JsActiveContract: { createdEvent, synchronizerId: place, reassignmentCounter: 0 },
      },
    };
  });
};

const ambiguousSynchronizerError = (index: number): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The participant is connected to several synchronizers. Set the synchronizerId of the disclosed contract.`,
    path: `disclose[${index}].synchronizerId`,
  });

const listVersionProblems = (
  { version, apiVersion }: ParticipantFacts,
  { ledger }: ForkOptions,
): readonly ForkProblem[] => {
  const [release] = version.split(/[-+]/u);
  if (isApiVersion(release) || ledger?.apiVersion !== undefined) return [];
  return [
    {
      kind: "unsupportedVersion",
      message: `The participant's version ${truncateText(version, 40)} is not supported; the fork behaves as ${getApiVersionRules(apiVersion).release}. Choose another version with apiVersion.`,
    },
  ];
};

const listMissingPackageProblems = ({ missing }: PackageDownloadResult): readonly ForkProblem[] =>
  missing.map((packageId) => ({
    kind: "missingPackage",
    packageId,
    message: `The participant has no archive of the package ${packageId} or of one of its dependencies. Pass the package in ledger.packages.`,
  }));
