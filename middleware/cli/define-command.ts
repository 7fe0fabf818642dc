import { Command, Help, Option } from "commander";

import type { IdentityProviderConfig } from "../../lib/store.ts";
import type { Config } from "./config.ts";
import {
  type AuthChoice,
  deprecatedGroups,
  precedenceOptions,
  readApiVersion,
  readAuth,
  readCount,
  readDelay,
  readFile,
  readOrigin,
  readPort,
  readProtocolVersion,
  readProvider,
  readSeconds,
  readSecret,
  readSeed,
  readStore,
  readTexts,
  readTokenLifetime,
  readWord,
} from "./option-readers.ts";

/** Options by name, as read from command line, environment and configuration. */
export type ParsedOptions = Omit<Config, "auth" | "maxTokenLifetime" | "identityProvider"> &
  Required<Pick<Config, OptionWithDefault>> & {
    readonly config?: string;
    readonly auth?: AuthChoice;
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

/** Width of help texts, in columns. */
const helpWidth = 100;

/** Creates the command with its options and help texts. The caller adds the actions. */
export const defineCommand = (version: string): Command =>
  new Command("ledger-in-a-box")
    .description("Serves a Canton participant's JSON Ledger API, with demo data.")
    .configureHelp({ helpWidth, optionDescription })
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText("after", "\nDetails: node_modules/ledger-in-a-box/docs/guide/command-line.md")
    .optionsGroup("Content:")
    .option(
      "--fixtures <file...>",
      "fixtures instead of the demo data: YAML, JSON or modules",
      readTexts,
    )
    .option("--dar <file...>", "DARs to upload at the start instead of the demo data", readTexts)
    .option("--script <name...>", "Daml Scripts of the DARs to run, as Module:function", readTexts)
    .option("--from <file>", "dump to start from instead of the demo data", readFile)
    .option("--store <place>", "folder or postgres://… that stores the ledger", readStore)
    .option("--seed <text>", "seed of contract and update ids (default: 1)", readSeed)
    .option("--watch", "load fixtures and DARs again when their files change", false)
    .optionsGroup("Server:")
    .option("--port <number>", "port; 0 chooses a free one (default: PORT, or 7575)", readPort)
    .option("--host <name>", "host name or address to listen on", readWord, "127.0.0.1")
    .option("--config <file>", "file with options (default: ledger-in-a-box.config.*)")
    .option("--cors <origin...>", "origins of web pages that may use the ledger", readOrigin)
    .option("--request-timeout <seconds>", "timeout of requests (default: 20)", readSeconds)
    .option("--quiet", "do not log calls, except causes that responses withhold", false)
    .option("--verbose", "log request and response bodies; secrets are redacted", false)
    .optionsGroup("Control:")
    .option("--control", "enable the control API (clock, snapshots, fixtures)", false)
    .option(
      "--control-secret <text>",
      "secret of the control API, or disabled (default: LEDGER_IN_A_BOX_CONTROL_SECRET, or a new one)",
      readSecret,
    )
    .option("--requests", "record calls and bodies in the request journal", false)
    .optionsGroup("Authorization:")
    .option("--auth <file>", "PEM file of a public key that verifies tokens, or disabled", readAuth)
    .option(
      "--secret <text>",
      "secret of HS256 tokens (default: LEDGER_IN_A_BOX_SECRET, or a new one)",
      readSecret,
    )
    .option("--audience <text>", "accept only tokens with this audience", readWord)
    .option("--scope <word>", "accept only tokens with this scope, in scope or scp", readWord)
    .option(
      "--max-token-lifetime <seconds>",
      "reject tokens with a longer lifetime or without exp; participant: 300",
      readTokenLifetime,
    )
    .option(
      "--identity-provider <provider...>",
      "accept tokens of an issuer, given as id,issuer,url or id,issuer,url,audience",
      readProvider,
    )
    .option(
      "--self-allocated-parties <number>",
      "number of parties that a user may allocate for itself",
      readCount,
    )
    .optionsGroup("Participant:")
    .option(
      "--api-version <version>",
      "version of the API, such as 3.4, 3.5.10 or 3.6 (default: 3.5)",
      readApiVersion,
    )
    .addOption(
      new Option(
        "--enable-deprecated <group...>",
        "deprecated endpoints and fields that version 3.6 serves",
      ).choices(deprecatedGroups),
    )
    .option("--protocol-version <version>", "34, 35 or dev (default: 35)", readProtocolVersion)
    .addOption(
      new Option("--precedence <of>", "which to follow where the specification and Canton differ")
        .choices(precedenceOptions)
        .default("specification"),
    )
    .addOption(
      new Option("--errors <form>", "errors with hints, or exactly those of a participant")
        .choices(["hints", "exact"])
        .default("hints"),
    )
    .option("--synchronizers <alias...>", "synchronizers to connect to", readTexts)
    .option(
      "--commit-delay <milliseconds>",
      "delay between acceptance and commit of commands, so that they can conflict",
      readDelay,
      0,
    )
    .optionsGroup("LocalNet:")
    .option("--localnet", "serve Splice LocalNet on its ports, from the DARs of --dars", false)
    .option("--dars <folder>", "folder with the DARs of a LocalNet, or one file", readFile)
    .exitOverride();

/** Returns the description of an option, without the default value of a flag, which is always off. */
function optionDescription(this: Help, option: Option): string {
  const { defaultValue } = option as { readonly defaultValue?: unknown };
  if (defaultValue === false) return option.description;
  return Help.prototype.optionDescription.call(this, option);
}
