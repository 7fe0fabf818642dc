import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";
import { type ClientOptions, WebSocket } from "ws";

import type { Ledger } from "../../lib/index.ts";
import {
  attachLedgerStreams,
  createLedgerRouter,
  type LedgerStreamServerOptions,
} from "../../middleware/index.ts";

/**
 * The WebSocket subprotocol that the ledger selects. Clients must offer it: `ws` and browsers refuse a
 * response with a protocol that they did not offer.
 */
export const streamProtocol = "daml.ws.auth";

/** A WebSocket client that collects the frames it receives. */
export class StreamClient {
  readonly socket: WebSocket;
  readonly #frames: unknown[] = [];
  readonly closed: Promise<number>;
  /** The reason in the server's close frame. */
  reason = "";

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer) => {
      this.#frames.push(JSON.parse(data.toString("utf8")));
    });
    this.closed = once(socket, "close").then(([code, reason]) => {
      this.reason = String(reason);
      return Number(code);
    });
  }

  send(request: unknown): this {
    this.socket.send(typeof request === "string" ? request : JSON.stringify(request));
    return this;
  }

  /** Resolves with the first `count` frames. */
  async frames(count: number): Promise<readonly unknown[]> {
    while (this.#frames.length < count) await once(this.socket, "message");
    return this.#frames.slice(0, count);
  }

  /** Resolves with all frames and the server's close code, when the server has closed the connection. */
  async all(): Promise<{ readonly frames: readonly unknown[]; readonly code: number }> {
    const code = await this.closed;
    return { frames: this.#frames, code };
  }
}

export interface StreamsInUse {
  readonly baseUrl: string;
  /** Opens a WebSocket. Rejects with {@link NotUpgraded} if the server does not upgrade the connection. */
  readonly connect: (
    path: string,
    offered?: readonly string[],
    options?: ClientOptions,
  ) => Promise<StreamClient>;
}

/** Serves a ledger with its streams on a free port while `use` runs. */
export const withStreams = async <Result>(
  ledger: Ledger,
  options: LedgerStreamServerOptions,
  use: (streams: StreamsInUse) => Promise<Result>,
): Promise<Result> => {
  const app = express();
  app.use(options.mount ?? "/", createLedgerRouter(ledger, options));
  const server = createServer(app).listen(0, "127.0.0.1");
  const streams = attachLedgerStreams(server, ledger, options);
  await once(server, "listening");
  // The address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  const clients: WebSocket[] = [];
  try {
    return await use({
      baseUrl: `http://127.0.0.1:${port}`,
      connect: async (path, offered = [streamProtocol], clientOptions = {}) => {
        const url = `ws://127.0.0.1:${port}${path}`;
        const socket = new WebSocket(url, [...offered], clientOptions);
        clients.push(socket);
        const client = new StreamClient(socket);
        await opened(socket);
        return client;
      },
    });
  } finally {
    for (const client of clients) client.terminate();
    streams.close();
    server.closeAllConnections();
    server.close();
  }
};

/** Thrown if the server responds with a status other than 101. */
export class NotUpgraded extends Error {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;

  constructor({ statusCode = 0, headers }: IncomingMessage, body: string) {
    super(`Answered with ${statusCode}: ${body}`);
    this.status = statusCode;
    this.body = body;
    this.headers = headers;
  }
}

const opened = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
    socket.once("unexpected-response", (_, response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("end", () => reject(new NotUpgraded(response, body)));
    });
  });
