import type { Socket } from "node:net";

import { someoneCame } from "../../lib/internal.ts";

const known = new WeakSet<Socket>();

/**
 * Has long work give way, where it is the first request of a connection, to those who stand behind it at the door. A host that
 * makes up its requests, as those of functions do, may have no connection.
 */
export const noteNewcomer = (socket: Socket | undefined): void => {
  if (socket === undefined || known.has(socket)) return;
  known.add(socket);
  someoneCame();
};
