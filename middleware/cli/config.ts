import type { ApiVersionName } from "../../lib/index.ts";

/**
 * What `ledger-in-a-box.config.ts` says, or `.mts`, `.js`, `.mjs`, `.json`: the options of the command line by their
 * names. The command line goes first, then the environment, then this. Relative paths begin at the folder of the
 * file.
 */
export interface Config {
  /** 0 for any; 7575 when absent. */
  readonly port?: number;
  /** A name or an address of this machine to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
  /** Files to load instead of the demo data. */
  readonly fixtures?: readonly string[];
  /** The folder, or `postgres://…`, that the ledger is kept in; gone when it is stopped, when absent. */
  readonly store?: string;
  /** The file of a dump that the ledger begins as. */
  readonly from?: string;
  /** Where the participant is that the ledger begins as. */
  readonly fork?: string;
  readonly forkTokenFile?: string;
  /** Whose contracts; those of all that the token may read as when absent. */
  readonly forkParty?: readonly string[];
  readonly forkTemplate?: readonly string[];
  readonly forkInterface?: readonly string[];
  /** The offset that is forked; the ledger end when absent. */
  readonly forkAt?: number;
  readonly forkMaxContracts?: number;
  /** The folder where what was read is kept. */
  readonly forkCache?: string;
  readonly forkOffline?: boolean;
  readonly forkStrict?: boolean;
  /** DARs that the ledger has from the start. */
  readonly dar?: readonly string[];
  /** What the ids of the ledger are drawn from; 1 when absent. */
  readonly seed?: number | string;
  /** `"disabled"`, or the file of a public key in PEM. */
  readonly auth?: string;
  /** Of HS256 tokens; a new one at each start when absent. */
  readonly secret?: string;
  readonly audience?: string;
  readonly scope?: string;
  /** In seconds. */
  readonly maxTokenLifetime?: number;
  /** Each an id, an issuer, the URL of a key set and perhaps an audience, separated by commas. */
  readonly identityProvider?: readonly string[];
  readonly selfAllocatedParties?: number;
  readonly errors?: "hints" | "exact";
  readonly precedence?: "specification" | "participant";
  /** In seconds. */
  readonly requestTimeout?: number;
  /** Origins of web pages that may use the ledger. */
  readonly cors?: readonly string[];
  /** Whether the ledger can be steered over HTTP; false when absent. */
  readonly control?: boolean;
  /** What who steers it must know, or `"disabled"`; a new one at each start when absent. */
  readonly controlSecret?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** Whether to load fixtures and DARs again when their files change; false when absent. */
  readonly watch?: boolean;
  /** In milliseconds. */
  readonly commitDelay?: number;
  readonly apiVersion?: ApiVersionName;
  readonly protocolVersion?: 34 | 35 | "dev";
  readonly synchronizers?: readonly string[];
}

/** The configuration as it is: for its types, also in JavaScript. */
export const defineConfig = (config: Config): Config => config;
