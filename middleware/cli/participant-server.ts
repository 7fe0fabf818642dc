import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { loadHttp } from "#load-package";

import { findUnfinishedResponseOnSocket } from "../node-http/unfinished-response.ts";

const { createServer, STATUS_CODES } = loadHttp();

/** Time that a participant keeps an idle connection, in milliseconds. */
const keepAliveTimeout = 60_000;

/**
 * Limit of all headers of a request, in bytes: more than clients send, small enough for many
 * requests at once.
 */
const maxHeaderSize = 128 * 1024;

/**
 * Creates a server that behaves like a participant's server where Node's server differs: idle connections are kept
 * for 60 seconds, unparsable requests are answered with a text, and the requests of a connection
 * are handled one after the other. The listener validates the request head.
 */
export const createParticipantLikeHttpServer = (listener: RequestListener): Server => {
  const options = { keepAliveTimeout, maxHeaderSize, requireHostHeader: false };
  const server = createServer(
    options,
    serializePipelinedRequests((request, response) => {
      // HTTP/1.1 keeps connections by default, so the header is omitted.
      if (request.httpVersionMinor > 0 && response.shouldKeepAlive) {
        response.removeHeader("Connection");
      }
      listener(request, response);
    }),
  );
  server.on("connect", (_, socket: Duplex) => {
    writeRefusal(socket, { status: 400, text: "CONNECT is not supported." });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const answer = (): void => writeRefusal(socket, toParseRefusal(error));
    const response = findUnfinishedResponseOnSocket(socket);
    // If the request of the response is complete, the malformed data follows it.
    if (response?.req.complete === true) response.once("finish", answer);
    else if (response?.headersSent === true) socket.destroy();
    else answer();
  });
  return server;
};

interface ParseErrorReply {
  readonly status: number;
  readonly text: string;
}

/** Returns the refusal for an error code of Node's parser. */
const toParseRefusal = ({ code = "", message }: NodeJS.ErrnoException): ParseErrorReply => {
  switch (code) {
    case "HPE_INVALID_METHOD":
    case "HPE_PAUSED_H2_UPGRADE":
      return { status: 501, text: "The method is not known." };
    case "HPE_INVALID_CONSTANT":
      return { status: 505, text: "Only HTTP 1.0 and 1.1 are supported." };
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, text: "The headers are too long." };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, text: "The request was not received in time." };
    default:
      return { status: 400, text: `The request is malformed: ${message}.` };
  }
};

/** Writes a refusal to the socket, because Node creates no response for an unparsable request. */
const writeRefusal = (socket: Duplex, { status, text }: ParseErrorReply): void => {
  socket.on("error", () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "Connection: close",
      "Content-Type: text/plain; charset=UTF-8",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "",
      text,
    ].join("\r\n"),
  );
};

/** Maximum number of requests that a client may send ahead of their responses. */
const maxPipelinedRequests = 1_000;

/** The pipelined requests of a socket. Present while one of its requests is handled. */
const pendingRequests = Symbol("requests behind the one that is handled");

interface SerializedSocket extends Socket {
  [pendingRequests]?: (() => void)[] | undefined;
}

/**
 * Passes one request of a connection at a time to the listener, as a participant's server does.
 * Each pipelined request is passed when the previous one is answered and other connections were
 * served; Node's server would pass all at once. A connection with too many is closed.
 */
export const serializePipelinedRequests = (listener: RequestListener): RequestListener => {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    response.on("close", handleNextRequest);
    listener(request, response);
  };
  return (request, response) => {
    const socket: SerializedSocket = request.socket;
    const waiting = socket[pendingRequests];
    if (waiting === undefined) {
      socket[pendingRequests] = emptyQueue;
      handle(request, response);
    } else if (waiting.length < maxPipelinedRequests) {
      const next = (): void => handle(request, response);
      if (waiting === emptyQueue) socket[pendingRequests] = [next];
      else waiting.push(next);
    } else {
      socket[pendingRequests] = [];
      socket.destroy();
    }
  };
};

/** Shared by all sockets that handle a request with none pipelined. */
const emptyQueue: (() => void)[] = [];

function handleNextRequest(this: ServerResponse): void {
  const socket: SerializedSocket = this.req.socket;
  const next = socket[pendingRequests]?.shift();
  // The client of a closed connection cannot receive responses.
  if (next === undefined || socket.destroyed) socket[pendingRequests] = undefined;
  else setImmediate(next);
}
