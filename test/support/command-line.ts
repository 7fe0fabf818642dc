import { run } from "../../middleware/cli/run.ts";

export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder where a configuration is looked up. */
  readonly folder?: string;
}

export interface Finished {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** A running command line. */
export interface Started {
  readonly greeting: string;
  readonly baseUrl: string;
  /** The log lines of its requests so far. */
  readonly log: readonly string[];
  /** Resolves with the first line on standard error that matches. */
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly stop: () => Promise<Finished>;
}

/** Runs the command line in this process until it ends by itself. */
export const finished = async (
  given: readonly string[],
  { environment = {}, folder = "/nowhere" }: Surroundings = {},
): Promise<Finished> => {
  let [output, errors] = ["", ""];
  const write = (text: string): void => void (output += text);
  const writeError = (text: string): void => void (errors += text);
  const line = { arguments: given, environment, folder, write, writeError };
  const code = await run(line, AbortSignal.abort());
  return { code, output, errors };
};

/**
 * Runs the command line in this process. Calls `use` with each text that it writes, and stops the run after
 * the first call has resolved.
 */
export const running = async (
  given: readonly string[],
  use: (text: string) => void | Promise<void> = () => undefined,
  environment: Readonly<Record<string, string>> = {},
): Promise<Omit<Finished, "output">> => {
  const stop = new AbortController();
  let errors = "";
  let used: Promise<void> = Promise.resolve();
  const write = (text: string): void => {
    used = Promise.resolve(use(text)).finally(() => stop.abort());
  };
  const writeError = (text: string): void => void (errors += text);
  const code = await run({ arguments: given, environment, write, writeError }, stop.signal);
  await used;
  return { code, errors };
};

/**
 * Runs the command line in this process. `use` can wait until the output matches a pattern; the run is
 * stopped after `use`.
 */
export const watching = async (
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
  const ended = run(line, stop.signal);
  await use(async (pattern) => {
    while (!pattern.test(text)) await new Promise<void>((resolve) => (onText = resolve));
    text = "";
  });
  stop.abort();
  return ended;
};

/** Runs the command line until it is stopped. Rejects with its output if it does not start. */
export const started = async (
  given: readonly string[],
  { environment = {}, folder = "/nowhere" }: Surroundings = {},
): Promise<Started> => {
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
      arguments: ["--port", "0", ...given],
      environment,
      folder,
      write: resolve,
      writeError,
      log: (text: string) => void log.push(text),
    };
    ended = run(line, stop.signal);
    ended.then(() => reject(new Error(errors)), reject);
  });
  return {
    greeting,
    baseUrl: /Ledger API +(http:\/\/\S+)/.exec(greeting)?.[1] ?? "no base URL",
    log,
    said: async (pattern) => {
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

/** The tokens in a greeting, by user. */
export const tokensIn = (greeting: string): ReadonlyMap<string, string> => {
  const [, list = ""] = /^Users and their tokens.*\n((?: {2}.*\n)*)/mu.exec(greeting) ?? [];
  return new Map(
    [...list.matchAll(/^ {2}(\S+) +(eyJ\S+)$/gmu)].map(([, user = "", token = ""]) => [
      user,
      token,
    ]),
  );
};
