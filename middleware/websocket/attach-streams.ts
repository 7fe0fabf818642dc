import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import type { Ledger } from "../../lib/index.ts";
import { createErrorHint } from "../errors/hint.ts";
import { computeRequestUri } from "../node-http/request-uri.ts";
import { ledgerErrorReplies } from "../served/ledger-error-replies.ts";
import { servedLedgerOptionChecks } from "../served/option-checks.ts";
import type { LedgerStreamServerOptions } from "../served/options.ts";
import { requireLedgerAndOptions } from "../served/require-ledger-and-options.ts";
import { refuseWebSocketUpgrade } from "./refuse-websocket-upgrade.ts";
import { serveWithoutUpgrade } from "./serve-without-upgrade.ts";
import { WebSocketUpgradeHandler, type WebSocketUpgradeRequest } from "./upgrades.ts";

/** The streams of a ledger on a server. */
export interface AttachedLedgerStreams {
  /**
   * Accepts no more upgrades and closes the open connections with 1001, going away. A client that
   * does not answer within a second is disconnected.
   */
  readonly close: () => void;
}

/**
 * Serves the streams of the ledger over WebSocket, at the paths of their lists and beside the
 * router (ledger-api.md 4.2): one request per connection, each item in a separate frame. Several
 * ledgers may share a server. Upgrades for other paths, and to other protocols, are left to other
 * listeners of the server, or served as plain requests if there are none.
 *
 * With `auth: "disabled"`, pages that another machine served may not connect: a browser would let
 * them read the ledger. Throws a TypeError if `auth` is missing or a key is unusable.
 */
export const attachLedgerStreams = (
  server: Server,
  ledger: Ledger,
  options: LedgerStreamServerOptions,
): AttachedLedgerStreams => {
  requireServer(server);
  requireLedgerAndOptions(ledger, options, servedLedgerOptionChecks);
  const upgrades = new WebSocketUpgradeHandler(ledger, options);
  const listener = upgradeListenerByServer.get(server) ?? new UpgradeListener(server);
  upgradeListenerByServer.set(server, listener);
  listener.add(upgrades);
  return {
    close: () => {
      listener.delete(upgrades);
      upgrades.close();
    },
  };
};

const requireServer = (server: unknown): void => {
  if (typeof server === "object" && server !== null && "listenerCount" in server) return;
  throw new TypeError(
    "The first argument must be a node:http server, as app.listen(…) and createServer(app) return it, not the app.",
  );
};

/** Dispatches the upgrades of a server to its ledgers, because an upgrade must be handled once. */
class UpgradeListener {
  readonly #server: Server;
  readonly #ledgers = new Set<WebSocketUpgradeHandler>();

  constructor(server: Server) {
    this.#server = server;
  }

  add(ledger: WebSocketUpgradeHandler): void {
    if (this.#ledgers.size === 0) this.#server.on("upgrade", this.#onUpgrade);
    this.#ledgers.add(ledger);
  }

  /**
   * Removes the listener with the last ledger: a server without a listener answers upgrades as
   * plain requests.
   */
  delete(ledger: WebSocketUpgradeHandler): void {
    this.#ledgers.delete(ledger);
    if (this.#ledgers.size === 0) this.#server.off("upgrade", this.#onUpgrade);
  }

  readonly #onUpgrade = (upgrade: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const request = { upgrade, socket, head };
    for (const ledger of this.#ledgers) if (ledger.takeUpgrade(request)) return;
    const isAlone = this.#server.listenerCount("upgrade") === 1;
    if (!isAlone) return;
    const suggestion = [...this.#ledgers]
      .map((ledger) => ledger.suggestPath(request))
      .find((path) => path);
    if (suggestion === undefined) serveWithoutUpgrade(this.#server, request);
    else refuseAtPath(request, suggestion);
  };
}

/** Answers an upgrade for a path without a stream, and names the path that has it. */
const refuseAtPath = ({ upgrade, socket }: WebSocketUpgradeRequest, path: string): void => {
  const advice = `The WebSocket streams are at ${path}: connect to it, or pass the mount path of the router to attachLedgerStreams as mount.`;
  const hinted = createErrorHint({ part: "path", nearest: path, advice });
  const reply = ledgerErrorReplies.notFound("GET", computeRequestUri(upgrade), hinted);
  socket.on("error", () => socket.destroy());
  refuseWebSocketUpgrade(upgrade, socket, reply).catch(() => socket.destroy());
};

const upgradeListenerByServer = new WeakMap<Server, UpgradeListener>();
