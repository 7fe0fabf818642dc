import type { Recording } from "../../lib/recording/index.ts";
import { replayOn } from "../recording/index.ts";
import { prepareLedger } from "./prepare-ledger.ts";
import { recordingIn } from "./recording-files.ts";
import { replayText } from "./replay-text.ts";
import type { CommandLine, ForkSetting, ReplayTask } from "./settings.ts";
import { writeReport } from "./write-report.ts";

/** Replays a recording, and tells how it was answered. Resolves to the exit code: 1 where something differs. Rejects with INVALID_ARGUMENT. */
export const replayFile = async (
  { file, report: output, settings }: ReplayTask,
  { write }: CommandLine,
): Promise<number> => {
  const recording = recordingIn(file);
  const fork = settings.fork && atPinOf(settings.fork, recording);
  const { ledger } = await prepareLedger(settings.fixtures, { ...settings, fork });
  try {
    const report = await replayOn(ledger, recording);
    if (output !== undefined) writeReport(output, `${JSON.stringify(report, undefined, 2)}\n`);
    write(replayText(report));
    return report.counts.differs === 0 ? 0 : 1;
  } finally {
    await ledger.close();
  }
};

/** Where the participant stood when the recording began, unless another offset is named. */
const atPinOf = (fork: ForkSetting, { header: { offset } }: Recording): ForkSetting =>
  offset === undefined || fork.options.atOffset !== undefined
    ? fork
    : { ...fork, options: { ...fork.options, atOffset: offset } };
