import type { IncomingMessage } from "node:http";

import type { Timers } from "../../lib/api.ts";
import { machineTimers } from "../api/machine-timers.ts";

/** How often it is looked whether the rest of a body comes. */
const lingerMillis = 1_000;

/** What has to come in between: whoever sends in earnest, also on a busy machine, sends more. */
const lingerBytes = 64 * 1024;

/** However fast it comes, it is not thrown away for longer. */
const maxLingers = 30;

/**
 * To be called when a request is answered. What of it has not come yet is thrown away while it comes at a good rate,
 * so that its sender gets to the answer, which is lost with a connection that is cut earlier. Then it is cut, as it
 * would be held for as long as somebody likes to send.
 */
export const lingerThenClose = (request: IncomingMessage, timers: Timers = machineTimers): void => {
  if (request.complete || request.destroyed) return;
  let [cancel, bytes] = [(): void => undefined, 0];
  const linger = (lingers: number): void => {
    cancel = timers.schedule(lingerMillis, () => {
      if (bytes < lingerBytes || lingers === maxLingers) return void request.socket.destroy();
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
