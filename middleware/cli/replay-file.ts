import type { Recording } from "../../lib/recording/index.ts";
import { replayOn } from "../recording/index.ts";
import { writeOutput } from "./output-file.ts";
import { prepareLedger } from "./prepare-ledger.ts";
import { readRecordingFile } from "./recording-files.ts";
import { formatReplay } from "./replay-text.ts";
import type { CliIo, ForkSetting, ReplayTask } from "./settings.ts";

/**
 * Replays a recording and prints the differences. Resolves to the exit code: 1 if something
 * differs. Rejects with INVALID_ARGUMENT.
 */
export const replayFile = async (
  { file, report: output, settings }: ReplayTask,
  { write }: CliIo,
): Promise<number> => {
  const recording = readRecordingFile(file);
  const fork = settings.fork && pinForkToRecording(settings.fork, recording);
  const { ledger } = await prepareLedger(settings.fixtures, { ...settings, fork });
  try {
    const report = await replayOn(ledger, recording);
    if (output !== undefined) {
      await writeOutput(output, `${JSON.stringify(report, undefined, 2)}\n`);
    }
    write(formatReplay(report));
    return report.counts.differs === 0 ? 0 : 1;
  } finally {
    await ledger.close();
  }
};

/** Returns the fork at the offset where the recording began, unless the setting names another. */
const pinForkToRecording = (fork: ForkSetting, { header: { offset } }: Recording): ForkSetting =>
  offset === undefined || fork.options.atOffset !== undefined
    ? fork
    : { ...fork, options: { ...fork.options, atOffset: offset } };
