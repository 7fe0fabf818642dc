import type { ForkOptions } from "../../fixtures/fork/index.ts";
import type { GenerateOptions } from "../../lib/codegen/index.ts";
import type { ApiVersionName, Precedence, ProtocolVersion } from "../../lib/index.ts";
import type { IdentityProviderConfig } from "../../lib/store.ts";
import type { TokenTarget } from "../auth/token-kind.ts";
import type { KeyOption } from "../auth/verification-key.ts";

/** What the command line asks for. */
export type Task =
  | { readonly kind: "serve"; readonly settings: Settings }
  | { readonly kind: "token"; readonly userId: string; readonly settings: Settings }
  | { readonly kind: "reset"; readonly settings: Settings }
  | ReplayTask
  | UpgradeCheckTask
  | RecordTask
  | RedactTask
  | ExploreTask
  | CoverageTask
  | ScriptTestTask
  | CodegenTask
  | StoreTask
  | CacheTask;

/** What this machine remembers of packages that it has checked. */
export interface CacheTask {
  readonly kind: "cache";
  readonly isCleared: boolean;
}

/** Does again on a ledger what was recorded, and compares. */
export interface ReplayTask {
  readonly kind: "replay";
  readonly file: string;
  /** The file that gets the outcomes as JSON; undefined for none. */
  readonly report: string | undefined;
  readonly settings: Settings;
}

/** Tries DARs on the contracts of a ledger. */
export interface UpgradeCheckTask {
  readonly kind: "upgradeCheck";
  readonly dars: readonly string[];
  /** The file that gets what was found as JSON; undefined for none. */
  readonly report: string | undefined;
  readonly settings: Settings;
}

/** Serves a participant's API here, and records what passes. */
export interface RecordTask {
  readonly kind: "record";
  /** Where the participant serves it. */
  readonly to: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
  /** The file that gets the recording. */
  readonly output: string;
}

/** Writes a recording as it may be shown. */
export interface RedactTask {
  readonly kind: "redact";
  readonly file: string;
  readonly output: string;
  /** Pointers to texts that are left out. */
  readonly texts: readonly string[];
  /** Whether contracts and updates get other ids. */
  readonly ids: boolean;
}

/** Shows the ledger of a file, to programs of this machine. */
export interface ExploreTask {
  readonly kind: "explore";
  readonly file: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
}

/** Runs a command that tests, and tells what of the ledger its tests have touched. */
export interface CoverageTask {
  readonly kind: "coverage";
  /** The program and its arguments; empty: the tests ran already, and the environment says where they wrote. */
  readonly testing: readonly string[];
  /** The file that gets the coverage as JSON. */
  readonly output: string;
}

/** Runs the scripts of DARs as tests, and tells how they went. */
export interface ScriptTestTask {
  readonly kind: "test";
  readonly dars: readonly string[];
  /** What names of scripts contain; empty for all. */
  readonly filter: string;
  readonly protocolVersion: ProtocolVersion | undefined;
  /** The file that gets the outcomes as JUnit has them; undefined for none. */
  readonly junit: string | undefined;
  /** The folder that gets the ledgers of the scripts that failed; undefined for none. */
  readonly ledgers: string | undefined;
  /** Whether the coverage tells what was not touched. */
  readonly showCoverage: boolean;
  /** How many seconds each script may take. */
  readonly timeout: number;
  /** How many scripts run at once; as many as end sooner when undefined. */
  readonly jobs: number | undefined;
}

/** Generates TypeScript from packages. */
export interface CodegenTask {
  readonly kind: "codegen";
  readonly dars: readonly string[];
  /** The folder that gets the files. */
  readonly output: string;
  /** Where packages come from besides; undefined for nowhere. */
  readonly participant: ParticipantSource | undefined;
  /** How the files are written. */
  readonly options: GenerateOptions;
  /** Write nothing, and fail where the files are not those that would be written. */
  readonly check: boolean;
  /** Generate again when a DAR changes, until it is stopped. */
  readonly watch: boolean;
}

/** Looks after what a ledger is kept in: a folder, which nobody may have open, or a database. */
export type StoreTask = { readonly kind: "store"; readonly place: string } & (
  | { readonly work: "check" | "compact" }
  /** To standard output where no file is named. */
  | { readonly work: "dump"; readonly output: string | undefined }
  | { readonly work: "load"; readonly file: string }
);

export interface ParticipantSource {
  readonly url: string;
  readonly token: string | undefined;
  /** Names or ids; empty: all that have templates or interfaces. */
  readonly packages: readonly string[];
}

/** How a ledger is to be served. */
export interface Settings {
  /** 0 is any free port. */
  readonly port: number;
  /** A name or an address of this machine. */
  readonly host: string;
  /** Files to load in place of the built-in scenarios; empty: those. */
  readonly fixtures: readonly string[];
  /** The folder, or the URL of the database, that the ledger is kept in; undefined for none: it is gone when it is stopped. */
  readonly store: string | undefined;
  /** A dump that the ledger begins as; undefined for none. */
  readonly from: string | undefined;
  /** The participant that the ledger begins as; undefined for none. */
  readonly fork: ForkSetting | undefined;
  /** DARs that the ledger has from the start. */
  readonly dars: readonly string[];
  /** The LocalNet to serve; undefined for a ledger alone. */
  readonly localnet: LocalnetSetting | undefined;
  /** Daml Scripts of these, to be run before anything else. */
  readonly scripts: readonly string[];
  /** What its ids are drawn from. */
  readonly seed: number | string;
  readonly auth: AuthSetting;
  /** What tokens must be made for; nothing in particular when it names neither. */
  readonly target: TokenTarget;
  /** As far ahead as one likes when absent. */
  readonly maxTokenLifetimeSeconds: number | undefined;
  /** Whose tokens are taken besides. */
  readonly identityProviders: readonly IdentityProviderConfig[];
  /** How many parties users may allocate for themselves; absent: what the fixtures say, or none. */
  readonly maxSelfAllocatedParties: number | undefined;
  readonly errors: "hints" | "exact";
  /** Whose way is taken where the specification and a participant disagree. */
  readonly precedence: Precedence;
  /** How long a request may take; undefined: 20 seconds. */
  readonly requestTimeoutMillis: number | undefined;
  /** Origins of web pages that may use the ledger. */
  readonly cors: readonly string[];
  readonly control: ControlSetting;
  /** As it was given, also where nothing is to be steered here. */
  readonly controlSecret: string | undefined;
  /** Whether calls are kept, with their bodies, for the explorer and the control API. */
  readonly requests: boolean;
  /** What is printed of calls. */
  readonly log: "quiet" | "calls" | "bodies";
  /** Whether fixtures and DARs are loaded again when their files change. */
  readonly watch: boolean;
  /** For how long commands are in flight. */
  readonly commitDelayMillis: number;
  /** Absent: 3.5. */
  readonly apiVersion: ApiVersionName | undefined;
  /** Absent: what the fixtures say, or else 35. */
  readonly protocolVersion: ProtocolVersion | undefined;
  /** Aliases of the synchronizers to connect to; empty: one called `local`. */
  readonly synchronizers: readonly string[];
  /** Where these come from, besides the command line; undefined: from nowhere. */
  readonly configFile: string | undefined;
}

/** Where the DARs of a LocalNet are, and where its first ledger listens. */
export interface LocalnetSetting {
  /** A folder or a file. */
  readonly dars: string;
  /** Whether every port is a free one, for tests. */
  readonly anyPort: boolean;
}

/** Which participant is forked, as whom, and how much of it. */
export interface ForkSetting {
  readonly url: string;
  /** What it is called with, where no file has it. */
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** The folder for what was read; undefined for none. */
  readonly cache: string | undefined;
  readonly options: Omit<ForkOptions, "url" | "token" | "cache" | "ledger">;
}

export type AuthSetting =
  | { readonly kind: "disabled" }
  /** Tokens are made and verified with it. */
  | {
      readonly kind: "secret";
      readonly secret: string;
      /** Whether it was made up at the start, and is nobody else's. */
      readonly isNew?: boolean;
    }
  /** Tokens can be verified, but not made here. */
  | { readonly kind: "publicKey"; readonly key: KeyOption };

/** Who may steer the ledger. */
export type ControlSetting =
  | { readonly kind: "off" }
  /** Whoever is on this machine. */
  | { readonly kind: "open" }
  /** Whoever knows it. */
  | { readonly kind: "secret"; readonly secret: string; readonly isNew?: boolean };

export interface CommandLine {
  /** Without the program. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a configuration is looked for; where the process is when absent. */
  readonly folder?: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Where the log of calls goes; absent: there is none, and what is withheld from clients goes to `writeError`. */
  readonly log?: (text: string) => void;
}
