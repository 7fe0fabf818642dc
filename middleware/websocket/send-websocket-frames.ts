import { constants } from "node:buffer";

import type { WebSocket } from "ws";

import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { processWideScheduler, TimeSlice } from "../../lib/internal.ts";
import type { ReplyItems } from "../api/reply.ts";
import { stringifyIfShort, stringifyInChunks } from "../streaming/json-chunks.ts";

/** Bytes that may wait for the client before more items are computed. */
const highWaterMark = 256 * 1024;

/**
 * Sends each item as a separate frame when it comes, as fast as the client reads. Resolves when the
 * items end or the socket closes; rejects with errors of the items.
 */
export const sendWebSocketFrames = async (
  socket: WebSocket,
  items: ReplyItems,
  userId?: string,
): Promise<void> => {
  const turn = processWideScheduler.waitForFirstSlice({ userId });
  if (turn !== undefined) await turn;
  const slice = new TimeSlice({ userId });
  const isAsync = Symbol.asyncIterator in items;
  for await (const item of items) {
    if (isAsync) slice.restartTiming();
    if (socket.readyState !== socket.OPEN) return;
    const text = stringifyIfShort(item);
    if (text === undefined) {
      await writeLongMessage(socket, item, userId);
      slice.restartTiming();
    } else {
      const sent = sendText(socket, text);
      const next = slice.yieldIfDue();
      if (next !== undefined) await next;
      if (socket.bufferedAmount > highWaterMark) await sent;
    }
  }
};

/**
 * Resolves when the message was sent, or the socket has closed. Rejects for a value whose text
 * would exceed the maximum length of a string; then nothing is written.
 */
export const writeWebSocketMessage = async (
  socket: WebSocket,
  value: unknown,
  userId?: string,
): Promise<void> => {
  const text = stringifyIfShort(value);
  await (text === undefined ? writeLongMessage(socket, value, userId) : sendText(socket, text));
};

/** Sends one message in many frames, yielding to other work, as fast as the client reads. */
const writeLongMessage = async (
  socket: WebSocket,
  value: unknown,
  userId: string | undefined,
): Promise<void> => {
  let length = 0;
  for await (const chunk of stringifyInChunks(value, { userId })) {
    if (socket.readyState !== socket.OPEN) return;
    length += chunk.length;
  }
  if (length > maxTextLength) throw itemTooLongError(length);
  for await (const chunk of stringifyInChunks(value, { userId })) {
    if (socket.readyState !== socket.OPEN) return;
    const sent = sendText(socket, chunk, false);
    if (socket.bufferedAmount > highWaterMark) await sent;
  }
  await sendText(socket, "");
};

/** Maximum length of a string, which no JavaScript client can exceed either. */
const maxTextLength = constants.MAX_STRING_LENGTH;

const itemTooLongError = (length: number): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The next item takes ${length} characters of JSON; a message has at most ${maxTextLength}.`,
    expected: "a narrower filter, or a call over HTTP, whose responses can be longer",
  });

/** Sends a text. Resolves even if the socket has closed. `isLast` marks the end of the message. */
const sendText = (socket: WebSocket, text: string, isLast = true): Promise<void> =>
  new Promise((resolve) => socket.send(text, { fin: isLast }, () => resolve()));
