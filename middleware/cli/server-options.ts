import { type Command, Option } from "commander";

import type { IdentityProviderConfig } from "../../lib/store.ts";
import type { Config } from "./config.ts";
import { addForkOptions } from "./fork-options.ts";
import {
  type AuthOptionValue,
  deprecatedApiGroups,
  parseCountOption,
  parseSecretOption,
  parseSeedOption,
  precedenceOptionChoices,
  readApiVersionOption,
  readAuthOption,
  readDelayOption,
  readFileNameOption,
  readIdentityProviderOption,
  readMaxTokenLifetimeOption,
  readOriginOption,
  readPortOption,
  readProtocolVersionOption,
  readSecondsOption,
  readStoreLocationOption,
  readTextListOption,
  readTextWithoutSpaces,
} from "./option-readers.ts";

/** Options by name, as read from command line, environment and configuration. */
export type ParsedCommandLineOptions = Omit<
  Config,
  "auth" | "maxTokenLifetime" | "identityProvider"
> &
  Required<Pick<Config, OptionWithDefault>> & {
    readonly config?: string;
    readonly auth?: AuthOptionValue;
    readonly maxTokenLifetime?: number;
    readonly identityProvider?: readonly IdentityProviderConfig[];
  };

type OptionWithDefault =
  | "host"
  | "localnet"
  | "errors"
  | "precedence"
  | "control"
  | "requests"
  | "quiet"
  | "verbose"
  | "watch"
  | "commitDelay";

/** Adds the options that say what a ledger contains and how it behaves. */
export const addLedgerOptions = (command: Command): Command =>
  addForkOptions(
    command
      .addOption(configOption())
      .optionsGroup("Content:")
      .option(
        "--fixtures <file...>",
        "fixtures instead of the demo data: YAML, JSON or modules",
        readTextListOption,
      )
      .option(
        "--dar <file...>",
        "DARs to upload at the start instead of the demo data",
        readTextListOption,
      )
      .option(
        "--script <name...>",
        "Daml Scripts of the DARs to run, as Module:function",
        readTextListOption,
      )
      .option("--from <file>", "dump to start from instead of the demo data", readFileNameOption)
      .option(
        "--store <place>",
        "folder or postgres://… that stores the ledger",
        readStoreLocationOption,
      )
      .option("--seed <text>", "seed of contract and update ids (default: 1)", parseSeedOption)
      .optionsGroup("Participant:")
      .option(
        "--api-version <version>",
        "version of the API, such as 3.4, 3.5.10 or 3.6 (default: 3.5)",
        readApiVersionOption,
      )
      .addOption(
        new Option(
          "--enable-deprecated <group...>",
          "deprecated endpoints and fields that version 3.6 serves",
        ).choices(deprecatedApiGroups),
      )
      .option(
        "--protocol-version <version>",
        "34, 35 or dev (default: 35)",
        readProtocolVersionOption,
      )
      .addOption(
        new Option("--precedence <of>", "which to follow where the specification and Canton differ")
          .choices(precedenceOptionChoices)
          .default("specification"),
      )
      .option("--synchronizers <alias...>", "synchronizers to connect to", readTextListOption)
      .option(
        "--commit-delay <milliseconds>",
        "delay between acceptance and commit of commands, so that they can conflict",
        readDelayOption,
        0,
      ),
  );

/** Adds the options of a server and of the ledger that it serves. */
export const addServerOptions = (command: Command): Command =>
  addLedgerOptions(command)
    .optionsGroup("Content:")
    .option("--watch", "load fixtures and DARs again when their files change", false)
    .optionsGroup("Participant:")
    .addOption(
      new Option("--errors <form>", "errors with hints, or exactly those of a participant")
        .choices(["hints", "exact"])
        .default("hints"),
    )
    .optionsGroup("Server:")
    .addOption(portOption())
    .addOption(hostOption())
    .option("--cors <origin...>", "origins of web pages that may use the ledger", readOriginOption)
    .option("--request-timeout <seconds>", "timeout of requests (default: 20)", readSecondsOption)
    .option(
      "--quiet",
      "do not log calls; log only unexpected errors and causes that responses withhold",
      false,
    )
    .option("--verbose", "log request and response bodies; secrets are redacted", false)
    .optionsGroup("Control:")
    .option("--control", "enable the control API (clock, snapshots, fixtures)", false)
    .addOption(controlSecretOption())
    .option("--requests", "record calls and bodies in the request journal", false)
    .optionsGroup("Authorization:")
    .option("--auth <key>", "PEM file of a public key, or disabled, or a secret", readAuthOption)
    .addOption(secretOption())
    .addOption(audienceOption())
    .addOption(scopeOption())
    .addOption(tokenLifetimeOption())
    .option(
      "--identity-provider <provider...>",
      "accept tokens of an issuer, given as id,issuer,url or id,issuer,url,audience",
      readIdentityProviderOption,
    )
    .option(
      "--self-allocated-parties <number>",
      "number of parties that a user may allocate for itself",
      parseCountOption,
    )
    .optionsGroup("LocalNet:")
    .option("--localnet", "serve Splice LocalNet on its ports, from the DARs of --dars", false)
    .option(
      "--dars <folder>",
      "folder with the DARs of a LocalNet, or one file",
      readFileNameOption,
    );

/** Adds the options that find a running ledger and sign a token for it. */
export const addTokenOptions = (command: Command): Command =>
  command
    .addOption(portOption())
    .addOption(secretOption())
    .addOption(audienceOption())
    .addOption(scopeOption())
    .addOption(tokenLifetimeOption())
    .addOption(configOption());

/** Adds the options that find a running ledger and its control API. */
export const addControlOptions = (command: Command): Command =>
  command.addOption(portOption()).addOption(controlSecretOption()).addOption(configOption());

/** Adds the options that say where a server listens. */
export const addListenOptions = (command: Command): Command =>
  command.addOption(portOption()).addOption(hostOption()).addOption(configOption());

const configOption = (): Option =>
  new Option("--config <file>", "file with options (default: ledger-in-a-box.config.*)");

const portOption = (): Option =>
  new Option("--port <number>", "port; 0 chooses a free one (default: PORT, or 7575)").argParser(
    readPortOption,
  );

const hostOption = (): Option =>
  new Option("--host <name>", "host name or address to listen on")
    .argParser(readTextWithoutSpaces)
    .default("127.0.0.1");

const controlSecretOption = (): Option =>
  new Option(
    "--control-secret <text>",
    "secret of the control API, or disabled (default: LEDGER_IN_A_BOX_CONTROL_SECRET, or a new one)",
  ).argParser(parseSecretOption);

const secretOption = (): Option =>
  new Option(
    "--secret <text>",
    "secret of HS256 tokens (default: LEDGER_IN_A_BOX_SECRET, or a new one)",
  ).argParser(parseSecretOption);

const audienceOption = (): Option =>
  new Option("--audience <text>", "accept only tokens with this audience").argParser(
    readTextWithoutSpaces,
  );

const scopeOption = (): Option =>
  new Option("--scope <word>", "accept only tokens with this scope, in scope or scp").argParser(
    readTextWithoutSpaces,
  );

const tokenLifetimeOption = (): Option =>
  new Option(
    "--max-token-lifetime <seconds>",
    "reject tokens with a longer lifetime or without exp; participant means 300",
  ).argParser(readMaxTokenLifetimeOption);
