import { setImmediate } from "node:timers/promises";

import type { WebSocket } from "ws";

import type { Items } from "../api/reply.ts";

/** What may wait to be read by the client before more is made, in bytes. */
const highWaterMark = 256 * 1024;

/** For how long items are made before other work gets its turn. */
const sliceMillis = 4;

/**
 * Sends each item as a frame of its own when it comes, no faster than the client reads. Resolves when
 * the items have ended or the socket has closed; rejects with what the items fail with.
 */
export const writeFrames = async (socket: WebSocket, items: Items): Promise<void> => {
  let sliceEnd = performance.now() + sliceMillis;
  for await (const item of items) {
    if (socket.readyState !== socket.OPEN) return;
    const sent = writeFrame(socket, item);
    if (socket.bufferedAmount > highWaterMark) await sent;
    if (performance.now() >= sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + sliceMillis;
    }
  }
};

/**
 * Resolves when the frame is on its way, or never will be because the socket has closed. Throws at once for
 * what cannot be written, such as a value whose text is longer than texts can be: nobody might wait for the promise.
 */
export const writeFrame = (socket: WebSocket, value: unknown): Promise<void> => {
  const text = JSON.stringify(value);
  return new Promise((resolve) => socket.send(text, () => resolve()));
};
