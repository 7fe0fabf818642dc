import type { ApiVersionName } from "../../lib/index.ts";

/**
 * Content of `ledger-in-a-box.config.ts`, or `.mts`, `.js`, `.mjs`, `.json`: the options of the
 * command line by name. The command line takes precedence, then the environment, then this file.
 * Relative paths start at the folder of the file.
 */
export interface Config {
  /** Port; 0 chooses a free one; default 7575. */
  readonly port?: number;
  /** Name or address of this machine to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Files to load instead of the demo data. */
  readonly fixtures?: readonly string[];
  /**
   * Folder or `postgres://…` that keeps the ledger; default: none, the ledger ends with the
   * process.
   */
  readonly store?: string;
  /** Dump that the ledger starts from. */
  readonly from?: string;
  /** URL of the participant that the ledger starts from. */
  readonly fork?: string;
  readonly forkTokenFile?: string;
  /** Parties whose contracts are read; default: all that the token can read as. */
  readonly forkParty?: readonly string[];
  readonly forkTemplate?: readonly string[];
  readonly forkInterface?: readonly string[];
  /** Offset to fork at; default: the ledger end. */
  readonly forkAt?: number;
  readonly forkMaxContracts?: number;
  /** Folder that caches what was read from the participant. */
  readonly forkCache?: string;
  readonly forkOffline?: boolean;
  readonly forkStrict?: boolean;
  /** DARs that are uploaded at the start. */
  readonly dar?: readonly string[];
  /** Daml Scripts of the DARs that run at the start, as `Module:function`. */
  readonly script?: readonly string[];
  /** Serves Splice LocalNet on its ports, from the DARs of `dars`; default false. */
  readonly localnet?: boolean;
  /** Folder with the DARs of a LocalNet, or one file. */
  readonly dars?: string;
  /** Seed of ids; default 1. */
  readonly seed?: number | string;
  /** `"disabled"`, or the file of a public key in PEM. */
  readonly auth?: string;
  /** Secret of HS256 tokens; default: a new one at each start. */
  readonly secret?: string;
  readonly audience?: string;
  readonly scope?: string;
  /** Maximum lifetime of tokens, in seconds; `"participant"` for 300, as on a participant. */
  readonly maxTokenLifetime?: number | "participant";
  /**
   * Identity providers, each with id, issuer, URL of the key set and optionally an audience,
   * separated by commas.
   */
  readonly identityProvider?: readonly string[];
  readonly selfAllocatedParties?: number;
  readonly errors?: "hints" | "exact";
  readonly precedence?: "specification" | "participant";
  /** Timeout of requests, in seconds. */
  readonly requestTimeout?: number;
  /** Origins of web pages that may use the ledger. */
  readonly cors?: readonly string[];
  /** Enables the control API; default false. */
  readonly control?: boolean;
  /** Secret of the control API, or `"disabled"`; default: a new one at each start. */
  readonly controlSecret?: string;
  /** Records calls and bodies in the request journal; default false, but true with `control`. */
  readonly requests?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** Loads fixtures and DARs again when their files change; default false. */
  readonly watch?: boolean;
  /** Delay of commits, in milliseconds. */
  readonly commitDelay?: number;
  readonly apiVersion?: ApiVersionName;
  /** Deprecated endpoints and fields that version 3.6 is to serve. */
  readonly enableDeprecated?: readonly ("endpoints-34" | "parameters-34" | "endpoints-35")[];
  readonly protocolVersion?: 34 | 35 | "dev";
  readonly synchronizers?: readonly string[];
}

/** Returns the configuration unchanged. Gives its fields their types, also in JavaScript. */
export const defineConfig = (config: Config): Config => config;
