import type { Server } from "node:http";
import { Socket } from "node:net";
import { TLSSocket } from "node:tls";

import { answerUnderWay } from "../node-http/answer-under-way.ts";
import type { Upgrade } from "./upgrades.ts";

/**
 * Serves a request that asks for an upgrade as if it did not, which is what HTTP expects of a server that
 * cannot do what is asked for (RFC 9110, 7.8): Java's client and `curl --http2` offer HTTP/2 so on every
 * plain request, and read on in HTTP/1.1. Node has let go of such a connection by then, so the request is
 * put back in front of what follows it, without the wish, and the connection is given to the server anew.
 */
export const servePlainly = (server: Server, { upgrade, socket, head }: Upgrade): void => {
  const serve = (): void => {
    socket.off("error", destroy);
    // Set while the connection was idle.
    if (socket instanceof Socket) socket.setTimeout(0);
    socket.unshift(Buffer.concat([Buffer.from(headOf(upgrade), "latin1"), head]));
    server.emit(socket instanceof TLSSocket ? "secureConnection" : "connection", socket);
  };
  const destroy = (): void => void socket.destroy();
  socket.on("error", destroy);
  // A server that gets a connection anew knows of no answer to a request before.
  const before = answerUnderWay(socket);
  if (before === undefined) serve();
  else before.once("finish", serve);
};

/** As it came, but for the fields that ask for an upgrade. */
const headOf = ({ method, url, httpVersion, rawHeaders }: Upgrade["upgrade"]): string => {
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
