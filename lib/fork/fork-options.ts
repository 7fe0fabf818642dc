import {
  anything,
  callback,
  flag,
  listOfForm,
  objectWith,
  type OptionForm,
  type OptionForms,
  optionsOf,
  secret,
  text,
} from "../base/errors/options.ts";
import type { Offset, Party, SynchronizerId } from "../base/identifiers/identifiers.ts";
import type { LedgerOptions } from "../ledger-options.ts";
import type { ForkCache } from "./fork-cache.ts";
import type { RemoteOptions } from "./remote.ts";

/** Options of `forkParticipant`: the participant, the token, and the part of the ledger to fork. */
export interface ForkOptions extends RemoteOptions {
  /** Parties whose contracts are forked. Default: every party that the token's user may read as. */
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
  /** Additional contracts that none of the parties can see, given by their blobs. */
  readonly disclose?: readonly DisclosedToFork[];
  /**
   * Cache for packages and snapshots. If `atOffset` is set, and `parties` is set or no token is
   * used, a cached snapshot is used without calling the participant.
   */
  readonly cache?: ForkCache;
  /** Never call the participant; reject if `cache` has no snapshot for `atOffset`. */
  readonly offline?: boolean;
  /** Reject the fork if a contract cannot be taken over unchanged. */
  readonly strict?: boolean;
  /**
   * Options of the forked ledger, such as a seed, limits, or packages written in TypeScript (a
   * participant has no archive of those). The clock is frozen at the time of the offset unless
   * `clock` is set. A store must be empty.
   */
  readonly ledger?: Omit<
    LedgerOptions,
    "apiVersion" | "participantId" | "participantName" | "synchronizers" | "version"
  >;
}

/** A disclosed contract, given by its created-event blob. */
export interface DisclosedToFork {
  readonly createdEventBlob: string;
  /** Required if the participant is connected to more than one synchronizer. */
  readonly synchronizerId?: SynchronizerId;
}

const disclosedForms: OptionForms<DisclosedToFork> = {
  createdEventBlob: text,
  synchronizerId: text,
};

const tokenForm: OptionForm = (value, field) =>
  typeof value === "function" ? undefined : secret(value, field);

export const forkForms: OptionForms<ForkOptions> = {
  url: anything,
  token: tokenForm,
  fetch: callback,
  webSocket: anything,
  timeoutMillis: anything,
  maxBytes: anything,
  parties: listOfForm("parties", text),
  templates: listOfForm("templates", text),
  interfaces: listOfForm("interfaces", text),
  atOffset: anything,
  maxContracts: anything,
  disclose: listOfForm("contracts", optionsOf(disclosedForms)),
  cache: objectWith("a cache with read and write", "read", "write"),
  offline: flag,
  strict: flag,
  // `createLedger` checks these options.
  ledger: anything,
};
