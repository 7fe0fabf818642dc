import { CommanderError } from "commander";

import { createCliProgram } from "./program.ts";
import type { CommandLineIo } from "./settings.ts";

/**
 * Runs the command line until its command is done or `stop` aborts. Resolves to the exit code: 0 for
 * success and help, 1 for an error, which was printed; a command that runs tests has its own.
 */
export const runCommandLine = async (io: CommandLineIo, stop: AbortSignal): Promise<number> => {
  let exitCode = 0;
  const setExitCode = (code: number): void => void (exitCode = code);
  try {
    await createCliProgram({ io, stop, setExitCode }).parseAsync(io.arguments, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const { isLedgerError } = await import("../../lib/index.ts");
    if (!isLedgerError(error)) throw error;
    const { damlFailureText } = await import("../../lib/api.ts");
    const { daml, details, reason } = error;
    const lines = [
      details.cause,
      ...(reason === undefined ? [] : [reason.cause, reason.advice]),
      ...(daml === undefined ? [] : [damlFailureText(daml)]),
    ];
    io.writeError(`${lines.join("\n")}\n`);
    return 1;
  }
};
