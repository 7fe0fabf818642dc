import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** So many may be sent ahead of their answers; nobody does so in earnest. */
const maxAhead = 1_000;

/**
 * Hands the listener one request of a connection at a time, as a participant's server does: of those that were sent at once, each when the one before
 * is answered, and others have had their turn. Node's would hand over all that come together at once. A connection with too many is cut.
 */
export const oneByOne = (listener: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    response.once("close", () => {
      const next = waiting.get(socket)?.shift();
      // Of what was sent before a cut nobody would hear.
      if (next === undefined || socket.destroyed) waiting.delete(socket);
      else setImmediate(next);
    });
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      handle(request, response);
    } else if (ahead.length < maxAhead) {
      ahead.push(() => handle(request, response));
    } else {
      waiting.set(socket, []);
      socket.destroy();
    }
  };
};
