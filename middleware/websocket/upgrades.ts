import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import type { WebSocket, WebSocketServer } from "ws";

import { type Ledger, ledgerError, requirePublic } from "../../lib/index.ts";
import { machineTimers } from "../api/machine-timers.ts";
import type { Reply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { isLoopbackOrigin } from "../control/loopback.ts";
import { ledgerApi } from "../served/ledger-api.ts";
import { defaultBodyLimit, type LedgerApiOptions, ledgerHost } from "../served/options.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { serveStream, type StreamService } from "./serve-stream.ts";
import { authorizationOf, streamProtocol } from "./subprotocols.ts";

/** How streams are served over WebSocket: as the router is, which they belong to. */
export interface LedgerStreamOptions extends LedgerApiOptions {
  /** Where the router is mounted, such as `/ledger`; the root when absent. */
  readonly mount?: string;
  /**
   * How often an open connection is pinged, in milliseconds; 15 seconds when absent. Whether the client
   * answers does not matter (it may stand at a breakpoint): proxies keep what is in use, and the
   * transport notices a client that has vanished.
   */
  readonly pingMillis?: number;
}

const defaultPingMillis = 15_000;

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
  readonly #isOpenToAll: boolean;
  readonly #sockets = new Set<WebSocket>();
  readonly #bodyLimit: number;
  readonly #pingMillis: number;
  #server: Promise<WebSocketServer> | undefined;
  #isClosed = false;

  constructor(ledger: Ledger, options: LedgerStreamOptions) {
    this.#service = { api: ledgerApi(), host: ledgerHost(ledger, options) };
    this.#mount = (options.mount ?? "").replace(/\/+$/, "");
    this.#isOpenToAll = options.auth === "disabled";
    this.#bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#pingMillis = options.pingMillis ?? defaultPingMillis;
  }

  /** Whether it opens a stream of this ledger as it should; then it will be answered. */
  take(request: Upgrade): boolean {
    if (!isHandshake(request.upgrade)) return false;
    const { api, host } = this.#service;
    const path = this.#pathOf(request.upgrade);
    const route = path === undefined ? undefined : api.match("POST", path);
    if (path === undefined || route === undefined || !api.isStream(route)) return false;
    tolerateLoss(request);
    this.#admit(request.upgrade)
      .then(() => this.#open(request, { path, route }))
      .catch((error: unknown) => answer(request, api.failure(error, host)));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  /** Below the mount, without the query; undefined elsewhere. */
  #pathOf({ url = "" }: IncomingMessage): string | undefined {
    const [path = ""] = url.split("?", 1);
    const collapsed = path.replace(/\/{2,}/g, "/");
    return collapsed.startsWith(`${this.#mount}/`)
      ? collapsed.slice(this.#mount.length)
      : undefined;
  }

  /** Raises UNAUTHENTICATED and PERMISSION_DENIED. */
  async #admit({ headers }: IncomingMessage): Promise<void> {
    if (this.#isOpenToAll && headers.origin !== undefined && !isLoopbackOrigin(headers.origin)) {
      throw ledgerError("PERMISSION_DENIED", {
        cause: "A ledger without authorization serves no pages of other origins.",
      });
    }
    requirePublic(await this.#service.host.authenticate(authorizationOf(headers)));
  }

  async #open(
    { upgrade, socket, head }: Upgrade,
    target: { readonly path: string; readonly route: RouteMatch },
  ): Promise<void> {
    const server = await (this.#server ??= createSocketServer(this.#bodyLimit));
    // Admitting may have taken longer than the server lived.
    if (this.#isClosed) return void socket.destroy();
    server.handleUpgrade(upgrade, socket, head, (opened) => {
      this.#sockets.add(opened);
      opened.once("close", () => this.#sockets.delete(opened));
      pingEvery(opened, this.#pingMillis);
      void serveStream(this.#service, { upgrade, socket: opened, ...target });
    });
  }
}

/** Whether a WebSocket is asked for, in a way that can be answered (RFC 6455, 4.2.1). */
const isHandshake = ({ method, httpVersion, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  httpVersion === "1.1" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-version"] === "13" &&
  keyPattern.test(headers["sec-websocket-key"] ?? "");

/** 16 bytes in Base64. */
const keyPattern = /^[A-Za-z0-9+/]{22}==$/;

const answer = ({ upgrade, socket }: Upgrade, reply: Reply): void => {
  refuseUpgrade(upgrade, socket, reply).catch(() => socket.destroy());
};

/** A client that is gone, now or while the upgrade waits, is no defect. */
const tolerateLoss = ({ socket }: Upgrade): void => {
  socket.on("error", () => socket.destroy());
};

const pingEvery = (socket: WebSocket, millis: number): void => {
  const ping = (): void => {
    socket.ping();
    cancel = machineTimers.schedule(millis, ping);
  };
  let cancel = machineTimers.schedule(millis, ping);
  socket.once("close", () => cancel());
};

/** Loaded when somebody connects. */
const createSocketServer = async (maxPayload: number): Promise<WebSocketServer> => {
  const { WebSocketServer } = await import("ws");
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    perMessageDeflate: false,
    // Strict clients refuse a protocol that they did not offer (clients.md 0.4).
    handleProtocols: (offered) => offered.has(streamProtocol) && streamProtocol,
  });
};
