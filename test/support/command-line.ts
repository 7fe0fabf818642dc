import { runCommandLine } from "../../middleware/cli/run.ts";

export interface CommandLineOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The working folder, in which the command line looks for its configuration file. */
  readonly folder?: string;
}

export interface CommandResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** A running command line. */
export interface RunningCommand {
  readonly greeting: string;
  readonly baseUrl: string;
  /** The log lines of its requests so far. */
  readonly log: readonly string[];
  /** Resolves with the first line on standard error that matches. */
  readonly waitForErrorLine: (pattern: RegExp) => Promise<string>;
  readonly stop: () => Promise<CommandResult>;
}

/**
 * Runs the command line in this process to its end. It is told to stop from the start, so a command that serves
 * ends at once.
 */
export const runCommand = async (
  given: readonly string[],
  { environment = {}, folder = "/nowhere" }: CommandLineOptions = {},
): Promise<CommandResult> => {
  let [output, errors] = ["", ""];
  const write = (text: string): void => void (output += text);
  const writeError = (text: string): void => void (errors += text);
  const line = { arguments: given, environment, folder, write, writeError };
  const code = await runCommandLine(line, AbortSignal.abort());
  return { code, output, errors };
};

/**
 * Runs the command line in this process. Calls `use` with each text that it writes, and stops the command
 * line when the first call has resolved.
 */
export const useCommandOutput = async (
  given: readonly string[],
  use: (text: string) => void | Promise<void> = () => undefined,
  environment: Readonly<Record<string, string>> = {},
): Promise<Omit<CommandResult, "output">> => {
  const stop = new AbortController();
  let errors = "";
  let used: Promise<void> = Promise.resolve();
  const write = (text: string): void => {
    used = Promise.resolve(use(text)).finally(() => stop.abort());
  };
  const writeError = (text: string): void => void (errors += text);
  const code = await runCommandLine(
    { arguments: given, environment, write, writeError },
    stop.signal,
  );
  await used;
  return { code, errors };
};

/**
 * Runs the command line in this process until `use` resolves. `use` gets a function that waits until the
 * output matches a pattern.
 */
export const watchCommand = async (
  given: readonly string[],
  folder: string,
  use: (written: (pattern: RegExp) => Promise<void>) => Promise<void>,
): Promise<number> => {
  const stop = new AbortController();
  let text = "";
  let onText = (): void => undefined;
  const write = (more: string): void => {
    text += more;
    onText();
  };
  const line = { arguments: given, environment: {}, folder, write, writeError: write };
  const ended = runCommandLine(line, stop.signal);
  await use(async (pattern) => {
    while (!pattern.test(text)) await new Promise<void>((resolve) => (onText = resolve));
    text = "";
  });
  stop.abort();
  return ended;
};

/**
 * Starts the command line in this process; the caller stops it. Rejects with its output if it does not start.
 */
export const startCommand = async (
  given: readonly string[],
  { environment = {}, folder = "/nowhere" }: CommandLineOptions = {},
): Promise<RunningCommand> => {
  const stop = new AbortController();
  const log: string[] = [];
  let errors = "";
  let heard = (): void => undefined;
  const writeError = (text: string): void => {
    errors += text;
    heard();
  };
  let ended: Promise<number> = Promise.resolve(0);
  const greeting = await new Promise<string>((resolve, reject) => {
    const line = {
      arguments: withFreePort(given),
      environment,
      folder,
      write: resolve,
      writeError,
      log: (text: string) => void log.push(text),
    };
    ended = runCommandLine(line, stop.signal);
    ended.then(() => reject(new Error(errors)), reject);
  });
  return {
    greeting,
    baseUrl: /Ledger API +(http:\/\/\S+)/.exec(greeting)?.[1] ?? "no base URL",
    log,
    waitForErrorLine: async (pattern) => {
      for (;;) {
        const line = pattern.exec(errors)?.[0];
        if (line !== undefined) return line;
        await new Promise<void>((resolve) => (heard = resolve));
      }
    },
    stop: async () => {
      stop.abort();
      return { code: await ended, output: greeting, errors };
    },
  };
};

/** Adds a free port to the options of the command, or of the default command. */
const withFreePort = ([first = "", ...rest]: readonly string[]): readonly string[] =>
  /^[a-z]/u.test(first)
    ? [first, "--port", "0", ...rest]
    : ["--port", "0", ...(first === "" ? [] : [first]), ...rest];

/** Returns the tokens in the text that the command line prints at its start, by user. */
export const tokensIn = (greeting: string): ReadonlyMap<string, string> => {
  const [, list = ""] = /^Users and their tokens.*\n((?: {2}.*\n)*)/mu.exec(greeting) ?? [];
  return new Map(
    [...list.matchAll(/^ {2}(\S+) +(eyJ\S+)$/gmu)].map(([, user = "", token = ""]) => [
      user,
      token,
    ]),
  );
};
