import type { IncomingMessage } from "node:http";

import { machineTimers } from "../api/machine-timers.ts";

/** For how long the rest of a body is thrown away, so that its sender gets to the answer. */
const lingerMillis = 1_000;

/**
 * To be called when a request is answered. What of it has not come yet is read no more than a moment: then its
 * connection is cut, as it would be held for as long as somebody likes to send.
 */
export const cutUnlessRead = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  const cancel = machineTimers.schedule(lingerMillis, () => request.socket.destroy());
  request.once("end", cancel).once("close", cancel);
  request.resume();
};
