import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import { type RawData, WebSocket, WebSocketServer } from "ws";

import type { Recorder, StreamRecorder } from "../../lib/recording/index.ts";
import { getParticipantUrlOfRequest } from "./forward.ts";

/** Maximum length of a message, in bytes. A participant's messages are shorter. */
const maxPayload = 256 * 1024 * 1024;

/**
 * Forwards the WebSockets of a server to a participant. Returns a function that closes the open
 * ones.
 */
export const forwardAndRecordStreams = (
  server: Server,
  base: string,
  recorder: Recorder,
): { readonly close: () => void } => {
  const acceptor = new WebSocketServer({ noServer: true, maxPayload });
  const open = new Set<WebSocket>();
  const track = (socket: WebSocket): void => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    openParticipantSocket(request, base, recorder)
      .then(({ toParticipant, recorded }) => {
        track(toParticipant);
        // The participant has chosen the protocol already.
        acceptor.options.handleProtocols = () => toParticipant.protocol || false;
        acceptor.handleUpgrade(request, socket, head, (toClient) => {
          track(toClient);
          connectSockets(toClient, toParticipant, recorded);
        });
      })
      .catch((error: unknown) => refuseUpgrade(socket, error));
  });
  return {
    close: () => {
      for (const socket of open) socket.terminate();
      acceptor.close();
    },
  };
};

interface ParticipantSocket {
  readonly toParticipant: WebSocket;
  readonly recorded: StreamRecorder;
}

/** Opens the WebSocket to the participant. Rejects with a {@link UpgradeRefusedError}. */
const openParticipantSocket = async (
  request: IncomingMessage,
  base: string,
  recorder: Recorder,
): Promise<ParticipantSocket> => {
  const url = getParticipantUrlOfRequest(base, request);
  const protocols = (request.headers["sec-websocket-protocol"] ?? "")
    .split(",")
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== "");
  const { authorization } = request.headers;
  const recorded = await recorder.stream({ url, token: findToken(protocols, authorization) });
  const toParticipant = new WebSocket(url.replace(/^http/u, "ws"), protocols, {
    maxPayload,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
  // Messages wait until the client's socket is open.
  toParticipant.pause();
  return new Promise((resolve, reject) => {
    const fail = (status: number): void => {
      recorded.refused(status);
      toParticipant.on("error", () => undefined);
      toParticipant.terminate();
      reject(new UpgradeRefusedError(status));
    };
    toParticipant.once("unexpected-response", (_, { statusCode = 502 }) => fail(statusCode));
    toParticipant.once("error", () => fail(502));
    toParticipant.once("open", () => resolve({ toParticipant, recorded }));
  });
};

class UpgradeRefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The participant answered the upgrade with ${status}.`);
    this.status = status;
  }
}

const refuseUpgrade = (socket: Duplex, error: unknown): void => {
  const status = error instanceof UpgradeRefusedError ? error.status : 502;
  socket.end(`HTTP/1.1 ${status} Not upgraded\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Forwards messages, closes and pings in both directions. */
const connectSockets = (
  toClient: WebSocket,
  toParticipant: WebSocket,
  recorded: StreamRecorder,
): void => {
  forwardMessages(toClient, toParticipant, (data) => recorded.message("client", data));
  forwardMessages(toParticipant, toClient, (data) => recorded.message("participant", data));
  toClient.once("close", (code) => recorded.closed("client", code));
  toParticipant.once("close", (code) => recorded.closed("participant", code));
  toParticipant.resume();
};

const forwardMessages = (
  from: WebSocket,
  to: WebSocket,
  record: (data: string | Uint8Array) => void,
): void => {
  from.on("message", (data: RawData, isBinary: boolean) => {
    const bytes = toBytes(data);
    record(bytes);
    if (to.readyState === WebSocket.OPEN) to.send(bytes, { binary: isBinary });
  });
  from.on("ping", (data) => to.readyState === WebSocket.OPEN && to.ping(data));
  // The close event follows.
  from.on("error", () => undefined);
  from.once("close", (code, reason) => {
    if (isSendable(code)) to.close(code, reason);
    else to.terminate();
  });
};

/**
 * Returns true for a close code that may be sent; the others mean that there was no close frame.
 */
const isSendable = (code: number): boolean =>
  code === 1000 || (code >= 1001 && code !== 1005 && code !== 1006 && code !== 1015);

const toBytes = (data: RawData): Uint8Array => {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
};

/**
 * Returns the token: from the first of the protocols that is a token, otherwise from the header
 * Authorization.
 */
const findToken = (
  protocols: readonly string[],
  authorization: string | undefined,
): string | undefined =>
  protocols.find((protocol) => protocol.startsWith("jwt.token."))?.slice("jwt.token.".length) ??
  /^bearer\s+(\S+)$/iu.exec(authorization ?? "")?.[1];
