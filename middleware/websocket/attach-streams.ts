import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import type { WebSocket, WebSocketServer } from "ws";

import { ledgerError, requirePublic, type Ledger } from "../../lib/index.ts";
import { isLoopbackOrigin } from "../control/loopback.ts";
import { ledgerApi } from "../ledger-api.ts";
import { defaultBodyLimit, ledgerHost, type LedgerApiOptions } from "../options.ts";
import type { Reply } from "../reply.ts";
import type { Route } from "../route-table.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { serveStream, type StreamService } from "./serve-stream.ts";
import { authorizationOf, streamProtocol } from "./subprotocols.ts";

/** How streams are served over WebSocket: as the router is, which they belong to. */
export interface LedgerStreamOptions extends LedgerApiOptions {
  /** Where the router is mounted, such as `/ledger`; the root when absent. */
  readonly mount?: string;
}

export interface LedgerStreams {
  /** Takes no more upgrades and cuts the connections that are open. */
  readonly close: () => void;
}

/**
 * Serves the streams of the ledger over WebSocket, at the paths of their lists and beside the router
 * (ledger-api.md 4.2): one request per connection, each item in a frame of its own. Upgrades for other
 * paths are left to other listeners of the server, if it has any.
 *
 * With `auth: "disabled"`, pages that another machine served may not connect: a browser would let
 * them read the ledger. Throws a TypeError when `auth` is missing or a key unusable.
 */
export const attachLedgerStreams = (
  server: Server,
  ledger: Ledger,
  options: LedgerStreamOptions,
): LedgerStreams => {
  const upgrades = new Upgrades(ledger, options);
  const onUpgrade = (upgrade: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const isAlone = server.listenerCount("upgrade") === 1;
    upgrades.take({ upgrade, socket, head }, isAlone);
  };
  server.on("upgrade", onUpgrade);
  return {
    close: () => {
      server.off("upgrade", onUpgrade);
      upgrades.close();
    },
  };
};

/** A connection that asks to become a WebSocket. */
interface Upgrade {
  readonly upgrade: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

class Upgrades {
  readonly #service: StreamService;
  readonly #mount: string;
  readonly #isOpenToAll: boolean;
  readonly #sockets = new Set<WebSocket>();
  readonly #bodyLimit: number;
  #server: Promise<WebSocketServer> | undefined;
  #isClosed = false;

  constructor(ledger: Ledger, options: LedgerStreamOptions) {
    this.#service = { api: ledgerApi(), host: ledgerHost(ledger, options) };
    this.#mount = (options.mount ?? "").replace(/\/+$/, "");
    this.#isOpenToAll = options.auth === "disabled";
    this.#bodyLimit = options.bodyLimit ?? defaultBodyLimit;
  }

  /** Takes the upgrade if it is for a stream, or if nobody else would answer it. */
  take(request: Upgrade, isAlone: boolean): void {
    const { upgrade, socket } = request;
    // A client that is gone, here or while the upgrade waits, is no defect.
    socket.on("error", () => socket.destroy());
    const { api, host } = this.#service;
    const path = this.#pathOf(upgrade);
    const route = path === undefined ? undefined : api.match("POST", path);
    if (path === undefined || route === undefined || !api.isStream(route)) {
      if (isAlone) this.#refuse(request, api.unknown("WebSocket", path ?? ""));
      return;
    }
    this.#admit(upgrade)
      .then(() => this.#open(request, { path, route }))
      .catch((error: unknown) => this.#refuse(request, api.failure(error, host)));
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  #refuse({ upgrade, socket }: Upgrade, reply: Reply): void {
    refuseUpgrade(upgrade, socket, reply).catch(() => socket.destroy());
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
    target: { readonly path: string; readonly route: Route },
  ): Promise<void> {
    const server = await (this.#server ??= createSocketServer(this.#bodyLimit));
    // Admitting may have taken longer than the server lived.
    if (this.#isClosed) return void socket.destroy();
    server.handleUpgrade(upgrade, socket, head, (opened) => {
      this.#sockets.add(opened);
      opened.once("close", () => this.#sockets.delete(opened));
      void serveStream(this.#service, { upgrade, socket: opened, ...target });
    });
  }
}

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
