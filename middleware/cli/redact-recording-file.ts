import { closeSync, writeSync } from "node:fs";

import { redactRecording, serializeRecording } from "../../lib/recording/index.ts";
import { createPrivateFile, readRecordingFile } from "./recording-files.ts";
import type { CommandLineIo, RedactRecordingTask } from "./settings.ts";

/** Writes a redacted copy of a recording. Raises INVALID_ARGUMENT. */
export const redactRecordingFile = (
  { file, output, texts, ids }: RedactRecordingTask,
  { write }: CommandLineIo,
): void => {
  const redacted = serializeRecording(redactRecording(readRecordingFile(file), { texts, ids }));
  const descriptor = createPrivateFile(output);
  try {
    writeSync(descriptor, redacted);
  } finally {
    closeSync(descriptor);
  }
  write(
    `${output} contains no party, participant or user of ${file}. Review it before you share it: other texts are unchanged.\n`,
  );
};
