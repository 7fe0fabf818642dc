import { type Command, InvalidArgumentError } from "commander";

import type { Config } from "./config.ts";
import { readFileNameOption, readTextListOption, readUrlOption } from "./option-readers.ts";
import { isOptionFromSource } from "./option-source.ts";
import type { CommandLineIo, ForkSettings } from "./settings.ts";

/** Fork options by name. */
type ParsedForkOptions = Pick<Config, Extract<keyof Config, `fork${string}`>>;

/** Environment variable for the token, because other users of a machine can read command lines. */
const forkTokenVariable = "LEDGER_IN_A_BOX_FORK_TOKEN";

/** Adds the options of a fork. */
export const addForkOptions = (command: Command): Command =>
  command
    .optionsGroup("Fork of a participant:")
    .option("--fork <url>", "participant to fork; it is only read", readUrlOption)
    .option(
      "--fork-token-file <file>",
      `file with the token, read again when the token expires (default: ${forkTokenVariable})`,
      readFileNameOption,
    )
    .option(
      "--fork-party <party...>",
      "parties whose contracts to read (default: all that the token can read as)",
      readTextListOption,
    )
    .option("--fork-template <id...>", "only contracts of these templates", readTextListOption)
    .option(
      "--fork-interface <id...>",
      "only contracts that implement these interfaces",
      readTextListOption,
    )
    .option(
      "--fork-at <offset>",
      "offset to fork at (default: the ledger end)",
      readPositiveInteger,
    )
    .option(
      "--fork-max-contracts <number>",
      "maximum number of contracts (default: 200000)",
      readPositiveInteger,
    )
    .option("--fork-cache <folder>", "cache for what was read", readFileNameOption)
    .option("--fork-offline", "read from the cache only", false)
    .option("--fork-strict", "fail if a contract cannot be copied exactly", false);

const readPositiveInteger = (text: string): number => {
  if (/^[1-9]\d{0,14}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected an integer of at least 1.");
};

/**
 * Returns the fork setting; undefined without `--fork`. Ends the command with a message if fork
 * options are used without it.
 */
export const readForkSetting = (
  command: Command,
  environment: CommandLineIo["environment"],
): ForkSettings | undefined => {
  const options = command.opts<ParsedForkOptions>();
  const { fork: url, forkTokenFile, forkParty, forkTemplate, forkInterface, forkAt } = options;
  const { forkCache, forkMaxContracts, forkOffline = false, forkStrict = false } = options;
  if (url === undefined) {
    const alone = command.options.find(
      (option) =>
        option.attributeName().startsWith("fork") &&
        isOptionFromSource(command, option.attributeName(), "cli", "config"),
    );
    if (alone !== undefined) command.error(`error: ${alone.long} needs --fork`);
    return undefined;
  }
  if (forkOffline) {
    const missing = [
      ["--fork-cache", forkCache],
      ["--fork-at", forkAt],
      ["--fork-party", forkParty],
    ].flatMap(([name, value]) => (value === undefined ? [name] : []));
    if (missing.length > 0) command.error(`error: --fork-offline needs ${missing.join(" and ")}`);
  }
  const { [forkTokenVariable]: token } = environment;
  return {
    url,
    token: token === "" ? undefined : token,
    tokenFile: forkTokenFile,
    cache: forkCache,
    options: {
      ...(forkParty && { parties: forkParty }),
      templates: forkTemplate ?? [],
      interfaces: forkInterface ?? [],
      ...(forkAt !== undefined && { atOffset: forkAt }),
      ...(forkMaxContracts !== undefined && { maxContracts: forkMaxContracts }),
      offline: forkOffline,
      strict: forkStrict,
    },
  };
};
