import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { WebSocket, WebSocketServer } from "ws";

import type { Caller } from "../../lib/api.ts";
import { type Ledger, ledgerError } from "../../lib/index.ts";
import { machineTimers } from "../api/machine-timers.ts";
import type { Reply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { tokenIn } from "../auth/bearer-token.ts";
import { type LoggedRequest, openEntry } from "../log/log-entry.ts";
import { headerValues } from "../node-http/header-values.ts";
import { pathOf, queryOf } from "../node-http/http-entry.ts";
import { ledgerApi } from "../served/ledger-api.ts";
import { defaultBodyLimit, ledgerHost, type LedgerStreamOptions } from "../served/options.ts";
import { Pages } from "../served/pages.ts";
import { holdMessages } from "./hold-messages.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { serveStream, type StreamService } from "./serve-stream.ts";
import type { StreamTarget } from "./stream-request.ts";

const defaultIdleTimeoutMillis = 60_000;

/** A connection that asks to become a WebSocket. */
export interface Upgrade {
  readonly upgrade: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Opens the streams of one ledger for those who may have them. */
export class Upgrades {
  readonly #service: StreamService;
  readonly #mount: string;
  readonly #pages: Pages;
  readonly #sockets = new Set<WebSocket>();
  readonly #bodyLimit: number;
  readonly #idleTimeoutMillis: number;
  readonly #pingMillis: number | undefined;
  readonly #anonymous = new Set<WebSocket>();
  #server: Promise<WebSocketServer> | undefined;
  #isClosed = false;

  constructor(ledger: Ledger, options: LedgerStreamOptions) {
    this.#service = {
      pipeline: ledgerApi(ledger.config.apiVersion),
      host: ledgerHost(ledger, options),
    };
    this.#mount = (options.mount ?? "").replace(/(?<!\/)\/+$/, "");
    this.#pages = new Pages(options);
    this.#bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#idleTimeoutMillis = options.idleTimeoutMillis ?? defaultIdleTimeoutMillis;
    this.#pingMillis = options.pingMillis;
  }

  /** Whether it opens a stream of this ledger as it should; then it will be answered. */
  take(request: Upgrade): boolean {
    if (!isHandshake(request.upgrade)) return false;
    const { pipeline, host } = this.#service;
    const path = this.#pathOf(request.upgrade);
    const route = path === undefined ? undefined : pipeline.match("POST", path);
    if (path === undefined || route === undefined || !pipeline.isStream(route)) return false;
    tolerateLoss(request);
    const logged = loggedUpgrade(request.upgrade, route);
    this.#admit(request.upgrade)
      .then(({ token, caller }) => {
        const handshake = handshakeOf(request.upgrade);
        return this.#open(request, { path, route, token, handshake, logged }, caller);
      })
      .catch((error: unknown) => {
        const entry = openEntry(host, () => logged);
        const reply = pipeline.failure(error, host, { entry, route });
        answer(request, reply);
        entry?.answered(reply.status);
      });
    return true;
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) sayGoodbye(socket);
  }

  /** Below the mount, without the query; undefined elsewhere. */
  #pathOf({ url = "" }: IncomingMessage): string | undefined {
    const [path = ""] = url.split("?", 1);
    const collapsed = path.replace(/\/{2,}/g, "/");
    return collapsed.startsWith(`${this.#mount}/`)
      ? collapsed.slice(this.#mount.length)
      : undefined;
  }

  /**
   * The token that came with it. Raises PERMISSION_DENIED, and the decode failures of headers. Who has
   * no token, or none that is good, gets in and is told so in the answer to the first message.
   */
  async #admit(upgrade: IncomingMessage): Promise<Admitted> {
    const { headers } = upgrade;
    const refused = this.#pages.refusal({ method: "GET", headers });
    if (refused !== undefined) throw ledgerError("PERMISSION_DENIED", { cause: refused });
    const token = tokenIn(headers, (name) => headerValues(upgrade, name));
    return { token, caller: await this.#service.host.authenticate(token) };
  }

  async #open(
    { upgrade, socket, head }: Upgrade,
    target: StreamTarget,
    caller: Caller,
  ): Promise<void> {
    const server = await (this.#server ??= createSocketServer(this.#bodyLimit));
    // Admitting may have taken longer than the server lived.
    if (this.#isClosed) return void socket.destroy();
    // What is offered is not chosen from, and may be what ws refuses to read.
    delete upgrade.headers["sec-websocket-protocol"];
    server.handleUpgrade(upgrade, socket, head, (opened) => {
      this.#sockets.add(opened);
      opened.once("close", () => this.#sockets.delete(opened));
      if (caller.kind === "anonymous") this.#boundAnonymous(opened);
      holdMessages(this.#service.host.bodies, { socket, opened, caller });
      if (socket instanceof Socket) cutWhenIdle(socket, this.#idleTimeoutMillis);
      if (this.#pingMillis !== undefined) pingEvery(opened, this.#pingMillis);
      void serveStream(this.#service, opened, target);
    });
  }

  /** There is nothing that a stream would tell these, so whoever waits longest makes room for who comes. */
  #boundAnonymous(opened: WebSocket): void {
    const [longest] = this.#anonymous;
    if (longest !== undefined && this.#anonymous.size >= maxAnonymous) longest.terminate();
    this.#anonymous.add(opened);
    opened.once("close", () => this.#anonymous.delete(opened));
  }
}

/** Who opens a connection, and by which token. */
interface Admitted {
  readonly token: string | undefined;
  readonly caller: Caller;
}

/** Connections without a good token, which have not been told so yet. */
const maxAnonymous = 256;

/** Whether a WebSocket is asked for, in a way that can be answered (RFC 6455, 4.2.1). */
const isHandshake = ({ method, httpVersion, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  httpVersion === "1.1" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-version"] === "13" &&
  keyPattern.test(headers["sec-websocket-key"] ?? "");

/** 16 bytes in Base64. */
const keyPattern = /^[A-Za-z0-9+/]{22}==$/;

/** Before anything is taken from its headers. */
const handshakeOf = (upgrade: IncomingMessage): StreamTarget["handshake"] => ({
  authorization: upgrade.headers.authorization,
  protocols: upgrade.headers["sec-websocket-protocol"],
  query: queryOf(upgrade),
});

const loggedUpgrade = (upgrade: IncomingMessage, route: RouteMatch): LoggedRequest => ({
  via: "websocket",
  method: "GET",
  path: pathOf(upgrade),
  query: queryOf(upgrade),
  operationId: route.kind === "found" ? route.operationId : undefined,
});

const answer = ({ upgrade, socket }: Upgrade, reply: Reply): void => {
  refuseUpgrade(upgrade, socket, reply).catch(() => socket.destroy());
};

/** A client that is gone, now or while the upgrade waits, is no defect. */
const tolerateLoss = ({ socket }: Upgrade): void => {
  socket.on("error", () => socket.destroy());
};

const goingAway = 1001;

/** How long a client may take to say goodbye in turn. */
const goodbyeMillis = 1_000;

const sayGoodbye = (socket: WebSocket): void => {
  socket.close(goingAway, "The ledger is going away.");
  const cancel = machineTimers.schedule(goodbyeMillis, () => socket.terminate());
  socket.once("close", () => cancel());
};

const cutWhenIdle = (socket: Socket, millis: number): void => {
  if (millis !== Infinity) socket.setTimeout(millis, () => socket.destroy());
};

const pingEvery = (socket: WebSocket, millis: number): void => {
  const ping = (): void => {
    socket.ping();
    cancel = machineTimers.schedule(millis, ping);
  };
  let cancel = machineTimers.schedule(millis, ping);
  socket.once("close", () => cancel());
};

/** What streams speak; named in every answer, whatever was offered. */
const streamProtocol = "daml.ws.auth";

/** Of a message that is coming: each holds more than its bytes. */
const pieces = { maxFragments: 1024, maxBufferedChunks: 16 * 1024 };

/** Loaded when somebody connects. */
const createSocketServer = async (maxPayload: number): Promise<WebSocketServer> => {
  const { WebSocketServer } = await import("ws");
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    perMessageDeflate: false,
    ...pieces,
  });
  // A client that offered none refuses the answer for it; so it does a participant's.
  server.on("headers", (headers) => void headers.push(`Sec-WebSocket-Protocol: ${streamProtocol}`));
  return server;
};
