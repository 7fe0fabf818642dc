import type { Socket } from "node:net";

import { someoneCame } from "../../lib/internal.ts";

const known = new WeakSet<Socket>();

/**
 * Marks a new connection at its first request, so that long work yields to requests that wait to be
 * read. A host with synthetic requests, such as a cloud function, may have no connection.
 */
export const noteNewcomer = (socket: Socket | undefined): void => {
  if (socket === undefined || known.has(socket)) return;
  known.add(socket);
  someoneCame();
};
