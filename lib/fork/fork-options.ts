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

/** Which participant is forked, as whom, and how much of it. */
export interface ForkOptions extends RemoteOptions {
  /** Whose contracts; those of every party that the token may read as when absent. */
  readonly parties?: readonly Party[];
  /** Contracts of these templates only, as `#<package name>:<Module>:<Entity>`; of all when neither is given. */
  readonly templates?: readonly string[];
  /** Contracts that implement these interfaces, likewise. */
  readonly interfaces?: readonly string[];
  /** The offset that is forked; the ledger end at that time when absent. */
  readonly atOffset?: Offset;
  /** More contracts than so many are refused; 200,000 when absent. */
  readonly maxContracts?: number;
  /** Contracts that none of the parties sees, as others disclose them. */
  readonly disclose?: readonly DisclosedToFork[];
  /**
   * Where packages and what was read at an offset are kept. With `atOffset` and `parties` (or without a token), what is there is
   * taken from there, and nobody is asked anything.
   */
  readonly cache?: ForkCache;
  /** Whether nobody may be asked: what `cache` does not have for `atOffset` is refused. */
  readonly offline?: boolean;
  /** Whether anything that cannot be taken over as it is refuses the fork. */
  readonly strict?: boolean;
  /**
   * What the ledger is besides: a seed, limits, packages written in TypeScript, of which a participant has no archive. Its clock is
   * frozen at the time of the offset unless there is one here. A store has to be empty.
   */
  readonly ledger?: Omit<
    LedgerOptions,
    "apiVersion" | "participantId" | "participantName" | "synchronizers" | "version"
  >;
}

/** A contract by its blob. */
export interface DisclosedToFork {
  readonly createdEventBlob: string;
  /** May be left out while there is only one. */
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
  // Looked at as those of the ledger that is made.
  ledger: anything,
};
