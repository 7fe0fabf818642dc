import type { Duplex } from "node:stream";

import type { WebSocket } from "ws";

import type { Caller } from "../../lib/api.ts";
import type { BodyQuota } from "../quotas/body-quota.ts";

/** Overhead of a chunk, in bytes. */
const chunkOverheadBytes = 256;

/** Maximum length of the head of a client's frame, in bytes. */
const maxFrameHeadBytes = 14;

interface OpenedConnection {
  readonly socket: Duplex;
  readonly opened: WebSocket;
  readonly caller: Caller;
}

/**
 * Counts the bytes of incoming messages in the quota. The first message counts until its stream
 * ends. A connection above the limit is closed, because there is no request to answer yet.
 */
export const enforceIncomingMessageQuota = (
  bodies: BodyQuota,
  { socket, opened, caller }: OpenedConnection,
): void => {
  const hold = bodies.open(caller);
  let first = 0;
  hold.onRefused(() => opened.terminate());
  const take = ({ length }: Buffer): void => {
    try {
      hold.reserveBytes(length + chunkOverheadBytes);
    } catch {
      opened.terminate();
    }
  };
  const give = (bytes: number): void =>
    hold.releaseBytes(Math.min(bytes, hold.reservedBytes - first));
  // This listener must run before ws consumes the data and emits its messages.
  socket.prependListener("data", take);
  opened.on("message", (message: Buffer) => {
    if (first === 0) first = Math.min(message.length, hold.reservedBytes);
    give(Infinity);
  });
  for (const kind of ["ping", "pong"] as const) {
    opened.on(kind, ({ length }: Buffer) => give(length + maxFrameHeadBytes + chunkOverheadBytes));
  }
  opened.once("close", () => {
    socket.off("data", take);
    hold.end();
  });
};
