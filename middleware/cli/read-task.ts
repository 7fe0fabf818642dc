import { randomBytes } from "node:crypto";
import { join } from "node:path";

import type { Command } from "commander";

import { findNearest } from "../../lib/internal.ts";
import { tokenAudience, tokenSecret } from "../../lib/localnet/index.ts";
import { addCodegen } from "./codegen-command.ts";
import { applyConfigFile, findConfigFile } from "./config-file.ts";
import { defineCommand, type ParsedOptions } from "./define-command.ts";
import { addFork, forkSetting } from "./fork-options.ts";
import { addInit } from "./init-command.ts";
import { addMcp } from "./mcp-command.ts";
import { readJobs, readPort, readProtocolVersion, readSeconds } from "./option-readers.ts";
import { comesFrom } from "./option-source.ts";
import { packageVersion } from "./package-folder.ts";
import { addRecordings, type ReplayRequest } from "./recording-commands.ts";
import {
  type AuthSetting,
  type CacheTask,
  type CodegenTask,
  type CommandLine,
  type CommandLineTask,
  type ControlSetting,
  type CoverageTask,
  defaultPort,
  type InitTask,
  type McpRequest,
  type RecordTask,
  type RedactTask,
  type ScriptTestTask,
  type ServerSettings,
  type StoreTask,
} from "./settings.ts";
import { addStore } from "./store-command.ts";
import { addUpgradeCheck, type UpgradeCheckRequest } from "./upgrade-command.ts";

/**
 * Reads command line, environment and configuration, in this order of precedence. Rejects with a
 * CommanderError after printing a message if there is nothing to do: for help, for the version and
 * for invalid options.
 */
export const readTask = async ({
  arguments: given,
  environment,
  folder = process.cwd(),
  write,
  writeError,
}: CommandLine): Promise<CommandLineTask> => {
  const command = addFork(defineCommand(packageVersion())).configureOutput({
    writeOut: write,
    writeErr: writeError,
  });
  const requested: { task: RequestedTask } = { task: { kind: "serve" } };
  addInit(command, (task) => (requested.task = task));
  command
    .command("token <user>")
    .description("print a token of a user, for a ledger with the same options")
    .action((userId: string) => void (requested.task = { kind: "token", userId }));
  command
    .command("reset")
    .description("reset the ledger that runs on the same port to its loaded content")
    .action(() => void (requested.task = { kind: "reset" }));
  command
    .command("coverage [command...]")
    .description("run a test command, given after --, and print what its tests covered")
    .option("--output <file>", "output file (JSON)", defaultCoverageFile)
    .option("--lcov <file>", "write the lines of Daml code that ran, in the format of LCOV")
    .action((testing: string[], { output, lcov }: ParsedCoverageOptions) => {
      requested.task = { kind: "coverage", testing, output, lcov };
    });
  command
    .command("test <dar...>")
    .description("run the Daml Scripts of DARs as tests, each on its own ledger")
    .option("--filter <text>", "run only scripts whose names contain the text", "")
    .option("--junit <file>", "write a JUnit report")
    .option("--ledgers <folder>", "folder for the ledgers of failed scripts; open them with --from")
    .option("--show-coverage", "list templates and choices that no script used", false)
    .option("--lcov <file>", "write the lines of Daml code that ran, in the format of LCOV")
    .option("--profile", "print which choices and functions spent the evaluation steps", false)
    .option("--stacks <file>", "write the profile as collapsed stacks, for flame graphs")
    .option("--timeout <seconds>", "timeout of each script", readSeconds, 60)
    .option(
      "--jobs <number>",
      "number of scripts that run in parallel (default: the fastest number)",
      readJobs,
    )
    .option(
      "--protocol-version <version>",
      "34, 35 or dev (default: 34, or newer if a package needs it)",
      readProtocolVersion,
    )
    .action((dars: string[], options: ParsedTestOptions, test: Command) => {
      const { junit, jobs, ledgers, lcov, stacks, ...others } = options;
      // Commander assigns an option that `serve` also has to the parent command, even if the user writes it
      // after this command's name.
      const { protocolVersion } = test.optsWithGlobals<ParsedTestOptions>();
      const files = { junit, ledgers, lcov, stacks };
      requested.task = { kind: "test", dars, jobs, ...files, ...others, protocolVersion };
    });
  command
    .command("cache")
    .description("print location and size of the caches of this machine")
    .option("--clear", "delete the caches", false)
    .action(({ clear: isCleared }: { readonly clear: boolean }) => {
      requested.task = { kind: "cache", isCleared };
    });
  command
    .command("explore <file>")
    .description("open a ledger file, written by a failing test or by saveLedger, in the explorer")
    .action((file: string) => void (requested.task = { kind: "explore", file }));
  addMcp(command, (task) => (requested.task = task));
  addCodegen(command, (task) => (requested.task = task));
  addStore(command, (task) => (requested.task = task));
  addRecordings(command, {
    record: (task) => (requested.task = task),
    redact: (task) => (requested.task = task),
    replay: (task) => (requested.task = task),
  });
  addUpgradeCheck(command, (task) => (requested.task = task));
  // Arguments that name no command arrive here.
  command.allowExcessArguments().action(() => {
    if (command.args[0] !== undefined) refuseCommand(command, command.args[0]);
  });
  command.parse(given, { from: "user" });
  const { task } = requested;
  if (needsNoSettings(task)) return task;
  applyEnvironment(command, environment);
  const configFile = findConfigFile(folder, command.opts<ParsedOptions>().config);
  if (configFile !== undefined) await applyConfigFile(command, configFile);
  const settings = readSettings(command, environment);
  if (task.kind === "upgradeCheck") requireLedger(command, settings);
  if (task.kind === "explore" || task.kind === "record") {
    return { ...task, port: settings.port, host: settings.host };
  }
  // Each of several agents may have its own ledger, so this ledger gets a free port by default.
  const port = task.kind === "mcp" ? mcpPort(command, settings) : settings.port;
  return { ...task, settings: { ...settings, port, configFile } };
};

const mcpPort = (
  command: Command,
  { port, localnet }: Omit<ServerSettings, "configFile">,
): number => (localnet === undefined && !comesFrom(command, "port", "cli", "config") ? 0 : port);

const refuseCommand = (command: Command, name: string): never => {
  const names = command.commands.map((known) => known.name());
  const suggestion = findNearest(name, names);
  const option = /\.dar$/iu.test(name) ? "--dar" : /\.\w+$/u.test(name) ? "--fixtures" : undefined;
  const advice =
    option === undefined
      ? `${/^(?:run|serve|server|start|up)$/u.test(name) ? "Without a command, it serves a ledger. " : ""}Commands: ${names.join(", ")}.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`
      : `Pass files with ${option}.`;
  return command.error(`error: There is no command ${name}. ${advice}`);
};
/**
 * Ends the command if no ledger is named: the demo data has no contracts worth an upgrade check.
 */
const requireLedger = (
  command: Command,
  { fork, from, store, fixtures }: Omit<ServerSettings, "configFile">,
): void => {
  if ((fork ?? from ?? store ?? fixtures[0]) !== undefined) return;
  command.error("error: name the ledger with --fork, --from, --store or --fixtures");
};

/** Tasks that do not use the settings of a ledger. */
type TaskWithoutSettings =
  CoverageTask | ScriptTestTask | CodegenTask | StoreTask | CacheTask | RedactTask | InitTask;

const needsNoSettings = (task: RequestedTask): task is TaskWithoutSettings =>
  ["coverage", "test", "codegen", "store", "cache", "redact", "init"].includes(task.kind);

type RequestedTask =
  | { readonly kind: "serve" | "reset" }
  | { readonly kind: "token"; readonly userId: string }
  | { readonly kind: "explore"; readonly file: string }
  | McpRequest
  | ReplayRequest
  | UpgradeCheckRequest
  | Omit<RecordTask, "port" | "host">
  | TaskWithoutSettings;

type ParsedTestOptions = Pick<ScriptTestTask, "filter" | "showCoverage" | "timeout" | "profile"> &
  Partial<
    Pick<ScriptTestTask, "junit" | "jobs" | "ledgers" | "protocolVersion" | "lcov" | "stacks">
  >;

type ParsedCoverageOptions = Pick<CoverageTask, "output"> & Partial<Pick<CoverageTask, "lcov">>;

const defaultCoverageFile = join("coverage", "ledger.json");

const applyEnvironment = (command: Command, environment: CommandLine["environment"]): void => {
  const { PORT: port = "" } = environment;
  if (port !== "") {
    try {
      setFromEnvironment(command, "port", readPort(port));
    } catch {
      // With --port, PORT in the environment is ignored.
      if (!comesFrom(command, "port", "cli")) {
        command.error("error: PORT in the environment is not a port number");
      }
    }
  }
  setFromEnvironment(command, "secret", environment["LEDGER_IN_A_BOX_SECRET"]);
  setFromEnvironment(command, "controlSecret", environment["LEDGER_IN_A_BOX_CONTROL_SECRET"]);
};

const setFromEnvironment = (command: Command, name: string, value: unknown): void => {
  if (value === undefined || value === "") return;
  if (comesFrom(command, name, "cli")) return;
  command.setOptionValueWithSource(name, value, "env");
};

const readSettings = (
  command: Command,
  environment: CommandLine["environment"],
): Omit<ServerSettings, "configFile"> => {
  const options = command.opts<ParsedOptions>();
  const { fixtures = [], synchronizers = [], from } = options;
  if (fixtures.length === 0 && from === undefined && synchronizers.length > 1) {
    command.error(
      "error: several --synchronizers need --fixtures: the demo data does not assign its parties to synchronizers",
    );
  }
  if (options.script !== undefined && options.dar === undefined) {
    command.error("error: --script needs a --dar that contains it");
  }
  if (options.watch && options.store !== undefined) {
    command.error(
      "error: --watch and --store exclude each other: --watch starts from the files, --store continues a ledger",
    );
  }
  const fork = forkSetting(command, environment);
  const other = from ?? options.store ?? synchronizers[0];
  if (fork !== undefined && other !== undefined) {
    command.error("error: --fork excludes --from, --store and --synchronizers");
  }
  const { apiVersion = "3.5", enableDeprecated = [] } = options;
  if (enableDeprecated.length > 0 && fork === undefined && !apiVersion.startsWith("3.6")) {
    command.error(
      `error: --enable-deprecated needs --api-version 3.6: version ${apiVersion} does not disable deprecated endpoints and fields`,
    );
  }
  const localnet = localnetSetting(command, options);
  if (options.quiet && options.verbose) {
    command.error("error: --quiet and --verbose exclude each other");
  }
  return {
    port: options.port ?? (localnet === undefined ? defaultPort : localnetPort),
    host: options.host,
    fixtures,
    store: options.store,
    from: options.from,
    fork,
    dars: options.dar ?? [],
    localnet,
    scripts: options.script ?? [],
    seed: options.seed ?? 1,
    auth:
      localnet === undefined
        ? authSetting(command, options)
        : { kind: "secret", secret: tokenSecret, isNew: false },
    target: {
      ...(localnet === undefined ? {} : { audience: tokenAudience }),
      ...(options.audience === undefined ? {} : { audience: options.audience }),
      ...(options.scope === undefined ? {} : { scope: options.scope }),
    },
    maxTokenLifetimeSeconds:
      options.maxTokenLifetime ?? (localnet === undefined ? undefined : Infinity),
    identityProviders: options.identityProvider ?? [],
    maxSelfAllocatedParties: options.selfAllocatedParties,
    errors: options.errors,
    precedence: options.precedence,
    requestTimeoutMillis:
      options.requestTimeout === undefined ? undefined : options.requestTimeout * 1000,
    cors: options.cors ?? [],
    control: controlSetting(options),
    controlSecret: options.controlSecret,
    requests: options.requests || options.control,
    log: options.quiet ? "quiet" : options.verbose ? "bodies" : "calls",
    watch: options.watch,
    commitDelayMillis: options.commitDelay,
    apiVersion: options.apiVersion,
    enabledDeprecated: enableDeprecated,
    protocolVersion: options.protocolVersion,
    synchronizers,
  };
};

/** Port of the JSON Ledger API of LocalNet's app-user. */
const localnetPort = 2975;

/**
 * Returns the setting of `--localnet`. Refuses options that LocalNet defines itself: tokens, users,
 * synchronizers.
 */
const localnetSetting = (command: Command, options: ParsedOptions): ServerSettings["localnet"] => {
  const { localnet, dars, port } = options;
  if (!localnet) {
    if (dars !== undefined) {
      command.error("error: --dars needs --localnet; a plain ledger uses --dar");
    }
    return undefined;
  }
  if (dars === undefined) {
    command.error(
      "error: --localnet needs --dars <folder> with splice-wallet-0.1.19.dar, " +
        "which the public repository of Splice has in daml/dars",
    );
  }
  const own = [
    "auth",
    "secret",
    "audience",
    "scope",
    "synchronizers",
    "dar",
    "script",
    "fork",
    "from",
    "store",
    "watch",
  ];
  const given = own.filter((name) => comesFrom(command, name, "cli", "config"));
  if (given.length > 0) {
    command.error(`error: --localnet excludes --${given.join(", --")}`);
  }
  return { dars, anyPort: port === 0 };
};

/**
 * Returns the setting of --auth and --secret. The source with higher precedence decides: command
 * line, environment, configuration.
 */
const authSetting = (command: Command, { auth, secret }: ParsedOptions): AuthSetting => {
  const rank = (name: string): number =>
    ["config", "env", "cli"].indexOf(command.getOptionValueSource(name) ?? "");
  if (auth !== undefined && secret !== undefined && rank("auth") === rank("secret")) {
    command.error("error: --auth and --secret exclude each other");
  }
  if (secret !== undefined && rank("secret") > rank("auth")) {
    return { kind: "secret", secret, isNew: false };
  }
  return auth ?? { kind: "secret", secret: generateSecret(), isNew: true };
};

const controlSetting = ({ control, controlSecret }: ParsedOptions): ControlSetting => {
  if (!control) return { kind: "off" };
  if (controlSecret === undefined) return { kind: "secret", secret: generateSecret(), isNew: true };
  return controlSecret === "disabled"
    ? { kind: "open" }
    : { kind: "secret", secret: controlSecret, isNew: false };
};

const generateSecret = (): string => randomBytes(32).toString("base64url");
