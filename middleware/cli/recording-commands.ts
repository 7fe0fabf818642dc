import type { Command } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import { readCliSettings } from "./read-settings.ts";
import { addLedgerOptions, addListenOptions } from "./server-options.ts";
import type { RedactRecordingTask } from "./settings.ts";

/** Adds `record`, `redact` and `replay`. */
export const addRecordingCommands = (
  program: Command,
  { io, stop, setExitCode }: CliCommandContext,
): void => {
  const record = program
    .command("record <url>")
    .description("run a proxy for a participant's API, and record requests and responses")
    .requiredOption("-o, --output <file>", "file for the recording; must not exist");
  addListenOptions(record).action(async (to: string, { output }: { readonly output: string }) => {
    const { port, host } = await readCliSettings(record, io);
    const { recordProxiedRequests } = await import("./record.ts");
    await recordProxiedRequests({ to, output, port, host }, io, stop);
  });
  program
    .command("redact <file>")
    .description("redact a recording: replace parties and users by aliases")
    .requiredOption("-o, --output <file>", "output file; must not exist")
    .option("--texts <pointer...>", "texts to redact, such as /**/memo", [])
    .option("--ids", "also replace contract and update ids", false)
    .action(async (file: string, options: Omit<RedactRecordingTask, "file">) => {
      const { redactRecordingFile } = await import("./redact-recording-file.ts");
      redactRecordingFile({ file, ...options }, io);
    });
  const replay = program
    .command("replay <file>")
    .description("replay a recording on a ledger, and print the differences")
    .option("--report <file>", "report file (JSON)");
  addLedgerOptions(replay).action(
    async (file: string, { report }: { readonly report?: string }) => {
      const settings = await readCliSettings(replay, io);
      const { replayRecordingFile } = await import("./replay-file.ts");
      setExitCode(await replayRecordingFile({ file, report, settings }, io));
    },
  );
};
