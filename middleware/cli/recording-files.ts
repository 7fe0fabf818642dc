import { openSync, readFileSync } from "node:fs";

import { ledgerError } from "../../lib/index.ts";
import { parseRecording, type Recording } from "../../lib/recording/index.ts";
import { explainUnreadableFile } from "./explain-unreadable-file.ts";
import { createUnwritableFileError } from "./output-file.ts";

/** Reads the recording in a file. Raises INVALID_ARGUMENT if there is none. */
export const readRecordingFile = (path: string): Recording =>
  parseRecording(readRecordingText(path));

const readRecordingText = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: explainUnreadableFile("recording", path, error),
    });
  }
};

/** Creates a file that only this user can read. Raises INVALID_ARGUMENT if the file exists. */
export const createPrivateFile = (path: string): number => {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      throw createUnwritableFileError(path, error);
    }
    throw ledgerError("INVALID_ARGUMENT", { cause: `${path} already exists.` });
  }
};
