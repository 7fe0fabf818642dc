import { type Command, InvalidArgumentError } from "commander";

import type { Config } from "./config.ts";
import { readFile, readTexts, readUrl } from "./option-readers.ts";
import type { CommandLine, ForkSetting } from "./settings.ts";

/** Fork options by name. */
type GivenForkOptions = Pick<Config, Extract<keyof Config, `fork${string}`>>;

/** Environment variable for the token, because other users of a machine can read command lines. */
const forkTokenVariable = "LEDGER_IN_A_BOX_FORK_TOKEN";

/** Adds the options of a fork. */
export const addFork = (command: Command): Command =>
  command
    .option("--fork <url>", "participant that the ledger begins as; it is only read", readUrl)
    .option(
      "--fork-token-file <file>",
      `file with what it is called with, read again when that expires (default: ${forkTokenVariable})`,
      readFile,
    )
    .option(
      "--fork-party <party...>",
      "whose contracts (default: of all that the token may read as)",
      readTexts,
    )
    .option("--fork-template <id...>", "contracts of these templates only", readTexts)
    .option("--fork-interface <id...>", "contracts that implement these", readTexts)
    .option("--fork-at <offset>", "offset that is forked (default: the ledger end)", readWhole)
    .option("--fork-max-contracts <number>", "refuse more contracts (default: 200000)", readWhole)
    .option("--fork-cache <folder>", "where what was read is kept, for the next time", readFile)
    .option("--fork-offline", "take everything from there, and ask nobody", false)
    .option("--fork-strict", "refuse what cannot be taken over as it is", false);

const readWhole = (text: string): number => {
  if (/^[1-9]\d{0,14}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1.");
};

/**
 * Returns the fork setting; undefined without `--fork`. Ends the command with a message if fork
 * options are used without it.
 */
export const forkSetting = (
  command: Command,
  environment: CommandLine["environment"],
): ForkSetting | undefined => {
  const options = command.opts<GivenForkOptions>();
  const { fork: url, forkTokenFile, forkParty, forkTemplate, forkInterface, forkAt } = options;
  const { forkCache, forkMaxContracts, forkOffline = false, forkStrict = false } = options;
  if (url === undefined) {
    const alone = command.options.find(
      (option) =>
        option.attributeName().startsWith("fork") &&
        !["default", undefined].includes(command.getOptionValueSource(option.attributeName())),
    );
    if (alone !== undefined) command.error(`error: ${alone.long} needs the --fork that it is for`);
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
