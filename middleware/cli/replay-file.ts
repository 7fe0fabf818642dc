import type { Recording } from "../../lib/recording/index.ts";
import { replayOn } from "../recording/index.ts";
import { createLedgerWithInitialContent } from "./create-ledger-with-initial-content.ts";
import { writeOutputFile } from "./output-file.ts";
import { readRecordingFile } from "./recording-files.ts";
import { formatReplayReport } from "./replay-text.ts";
import type { CommandLineIo, ForkSettings, ReplayRecordingTask } from "./settings.ts";

/**
 * Replays a recording and prints the differences. Resolves to the exit code: 1 if something
 * differs. Rejects with INVALID_ARGUMENT.
 */
export const replayRecordingFile = async (
  { file, report: output, settings }: ReplayRecordingTask,
  { write }: CommandLineIo,
): Promise<number> => {
  const recording = readRecordingFile(file);
  const fork = settings.fork && pinForkToRecording(settings.fork, recording);
  const { ledger } = await createLedgerWithInitialContent(settings.fixtures, { ...settings, fork });
  try {
    const report = await replayOn(ledger, recording);
    if (output !== undefined) {
      await writeOutputFile(output, `${JSON.stringify(report, undefined, 2)}\n`);
    }
    write(formatReplayReport(report));
    return report.counts.differs === 0 ? 0 : 1;
  } finally {
    await ledger.close();
  }
};

/** Returns the fork at the offset where the recording began, unless the setting names another. */
const pinForkToRecording = (fork: ForkSettings, { header: { offset } }: Recording): ForkSettings =>
  offset === undefined || fork.options.atOffset !== undefined
    ? fork
    : { ...fork, options: { ...fork.options, atOffset: offset } };
