import { subscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

let openCount = 0;

subscribe("net.server.socket", (message) => {
  const { socket } = message as { readonly socket?: unknown };
  if (!(socket instanceof Socket)) return;
  openCount++;
  socket.once("close", () => openCount--);
});

/**
 * Number of connections that the servers of this process have accepted and not closed. A connection counts before its first
 * request is read. 0 on platforms that do not report connections as Node does.
 */
export const countOpenConnections = (): number => openCount;
