import type { IncomingMessage } from "node:http";

import type { Timers } from "../../lib/api.ts";
import { machineTimeSource } from "../../lib/internal.ts";

/** Interval of checks whether the rest of a body arrives, in milliseconds. */
const lingerMillis = 1_000;

/** Minimum number of bytes in each interval. Every active sender sends more, even on a busy machine. */
const minLingerBytes = 64 * 1024;

/** Maximum number of intervals. */
const maxLingers = 30;

/**
 * Drains the rest of the body of an answered request, so that its sender receives the answer:
 * closing the connection earlier would lose it. Closes the connection if the body arrives too
 * slowly or takes too long, so that a sender cannot hold it.
 */
export const lingerThenClose = (
  request: IncomingMessage,
  timers: Timers = machineTimeSource,
): void => {
  if (request.complete || request.destroyed) return;
  let [cancel, bytes] = [(): void => undefined, 0];
  const linger = (lingers: number): void => {
    cancel = timers.schedule(lingerMillis, () => {
      if (bytes < minLingerBytes || lingers === maxLingers) return void request.socket.destroy();
      bytes = 0;
      linger(lingers + 1);
    });
  };
  linger(1);
  const stop = (): void => cancel();
  request.once("end", stop).once("close", stop);
  request.on("data", (chunk: Uint8Array) => void (bytes += chunk.byteLength));
  request.resume();
};
