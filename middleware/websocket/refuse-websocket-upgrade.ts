import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { loadHttp } from "#load-package";

import type { ApiReply } from "../api/reply.ts";
import { writeReply } from "../node-http/write-reply.ts";

/** Answers an upgrade as a plain request, and closes its connection. */
export const refuseWebSocketUpgrade = async (
  upgrade: IncomingMessage,
  socket: Duplex,
  reply: ApiReply,
): Promise<void> => {
  const { ServerResponse } = loadHttp();
  const response = new ServerResponse(upgrade);
  response.shouldKeepAlive = false;
  // Upgrades of an HTTP server have a Socket.
  if (!(socket instanceof Socket)) return void socket.destroy();
  response.assignSocket(socket);
  response.once("finish", () => socket.destroySoon());
  await writeReply(response, reply);
};
