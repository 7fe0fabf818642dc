import type { IncomingMessage } from "node:http";

import type { RawData, WebSocket } from "ws";

import { ledgerError } from "../../lib/index.ts";
import type { Api } from "../api/api.ts";
import type { ApiHost } from "../api/call.ts";
import { machineTimers } from "../api/machine-timers.ts";
import type { Reply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { StreamRequest } from "./stream-request.ts";
import { writeFrame, writeFrames } from "./write-frames.ts";

/** What answers the requests of streams. */
export interface StreamService {
  readonly api: Api;
  readonly host: ApiHost;
}

/** A WebSocket that was opened for a stream. */
interface OpenedStream {
  readonly upgrade: IncomingMessage;
  readonly socket: WebSocket;
  readonly path: string;
  readonly route: RouteMatch;
}

/**
 * Takes the first message for the request, sends the items, and closes; later messages are ignored. An
 * error is the last frame, with the body that HTTP has. Never rejects.
 */
export const serveStream = async (service: StreamService, opened: OpenedStream): Promise<void> => {
  const { api, host } = service;
  const { upgrade, socket } = opened;
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  // Broken frames and lost connections: ws closes the socket afterwards.
  socket.on("error", () => undefined);
  try {
    const message = await firstMessage(socket, host.requestTimeoutMillis);
    if (message === undefined) return;
    const request = new StreamRequest(upgrade, opened, { message, signal: closed.signal });
    await sendReply(socket, await api.handle(request, host), service);
  } catch (error) {
    if (!closed.signal.aborted) await sendReply(socket, api.failure(error, host), service);
  } finally {
    socket.close(normalClosure);
  }
};

const normalClosure = 1000;

/** Undefined when the socket closes before, or nothing comes in time. */
const firstMessage = (socket: WebSocket, millis: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => {
    const settle = (message?: Uint8Array): void => {
      cancel();
      resolve(message);
    };
    const cancel = machineTimers.schedule(millis, () => settle());
    socket.once("message", (data) => settle(bytesOf(data)));
    socket.once("close", () => settle());
  });

const bytesOf = (data: RawData): Uint8Array => {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
};

const sendReply = async (
  socket: WebSocket,
  reply: Reply,
  { api, host }: StreamService,
): Promise<void> => {
  switch (reply.kind) {
    case "list":
      return writeFrames(socket, reply.items);
    case "json":
      return writeFrame(socket, reply.value);
    case "text": {
      // Of a frame a client expects JSON, also where a participant answers a request with text.
      const error = ledgerError("INVALID_ARGUMENT", { cause: reply.text });
      return sendReply(socket, api.failure(error, host), { api, host });
    }
    case "bytes":
      return;
  }
};
