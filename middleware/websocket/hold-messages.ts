import type { Duplex } from "node:stream";

import type { WebSocket } from "ws";

import type { Caller } from "../../lib/api.ts";
import type { BodyQuota } from "../quotas/body-quota.ts";

/** What a piece holds besides its bytes, in bytes. */
const piece = 256;

/** The most that the head of a frame of a client has, in bytes. */
const frameHead = 14;

interface Connection {
  readonly socket: Duplex;
  readonly opened: WebSocket;
  readonly caller: Caller;
}

/**
 * Counts what messages hold of a connection while they come, and the first one for as long as its stream lasts. A
 * connection that holds too much is cut: there is no request yet that could be answered.
 */
export const holdMessages = (bodies: BodyQuota, { socket, opened, caller }: Connection): void => {
  const hold = bodies.open(caller);
  let first = 0;
  hold.onRefused(() => opened.terminate());
  const take = ({ length }: Buffer): void => {
    try {
      hold.take(length + piece);
    } catch {
      opened.terminate();
    }
  };
  const give = (bytes: number): void => hold.give(Math.min(bytes, hold.bytes - first));
  // Before ws takes it, and tells of the messages in it.
  socket.prependListener("data", take);
  opened.on("message", (message: Buffer) => {
    if (first === 0) first = Math.min(message.length, hold.bytes);
    give(Infinity);
  });
  for (const kind of ["ping", "pong"] as const) {
    opened.on(kind, ({ length }: Buffer) => give(length + frameHead + piece));
  }
  opened.once("close", () => {
    socket.off("data", take);
    hold.end();
  });
};
