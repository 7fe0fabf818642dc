import type { Server } from "node:http";
import { Socket } from "node:net";

import { isTlsSocket } from "../node-http/is-tls-socket.ts";
import { findUnfinishedResponseOnSocket } from "../node-http/unfinished-response.ts";
import type { WebSocketUpgradeRequest } from "./upgrades.ts";

/**
 * Serves an upgrade request as a plain one, which HTTP requires of a server that does not support
 * the protocol (RFC 9110, 7.8): Java's client and `curl --http2` offer HTTP/2 on every request.
 * Node has detached the connection by then, so the request is put back in front of the following
 * bytes without the upgrade headers, and the connection is passed to the server again.
 */
export const serveWithoutUpgrade = (
  server: Server,
  { upgrade, socket, head }: WebSocketUpgradeRequest,
): void => {
  const serve = (): void => {
    socket.off("error", destroy);
    // The server set this timeout while the connection was idle.
    if (socket instanceof Socket) socket.setTimeout(0);
    socket.unshift(Buffer.concat([Buffer.from(formatHeadWithoutUpgrade(upgrade), "latin1"), head]));
    server.emit(isTlsSocket(socket) ? "secureConnection" : "connection", socket);
  };
  const destroy = (): void => void socket.destroy();
  socket.on("error", destroy);
  // Wait for an earlier response, which the server does not know of when it gets the connection
  // again.
  const before = findUnfinishedResponseOnSocket(socket);
  if (before === undefined) serve();
  else before.once("finish", serve);
};

/** Returns the request head without the fields that ask for an upgrade. */
const formatHeadWithoutUpgrade = ({
  method,
  url,
  httpVersion,
  rawHeaders,
}: WebSocketUpgradeRequest["upgrade"]): string => {
  let text = `${method ?? ""} ${url ?? ""} HTTP/${httpVersion}\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    switch (name.toLowerCase()) {
      case "upgrade":
        break;
      case "connection":
        text += connectionWithoutUpgrade(name, value);
        break;
      default:
        text += `${name}: ${value}\r\n`;
    }
  }
  return `${text}\r\n`;
};

const connectionWithoutUpgrade = (name: string, value: string): string => {
  const options = value.split(",").map((option) => option.trim());
  const kept = options.filter((option) => option.toLowerCase() !== "upgrade");
  return kept.length === 0 ? "" : `${name}: ${kept.join(", ")}\r\n`;
};
