import { CommanderError } from "commander";

import { type ErrorIdentity, isLedgerError } from "../../lib/index.ts";
import { greeting } from "./greeting.ts";
import { serveLedger } from "./http-server.ts";
import { prepareLedger } from "./prepare-ledger.ts";
import { type CommandLine, readSettings, type Settings } from "./settings.ts";

/**
 * Runs the command line: serves a ledger until `stop` aborts. Resolves to the exit code: 0 when it was
 * stopped or help was wanted, 1 when it could not start; the reason was written then.
 */
export const run = async (line: CommandLine, stop: AbortSignal): Promise<number> => {
  try {
    await serve(readSettings(line), line, stop);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!isLedgerError(error)) throw error;
    line.writeError(`${error.details.cause}\n`);
    return 1;
  }
};

const serve = async (
  {
    fixtures,
    protocolVersion,
    precedence,
    synchronizers,
    commitDelayMillis,
    identityProviders,
    maxSelfAllocatedParties,
    ...serving
  }: Settings,
  { write, writeError }: CommandLine,
  stop: AbortSignal,
): Promise<void> => {
  const { ledger, loaded } = await prepareLedger(fixtures, {
    protocolVersion,
    precedence,
    synchronizers,
    commitDelayMillis,
    identityProviders,
    maxSelfAllocatedParties,
  });
  try {
    const log = (identity: ErrorIdentity, text: string): void =>
      writeError(`${identity.traceId ?? "-"} ${text}\n`);
    const served = await serveLedger(ledger, {
      ...serving,
      onUnexpectedError: (error, identity) => log(identity, textOf(error)),
      onWithheldError: (error, identity) =>
        log(identity, inOneLine(error.message.slice(0, maxLogged))),
    });
    write(greeting({ ledger, ...served, ...serving }, loaded));
    await aborted(stop);
    await served.close();
  } finally {
    await ledger.close();
  }
};

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Characters of an error: what is refused may be as long as a request. */
const maxLogged = 1_000;

/** What clients write must not look like lines of its own, nor steer a terminal. */
const inOneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => encodeURI(character));

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
