import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import { answerUnderWay } from "../node-http/answer-under-way.ts";
import { serializePipelined } from "../node-http/serialize-pipelined.ts";

/** As long as a participant keeps a connection that nothing comes over. */
const keepAliveTimeout = 60_000;

/** For all headers together: more than anybody sends, and little enough that many may be half way. */
const maxHeaderSize = 128 * 1024;

/**
 * A server that speaks HTTP as a participant's does, where Node's would differ: connections that are idle
 * are kept for 60 seconds, what cannot be parsed is answered with a text, and requests of one connection are
 * handled one after the other. The head of a request is
 * left to the listener to judge.
 */
export const createParticipantServer = (listener: RequestListener): Server => {
  const options = { keepAliveTimeout, maxHeaderSize, requireHostHeader: false };
  const server = createServer(
    options,
    serializePipelined((request, response) => {
      // Only said where it is not understood.
      if (request.httpVersionMinor > 0 && response.shouldKeepAlive) {
        response.removeHeader("Connection");
      }
      listener(request, response);
    }),
  );
  server.on("connect", (_, socket: Duplex) => {
    refuse(socket, { status: 400, text: "CONNECT is not for a server like this." });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const answer = (): void => refuse(socket, unparsable(error));
    const before = answerUnderWay(socket);
    if (before === undefined) answer();
    else before.once("finish", answer);
  });
  return server;
};

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** By the codes of Node's parser. */
const unparsable = ({ code = "", message }: NodeJS.ErrnoException): Refusal => {
  switch (code) {
    case "HPE_INVALID_METHOD":
    case "HPE_PAUSED_H2_UPGRADE":
      return { status: 501, text: "The method is not known." };
    case "HPE_INVALID_CONSTANT":
      return { status: 505, text: "Only HTTP 1.0 and 1.1 are spoken here." };
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, text: "The headers are too long." };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, text: "The rest of the request did not come in time." };
    default:
      return { status: 400, text: `The request is malformed: ${message}.` };
  }
};

/** Without a request there is no response of Node's to write to. */
const refuse = (socket: Duplex, { status, text }: Refusal): void => {
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
