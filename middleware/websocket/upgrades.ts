import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { WebSocket, WebSocketServer } from "ws";

import type { Caller } from "../../lib/api.ts";
import { type Ledger, ledgerError } from "../../lib/index.ts";
import { machineTimeSource } from "../../lib/internal.ts";
import type { ApiReply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { findBearerToken } from "../auth/bearer-token.ts";
import {
  getQueryString,
  openCallLogEntry,
  readRequestPath,
  type RequestFactsOnArrival,
} from "../log/call-log-entry.ts";
import { getHeaderValues } from "../node-http/header-values.ts";
import { getLedgerApiPipeline } from "../served/get-ledger-api-pipeline.ts";
import {
  createLedgerApiServingContext,
  defaultMaxBodyBytes,
  type LedgerStreamServerOptions,
} from "../served/options.ts";
import { WebPageAccessPolicy } from "../served/pages.ts";
import { enforceIncomingMessageQuota } from "./enforce-incoming-message-quota.ts";
import { refuseWebSocketUpgrade } from "./refuse-websocket-upgrade.ts";
import { serveWebSocketStream, type StreamPipelineAndHost } from "./serve-stream.ts";
import type { WebSocketStreamTarget } from "./stream-request.ts";

const defaultIdleTimeoutMillis = 60_000;

/** A connection that asks to become a WebSocket. */
export interface WebSocketUpgradeRequest {
  readonly upgrade: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Accepts the upgrades of one ledger's streams. */
export class WebSocketUpgradeHandler {
  readonly #service: StreamPipelineAndHost;
  readonly #mount: string;
  readonly #pages: WebPageAccessPolicy;
  readonly #sockets = new Set<WebSocket>();
  readonly #bodyLimit: number;
  readonly #idleTimeoutMillis: number;
  readonly #pingMillis: number | undefined;
  readonly #anonymous = new Set<WebSocket>();
  #server: Promise<WebSocketServer> | undefined;
  #isClosed = false;

  constructor(ledger: Ledger, options: LedgerStreamServerOptions) {
    this.#service = {
      pipeline: getLedgerApiPipeline(ledger.config.apiVersion),
      host: createLedgerApiServingContext(ledger, options),
    };
    this.#mount = (options.mount ?? "").replace(/(?<!\/)\/+$/, "");
    this.#pages = new WebPageAccessPolicy(options);
    this.#bodyLimit = options.bodyLimit ?? defaultMaxBodyBytes;
    this.#idleTimeoutMillis = options.idleTimeoutMillis ?? defaultIdleTimeoutMillis;
    this.#pingMillis = options.pingMillis;
  }

  /**
   * Returns true if the upgrade is well-formed and for a stream of this ledger; then this object
   * answers it.
   */
  takeUpgrade(request: WebSocketUpgradeRequest): boolean {
    if (!isHandshake(request.upgrade)) return false;
    const { pipeline, host } = this.#service;
    const path = this.#readStreamPath(request.upgrade);
    const route = path === undefined ? undefined : pipeline.matchRoute("POST", path);
    if (path === undefined || route === undefined || !pipeline.isStream(route)) return false;
    ignoreDisconnect(request);
    const logged = toLoggedRequest(request.upgrade, route);
    this.#authenticateUpgrade(request.upgrade)
      .then(({ token, caller }) => {
        const handshake = readHandshake(request.upgrade);
        return this.#open(request, { path, route, token, handshake, logged }, caller);
      })
      .catch((error: unknown) => {
        const entry = openCallLogEntry(host, () => logged);
        const reply = pipeline.createFailureReply(error, host, { entry, route });
        refuseUpgradeWithReply(request, reply);
        entry?.end(reply.status);
      });
    return true;
  }

  /**
   * Returns the path of the stream that a well-formed upgrade for another path probably meant;
   * undefined if errors have no hints.
   */
  suggestPath({ upgrade }: WebSocketUpgradeRequest): string | undefined {
    const { pipeline, host } = this.#service;
    const path = readRequestPath(upgrade);
    const at = path.lastIndexOf("/v2/");
    if (host.errors !== "hints" || !isHandshake(upgrade) || at < 0) return undefined;
    const below = path.slice(at);
    return pipeline.isStream(pipeline.matchRoute("POST", below))
      ? `${this.#mount}${below}`
      : undefined;
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) closeGoingAway(socket);
  }

  /** Returns the path below the mount, without the query; undefined for other paths. */
  #readStreamPath({ url = "" }: IncomingMessage): string | undefined {
    const [path = ""] = url.split("?", 1);
    const collapsed = path.replace(/\/{2,}/g, "/");
    return collapsed.startsWith(`${this.#mount}/`)
      ? collapsed.slice(this.#mount.length)
      : undefined;
  }

  /**
   * Resolves to token and caller of an upgrade. Raises PERMISSION_DENIED for a web page that may not use the
   * server, and the decode failures of {@link findBearerToken}. A caller without a valid token is accepted, and
   * gets the error as the answer to the first message.
   */
  async #authenticateUpgrade(upgrade: IncomingMessage): Promise<AdmittedUpgrade> {
    const { headers } = upgrade;
    const refused = this.#pages.explainRefusal({ method: "GET", headers });
    if (refused !== undefined) throw ledgerError("PERMISSION_DENIED", { cause: refused });
    const { host } = this.#service;
    const valuesOf = (name: string) => getHeaderValues(upgrade, name);
    const token = findBearerToken(headers, valuesOf, host.rules.findsTokenAtAnyPosition);
    return { token, caller: await host.authenticate(token) };
  }

  async #open(
    { upgrade, socket, head }: WebSocketUpgradeRequest,
    target: WebSocketStreamTarget,
    caller: Caller,
  ): Promise<void> {
    const server = await (this.#server ??= createSocketServer(this.#bodyLimit));
    // The server may have closed while the caller was authenticated.
    if (this.#isClosed) return void socket.destroy();
    const refused = this.#service.host.errors === "hints" ? protocolFault(upgrade) : undefined;
    answeredProtocols.set(upgrade, refused === undefined ? streamProtocol : refused.offered);
    // ws must not read the offered protocols: it would choose among them, or refuse the header.
    delete upgrade.headers["sec-websocket-protocol"];
    server.handleUpgrade(upgrade, socket, head, (opened) => {
      this.#sockets.add(opened);
      opened.once("close", () => this.#sockets.delete(opened));
      if (refused !== undefined) {
        opened.on("error", () => undefined);
        openCallLogEntry(this.#service.host, () => target.logged)?.end(switchingProtocols);
        return closeOrTerminate(opened, protocolError, protocolAdvice);
      }
      if (caller.kind === "anonymous") this.#boundAnonymous(opened);
      enforceIncomingMessageQuota(this.#service.host.bodies, { socket, opened, caller });
      if (socket instanceof Socket) closeWhenIdle(socket, this.#idleTimeoutMillis);
      if (this.#pingMillis !== undefined) pingPeriodically(opened, this.#pingMillis);
      void serveWebSocketStream(this.#service, opened, target);
    });
  }

  /**
   * Limits the unauthenticated connections: at the maximum, a new one closes the oldest. No
   * stream is opened for an unauthenticated connection.
   */
  #boundAnonymous(opened: WebSocket): void {
    const [longest] = this.#anonymous;
    if (longest !== undefined && this.#anonymous.size >= maxAnonymousStreams) longest.terminate();
    this.#anonymous.add(opened);
    opened.once("close", () => this.#anonymous.delete(opened));
  }
}

/** The caller who opens a connection, and its token. */
interface AdmittedUpgrade {
  readonly token: string | undefined;
  readonly caller: Caller;
}

/** Maximum number of unauthenticated connections that have not sent their first message. */
const maxAnonymousStreams = 256;

/** Returns true for a well-formed WebSocket handshake (RFC 6455, 4.2.1). */
const isHandshake = ({ method, httpVersion, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  httpVersion === "1.1" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-version"] === "13" &&
  keyPattern.test(headers["sec-websocket-key"] ?? "");

/** 16 bytes in Base64. */
const keyPattern = /^[A-Za-z0-9+/]{22}==$/;

/** Returns the handshake; called before headers are removed. */
const readHandshake = (upgrade: IncomingMessage): WebSocketStreamTarget["handshake"] => ({
  authorization: upgrade.headers.authorization,
  protocols: upgrade.headers["sec-websocket-protocol"],
  query: getQueryString(upgrade),
});

const toLoggedRequest = (upgrade: IncomingMessage, route: RouteMatch): RequestFactsOnArrival => ({
  via: "websocket",
  method: "GET",
  path: readRequestPath(upgrade),
  query: getQueryString(upgrade),
  operationId: route.kind === "found" ? route.operationId : undefined,
});

const refuseUpgradeWithReply = (
  { upgrade, socket }: WebSocketUpgradeRequest,
  reply: ApiReply,
): void => {
  refuseWebSocketUpgrade(upgrade, socket, reply).catch(() => socket.destroy());
};

/** Handles socket errors: a client that disconnects during the handshake is not a defect. */
const ignoreDisconnect = ({ socket }: WebSocketUpgradeRequest): void => {
  socket.on("error", () => socket.destroy());
};

const goingAwayCode = 1001;

/** Time that a client has to answer a close frame, in milliseconds. */
const closeTimeoutMillis = 1_000;

const closeGoingAway = (socket: WebSocket): void =>
  closeOrTerminate(socket, goingAwayCode, "The ledger is going away.");

const closeOrTerminate = (socket: WebSocket, code: number, reason: string): void => {
  socket.close(code, reason);
  const cancel = machineTimeSource.schedule(closeTimeoutMillis, () => socket.terminate());
  socket.once("close", () => cancel());
};

const closeWhenIdle = (socket: Socket, millis: number): void => {
  if (millis !== Infinity) socket.setTimeout(millis, () => socket.destroy());
};

const pingPeriodically = (socket: WebSocket, millis: number): void => {
  const ping = (): void => {
    socket.ping();
    cancel = machineTimeSource.schedule(millis, ping);
  };
  let cancel = machineTimeSource.schedule(millis, ping);
  socket.once("close", () => cancel());
};

/** Protocol of streams. A participant names it in every answer, regardless of the offer. */
const streamProtocol = "daml.ws.auth";

/** The reason of a close frame has at most 123 bytes. */
const protocolAdvice =
  'Offer the subprotocol daml.ws.auth: new WebSocket(url, ["jwt.token.<token>", "daml.ws.auth"]).';

const protocolError = 1002;
const switchingProtocols = 101;

/**
 * Returns undefined if the client offered the protocol of streams; otherwise the first protocol
 * that it offered, if any. The answer must name an offered protocol: otherwise the client refuses
 * the answer and shows no reason.
 */
const protocolFault = (
  upgrade: IncomingMessage,
): { readonly offered: string | undefined } | undefined => {
  const offered = (upgrade.headers["sec-websocket-protocol"] ?? "")
    .split(",")
    .map((protocol) => protocol.trim());
  if (offered.includes(streamProtocol)) return undefined;
  const [first = ""] = offered;
  return { offered: first === "" ? undefined : first };
};

/** The protocol that the answer to an upgrade names; undefined for none. */
const answeredProtocols = new WeakMap<IncomingMessage, string | undefined>();

/** Maximum parts of an incomplete message: each fragment and chunk takes extra memory. */
const messagePartLimits = { maxFragments: 1024, maxBufferedChunks: 16 * 1024 };

/** Loads ws at the first connection. */
const createSocketServer = async (maxPayload: number): Promise<WebSocketServer> => {
  const { WebSocketServer } = await import("ws");
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    perMessageDeflate: false,
    ...messagePartLimits,
  });
  // With exact errors, every answer names the protocol, as a participant's does. A client that did
  // not offer it refuses the answer.
  server.on("headers", (headers, upgrade) => {
    const protocol = answeredProtocols.get(upgrade);
    if (protocol !== undefined) headers.push(`Sec-WebSocket-Protocol: ${protocol}`);
  });
  return server;
};
