import {
  anyValueCheck,
  booleanOptionCheck,
  createListCheck,
  createObjectMembersCheck,
  createOptionsObjectCheck,
  functionOptionCheck,
  type OptionCheck,
  type OptionChecks,
  secretOptionCheck,
  textOptionCheck,
} from "../base/errors/options.ts";
import type { Offset, Party, SynchronizerId } from "../base/identifiers/identifiers.ts";
import type { LedgerOptions } from "../ledger-options.ts";
import type { ForkCache } from "./fork-cache.ts";
import type { RemoteOptions } from "./remote.ts";

/** Options of `forkParticipant`: the participant, the token, and the part of the ledger to fork. */
export interface ForkOptions extends RemoteOptions {
  /**
   * The parties whose contracts are forked. Default: all parties that the token's user may read as.
   */
  readonly parties?: readonly Party[];
  /**
   * Fork only contracts of these templates, written `#<package name>:<Module>:<Entity>`. Default:
   * all templates, if `interfaces` is absent too.
   */
  readonly templates?: readonly string[];
  /** Fork only contracts that implement these interfaces, written like `templates`. */
  readonly interfaces?: readonly string[];
  /** The offset to fork at. Default: the current ledger end. */
  readonly atOffset?: Offset;
  /** Maximum number of contracts; a fork with more is refused. Default: 200,000. */
  readonly maxContracts?: number;
  /** Additional contracts, which the parties cannot see, by their created-event blobs. */
  readonly disclose?: readonly DisclosedToFork[];
  /**
   * A cache for packages and snapshots. If it has a matching snapshot, the participant is not
   * called. That requires `atOffset`, and with a token also `parties`.
   */
  readonly cache?: ForkCache;
  /**
   * If true, never calls the participant, and rejects if `cache` has no snapshot for `atOffset`.
   */
  readonly offline?: boolean;
  /** If true, rejects if a contract cannot be imported unchanged. */
  readonly strict?: boolean;
  /**
   * Options of the forked ledger, such as a seed, limits, or packages written in TypeScript (of
   * which a participant has no archive). Unless `clock` is set, the clock is frozen at the time of
   * the offset. Unless `apiVersion` is set, the fork has the participant's version. If a store is
   * passed, it must be empty.
   */
  readonly ledger?: Omit<
    LedgerOptions,
    "participantId" | "participantName" | "synchronizers" | "version"
  >;
}

/** A contract to add to the fork, by its created-event blob. */
export interface DisclosedToFork {
  readonly createdEventBlob: string;
  /** Required if the participant is connected to more than one synchronizer. */
  readonly synchronizerId?: SynchronizerId;
}

const disclosedContractsOptionChecks: OptionChecks<DisclosedToFork> = {
  createdEventBlob: textOptionCheck,
  synchronizerId: textOptionCheck,
};

const tokenCheck: OptionCheck = (value, field) =>
  typeof value === "function" ? undefined : secretOptionCheck(value, field);

export const forkOptionChecks: OptionChecks<ForkOptions> = {
  url: anyValueCheck,
  token: tokenCheck,
  fetch: functionOptionCheck,
  webSocket: anyValueCheck,
  timeoutMillis: anyValueCheck,
  maxBytes: anyValueCheck,
  parties: createListCheck("parties", textOptionCheck),
  templates: createListCheck("templates", textOptionCheck),
  interfaces: createListCheck("interfaces", textOptionCheck),
  atOffset: anyValueCheck,
  maxContracts: anyValueCheck,
  disclose: createListCheck("contracts", createOptionsObjectCheck(disclosedContractsOptionChecks)),
  cache: createObjectMembersCheck("a cache with read and write", "read", "write"),
  offline: booleanOptionCheck,
  strict: booleanOptionCheck,
  // `createLedger` checks these options.
  ledger: anyValueCheck,
};
