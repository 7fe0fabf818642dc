import type { ForkOptions } from "../../fixtures/fork/index.ts";
import type { GenerateOptions } from "../../lib/codegen/index.ts";
import type { ApiVersionName, Precedence, ProtocolVersion } from "../../lib/index.ts";
import type { IdentityProviderConfig } from "../../lib/store.ts";
import type { TokenVerificationKeyOption } from "../auth/read-verification-key.ts";
import type { TokenAudienceAndScope } from "../auth/token-kind.ts";
import type { TestRunnerName } from "./init/test-runners.ts";
import type { DeprecatedApiGroup } from "./option-readers.ts";

/** Port if neither `--port` nor the environment variable `PORT` names one. */
export const defaultPort = 7575;

/** Serves the Model Context Protocol for a ledger. */
export interface McpServerTask {
  /** True to offer tools that change the ledger. */
  readonly allowsWrites: boolean;
  /** URL of a running ledger; undefined for one of this process. */
  readonly url: string | undefined;
  /** File with the token for `url`. */
  readonly tokenFile: string | undefined;
  /** Port of Streamable HTTP; undefined for standard input and output. */
  readonly httpPort: number | undefined;
  /** Secret that clients of Streamable HTTP send; undefined: only programs on this machine connect. */
  readonly httpSecret: string | undefined;
  /** The ledger that this process serves, unless `url` is set. */
  readonly settings: ServerSettings;
}

/** Prints the state of the caches of this machine, or clears them. */
export interface PrintOrClearCachesTask {
  readonly isCleared: boolean;
}

/** Creates a project with a first test. */
export interface InitProjectTask {
  /** Folder of the project; it may exist. */
  readonly folder: string;
  readonly runner: TestRunnerName;
  /** DARs to generate types of; empty: the project has a template in TypeScript. */
  readonly dars: readonly string[];
}

/** Repeats a recording on a ledger and compares the answers. */
export interface ReplayRecordingTask {
  readonly file: string;
  /** File for the outcomes as JSON; undefined for none. */
  readonly report: string | undefined;
  readonly settings: ServerSettings;
}

/** Checks DARs as upgrades of the contracts of a ledger. */
export interface UpgradeCheckTask {
  readonly dars: readonly string[];
  /** File for the findings as JSON; undefined for none. */
  readonly report: string | undefined;
  readonly settings: ServerSettings;
}

/** Serves a participant's API through a proxy that records requests and responses. */
export interface RecordRequestsTask {
  /** URL of the participant. */
  readonly to: string;
  /** Port; 0 chooses a free one. */
  readonly port: number;
  readonly host: string;
  /** File for the recording. */
  readonly output: string;
}

/** Redacts a recording. */
export interface RedactRecordingTask {
  readonly file: string;
  readonly output: string;
  /** JSON pointers to texts to redact. */
  readonly texts: readonly string[];
  /** True to replace contract and update ids. */
  readonly ids: boolean;
}

/** Serves the ledger in a file with the explorer; by default only to this machine. */
export interface ExploreLedgerFileTask {
  readonly file: string;
  /** Port; 0 chooses a free one. */
  readonly port: number;
  readonly host: string;
}

/** Runs a test command, and reports which templates and choices its tests covered. */
export interface CoverageTask {
  /**
   * Program and arguments. Empty if the tests have already run; an environment variable then names
   * the folder of their reports.
   */
  readonly testing: readonly string[];
  /** File for the coverage as JSON. */
  readonly output: string;
  /** File for the coverage of lines in the format of LCOV; undefined for none. */
  readonly lcov: string | undefined;
}

/** Runs the scripts of DARs as tests, and reports the outcomes. */
export interface ScriptTestTask {
  readonly dars: readonly string[];
  /** Runs only scripts whose name contains this text; empty for all. */
  readonly filter: string;
  readonly protocolVersion: ProtocolVersion | undefined;
  /** File for the outcomes as JUnit XML; undefined for none. */
  readonly junit: string | undefined;
  /** Folder for the ledgers of failed scripts; undefined for none. */
  readonly ledgers: string | undefined;
  /** True to list what the scripts did not cover. */
  readonly showCoverage: boolean;
  /** File for the coverage of lines in the format of LCOV; undefined for none. */
  readonly lcov: string | undefined;
  /** True to print which code spent the evaluation steps. */
  readonly profile: boolean;
  /** File for the call stacks that spent the evaluation steps; undefined for none. */
  readonly stacks: string | undefined;
  /** Timeout of each script, in seconds. */
  readonly timeout: number;
  /** Number of scripts that run in parallel; undefined: as many as shorten the run. */
  readonly jobs: number | undefined;
}

/** Generates TypeScript from packages. */
export interface CodegenTask {
  readonly dars: readonly string[];
  /** Folder for the generated files. */
  readonly output: string;
  /** Participant to read packages from; undefined for none. */
  readonly participant: CodegenParticipantSource | undefined;
  /** Options of the generator. */
  readonly options: GenerateOptions;
  /** True to write nothing and to fail if the files are not up to date. */
  readonly check: boolean;
  /** True to generate again when a DAR changes, until it is stopped. */
  readonly watch: boolean;
}

/** Maintains a store: a folder that no process has open, or a database. */
export type StoreCommandTask = { readonly place: string } & (
  | { readonly work: "check" | "compact" }
  /** Writes to standard output if no file is named. */
  | { readonly work: "dump"; readonly output: string | undefined }
  | { readonly work: "load"; readonly file: string }
);

export interface CodegenParticipantSource {
  readonly url: string;
  readonly token: string | undefined;
  /** Names or ids; empty: all packages with templates or interfaces. */
  readonly packages: readonly string[];
}

/** Settings of a served ledger. */
export interface ServerSettings {
  /** Port; 0 chooses a free one. */
  readonly port: number;
  /** Name or address of this machine. */
  readonly host: string;
  /** Files to load instead of the built-in scenarios; empty: the built-in ones. */
  readonly fixtures: readonly string[];
  /** Folder or database URL that keeps the ledger; undefined: the ledger ends with the process. */
  readonly store: string | undefined;
  /** Dump that the ledger starts from; undefined for none. */
  readonly from: string | undefined;
  /** Participant that the ledger starts from; undefined for none. */
  readonly fork: ForkSettings | undefined;
  /** DARs that are uploaded at the start. */
  readonly dars: readonly string[];
  /** The LocalNet to serve; undefined for a ledger alone. */
  readonly localnet: LocalnetSetting | undefined;
  /** Daml Scripts of these DARs that run first. */
  readonly scripts: readonly string[];
  /** Seed of ids. */
  readonly seed: number | string;
  readonly auth: AuthSetting;
  /** Audience and scope that tokens must be issued for; any if both are absent. */
  readonly target: TokenAudienceAndScope;
  /** Maximum lifetime of tokens, in seconds; undefined for no limit. */
  readonly maxTokenLifetimeSeconds: number | undefined;
  /** Identity providers whose tokens are accepted as well. */
  readonly identityProviders: readonly IdentityProviderConfig[];
  /**
   * Number of parties that users may allocate for themselves; undefined: as the fixtures say, or
   * none.
   */
  readonly maxSelfAllocatedParties: number | undefined;
  readonly errors: "hints" | "exact";
  /** The source to follow where the specification and Canton differ. */
  readonly precedence: Precedence;
  /** Timeout of requests, in milliseconds; undefined: 20 seconds. */
  readonly requestTimeoutMillis: number | undefined;
  /** Origins of web pages that may use the ledger. */
  readonly cors: readonly string[];
  readonly control: ControlApiAccessSetting;
  /**
   * Secret of the control API as the user passed it, even if this command serves no control API.
   */
  readonly controlSecret: string | undefined;
  /** True to keep calls with their bodies, for the explorer and the control API. */
  readonly requests: boolean;
  /** How much is printed of calls: nothing, one line, or also the bodies. */
  readonly log: "quiet" | "calls" | "bodies";
  /** True to load fixtures and DARs again when their files change. */
  readonly watch: boolean;
  /** Delay of commits, in milliseconds. */
  readonly commitDelayMillis: number;
  /** Version of the API; undefined: 3.5. */
  readonly apiVersion: ApiVersionName | undefined;
  /** Deprecated endpoints and fields that are served by every version. */
  readonly enabledDeprecated: readonly DeprecatedApiGroup[];
  /** Protocol version; undefined: as the fixtures say, or 35. */
  readonly protocolVersion: ProtocolVersion | undefined;
  /** Aliases of the connected synchronizers; empty: one called `local`. */
  readonly synchronizers: readonly string[];
  /** Configuration file; undefined if there is none. */
  readonly configFile: string | undefined;
}

/** The DARs of a LocalNet, and whether it listens on LocalNet's standard ports or on free ones. */
export interface LocalnetSetting {
  /** Folder or file. */
  readonly dars: string;
  /** True to listen on free ports, for tests. */
  readonly anyPort: boolean;
}

/** The participant to fork, with credentials and filters. */
export interface ForkSettings {
  readonly url: string;
  /** Bearer token, if it is not in a file. */
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** Folder that caches what was read; undefined for none. */
  readonly cache: string | undefined;
  readonly options: Omit<ForkOptions, "url" | "token" | "cache" | "ledger">;
}

export type AuthSetting =
  | { readonly kind: "disabled" }
  /** Tokens are signed and verified with the secret. */
  | {
      readonly kind: "secret";
      readonly secret: string;
      /** True if it was generated at the start. */
      readonly isNew?: boolean;
    }
  /** Tokens can be verified, but not signed here. */
  | { readonly kind: "publicKey"; readonly key: TokenVerificationKeyOption };

/** Access to the control API. */
export type ControlApiAccessSetting =
  | { readonly kind: "off" }
  /** Every program on this machine. */
  | { readonly kind: "open" }
  /** Clients with the secret. */
  | { readonly kind: "secret"; readonly secret: string; readonly isNew?: boolean };

/** Arguments, environment and output of the command line. */
export interface CommandLineIo {
  /** Arguments without the program. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that is searched for a configuration; default: the working directory. */
  readonly folder?: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /**
   * Writes the log of calls; absent: calls are not logged, and errors that responses withhold are
   * written to `writeError`.
   */
  readonly log?: (text: string) => void;
}
