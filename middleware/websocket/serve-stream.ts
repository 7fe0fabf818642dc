import type { RawData, WebSocket } from "ws";

import type { ApiServingContext } from "../api/api-serving-context.ts";
import { createErrorIdentityWithoutCall } from "../api/error-identity.ts";
import type { RequestPipeline } from "../api/pipeline.ts";
import type { ApiReply } from "../api/reply.ts";
import { readHintHeader } from "../errors/hint-header.ts";
import { openCallLogEntry } from "../log/call-log-entry.ts";
import { createUnreadableStreamMessageReply } from "../served/ledger-error-replies.ts";
import { sendWebSocketFrames, writeWebSocketMessage } from "./send-websocket-frames.ts";
import {
  type StreamFirstMessage,
  WebSocketStreamRequest,
  type WebSocketStreamTarget,
} from "./stream-request.ts";

/** The pipeline and the host of streams. */
export interface StreamPipelineAndHost {
  readonly pipeline: RequestPipeline;
  readonly host: ApiServingContext;
}

/**
 * Reads the first message as the request, sends the items, and closes; later messages are ignored.
 * An error is the last frame, with the body of the HTTP error. Waits for the message as long as the
 * connection lasts. Never rejects.
 */
export const serveWebSocketStream = async (
  service: StreamPipelineAndHost,
  socket: WebSocket,
  target: WebSocketStreamTarget,
): Promise<void> => {
  const { pipeline, host } = service;
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  // After a broken frame or a lost connection ws closes the socket.
  socket.on("error", () => undefined);
  try {
    const message = await waitForFirstMessage(socket);
    if (message === undefined) return;
    const entry = openCallLogEntry(host, () => target.logged);
    const { signal } = closed;
    let isWriting = false;
    const write = async (reply: ApiReply): Promise<void> => {
      // The client of an aborted stream cannot receive its error.
      if (isWriting && signal.aborted) return;
      isWriting = true;
      const isStream = reply.kind === "list";
      entry?.end(isStream ? switchingProtocols : reply.status);
      try {
        await sendReply(service, socket, reply);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      const hint = isStream ? readHintHeader(reply.headers) : undefined;
      socket.close(normalClosureCode, truncateToBytes(hint?.advice ?? "", maxCloseReasonBytes));
    };
    await pipeline.handleRequest(
      new WebSocketStreamRequest(target, { message, signal, write }),
      host,
      entry,
    );
  } catch {
    // Even the error could not be sent.
  } finally {
    socket.close(normalClosureCode);
  }
};

const normalClosureCode = 1000;

/** Maximum length of the reason in a close frame, in bytes (RFC 6455, 5.5). */
const maxCloseReasonBytes = 123;

/** Returns the longest prefix of a text that fits into the number of UTF-8 bytes. */
const truncateToBytes = (text: string, bytes: number): string => {
  const buffer = new Uint8Array(bytes);
  const { written } = new TextEncoder().encodeInto(text, buffer);
  return new TextDecoder().decode(buffer.subarray(0, written));
};

/** Status in the log of a stream that begins. */
const switchingProtocols = 101;

/** Resolves to the first message; undefined if the socket closes before. */
const waitForFirstMessage = (socket: WebSocket): Promise<StreamFirstMessage | undefined> =>
  new Promise((resolve) => {
    socket.once("message", (data, isBinary) => resolve(isBinary ? "binary" : toBytes(data)));
    socket.once("close", () => resolve(undefined));
  });

const toBytes = (data: RawData): Uint8Array => {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
};

const sendReply = async (
  service: StreamPipelineAndHost,
  socket: WebSocket,
  reply: ApiReply,
): Promise<void> => {
  switch (reply.kind) {
    case "list":
      return sendWebSocketFrames(socket, reply.items, reply.userId);
    case "json":
      return writeWebSocketMessage(socket, reply.value, reply.userId);
    case "text":
      return sendReply(
        service,
        socket,
        createUnreadableStreamMessageReply(
          reply.text,
          createErrorIdentityWithoutCall(service.host),
          readHintHeader(reply.headers),
        ),
      );
    case "cut":
      socket.terminate();
      return;
    case "bytes":
    case "page":
    case "empty":
      return;
  }
};
