import { randomBytes } from "node:crypto";

import { Command } from "commander";

import { localnetTokenAudience, localnetTokenSecret } from "../../lib/localnet/index.ts";
import { applyConfigFile, findConfigFile } from "./config-file.ts";
import { readForkSetting } from "./fork-options.ts";
import { readPortOption } from "./option-readers.ts";
import { isOptionFromSource } from "./option-source.ts";
import { addServerOptions, type ParsedCommandLineOptions } from "./server-options.ts";
import {
  type AuthSetting,
  type CommandLineIo,
  type ControlApiAccessSetting,
  defaultPort,
  type ServerSettings,
} from "./settings.ts";

/**
 * Returns the settings from command line, environment and configuration, in this order of precedence. If the command
 * does not have an option of a server, the value comes from the environment, the configuration or the default. Ends the
 * command with a message if a setting is invalid. With `usesFreePort`, the port is 0 if neither command line nor
 * configuration sets it; a LocalNet keeps its default port.
 */
export const readCliSettings = async (
  command: Command,
  { environment, folder = process.cwd() }: CommandLineIo,
  { usesFreePort = false }: { readonly usesFreePort?: boolean } = {},
): Promise<ServerSettings> => {
  const server = addServerOptions(new Command().copyInheritedSettings(command));
  for (const [name, value] of Object.entries(command.opts())) {
    if (isOptionFromSource(command, name, "cli")) {
      server.setOptionValueWithSource(name, value, "cli");
    }
  }
  applyEnvironment(server, environment);
  const configFile = findConfigFile(folder, server.opts<ParsedCommandLineOptions>().config);
  if (configFile !== undefined) await applyConfigFile(server, configFile);
  const settings = toSettings(server, environment);
  const isFree =
    usesFreePort &&
    settings.localnet === undefined &&
    !isOptionFromSource(server, "port", "cli", "config");
  return { ...settings, ...(isFree && { port: 0 }), configFile };
};

const applyEnvironment = (command: Command, environment: CommandLineIo["environment"]): void => {
  const { PORT: port = "" } = environment;
  if (port !== "") {
    try {
      setFromEnvironment(command, "port", readPortOption(port));
    } catch {
      // With --port, PORT in the environment is ignored.
      if (!isOptionFromSource(command, "port", "cli")) {
        command.error("error: PORT in the environment is not a port number");
      }
    }
  }
  setFromEnvironment(command, "secret", environment["LEDGER_IN_A_BOX_SECRET"]);
  setFromEnvironment(command, "controlSecret", environment["LEDGER_IN_A_BOX_CONTROL_SECRET"]);
};

const setFromEnvironment = (command: Command, name: string, value: unknown): void => {
  if (value === undefined || value === "") return;
  if (isOptionFromSource(command, name, "cli")) return;
  command.setOptionValueWithSource(name, value, "env");
};

const toSettings = (
  command: Command,
  environment: CommandLineIo["environment"],
): Omit<ServerSettings, "configFile"> => {
  const options = command.opts<ParsedCommandLineOptions>();
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
  const fork = readForkSetting(command, environment);
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
        : { kind: "secret", secret: localnetTokenSecret, isNew: false },
    target: {
      ...(localnet === undefined ? {} : { audience: localnetTokenAudience }),
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
const localnetSetting = (
  command: Command,
  options: ParsedCommandLineOptions,
): ServerSettings["localnet"] => {
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
  const given = own.filter((name) => isOptionFromSource(command, name, "cli", "config"));
  if (given.length > 0) {
    command.error(`error: --localnet excludes --${given.join(", --")}`);
  }
  return { dars, anyPort: port === 0 };
};

/**
 * Returns the setting of --auth and --secret. The source with higher precedence decides: command
 * line, environment, configuration.
 */
const authSetting = (command: Command, { auth, secret }: ParsedCommandLineOptions): AuthSetting => {
  const rank = (name: string): number =>
    ["config", "env", "cli"].indexOf(command.getOptionValueSource(name) ?? "");
  if (auth !== undefined && secret !== undefined && rank("auth") === rank("secret")) {
    command.error("error: --auth and --secret exclude each other");
  }
  if (secret !== undefined && rank("secret") > rank("auth")) {
    return { kind: "secret", secret, isNew: false };
  }
  if (auth === undefined) return { kind: "secret", secret: generateSecret(), isNew: true };
  return auth.kind === "secret" ? { ...auth, isNew: false } : auth;
};

const controlSetting = ({
  control,
  controlSecret,
}: ParsedCommandLineOptions): ControlApiAccessSetting => {
  if (!control && controlSecret === undefined) return { kind: "off" };
  if (controlSecret === undefined) return { kind: "secret", secret: generateSecret(), isNew: true };
  return controlSecret === "disabled"
    ? { kind: "open" }
    : { kind: "secret", secret: controlSecret, isNew: false };
};

const generateSecret = (): string => randomBytes(32).toString("base64url");
