import { closeSync, rmSync, writeSync } from "node:fs";

import { recordProxy } from "../recording/index.ts";
import { createPrivateFile } from "./recording-files.ts";
import type { CommandLineIo, RecordRequestsTask } from "./settings.ts";
import { toListenError } from "./to-listen-error.ts";
import { waitForAbort } from "./wait-for-abort.ts";

/**
 * Records requests and responses between clients and a participant until `stop` aborts. Rejects
 * with INVALID_ARGUMENT if the file exists or the port is in use.
 */
export const recordProxiedRequests = async (
  { to, port, host, output }: RecordRequestsTask,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<void> => {
  const file = createPrivateFile(output);
  let lines = 0;
  const write = (text: string): void => {
    writeSync(file, text);
    lines += 1;
  };
  try {
    const proxy = await recordProxy({ to, port, host, write }).catch((error: unknown) => {
      rmSync(output, { force: true });
      throw toListenError(error, { port, host }) ?? error;
    });
    line.write(`Point clients at ${proxy.url} instead of ${to}. Ctrl-C ends the recording.\n`);
    await waitForAbort(stop);
    await proxy.close();
    // The first line describes the participant.
    line.write(`${output} has ${Math.max(lines - 1, 0)} calls and streams.\n`);
  } finally {
    closeSync(file);
  }
};
