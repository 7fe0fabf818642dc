import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The most requests that a client may send ahead of their answers. */
const maxAhead = 1_000;

/** Set on a socket while a request of it is handled: the requests behind it. */
const behind = Symbol("requests behind the one that is handled");

interface SerializedSocket extends Socket {
  [behind]?: (() => void)[] | undefined;
}

/**
 * Hands the listener one request of a connection at a time, as a participant's server does: of requests that are sent at once,
 * each when the one before is answered and other connections have been served. Node's server would hand over all of them.
 * A connection with too many is closed.
 */
export const serializePipelined = (listener: RequestListener): RequestListener => {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    response.on("close", handleNext);
    listener(request, response);
  };
  return (request, response) => {
    const socket: SerializedSocket = request.socket;
    const waiting = socket[behind];
    if (waiting === undefined) {
      socket[behind] = nothingWaits;
      handle(request, response);
    } else if (waiting.length < maxAhead) {
      const next = (): void => handle(request, response);
      if (waiting === nothingWaits) socket[behind] = [next];
      else waiting.push(next);
    } else {
      socket[behind] = [];
      socket.destroy();
    }
  };
};

/** Shared by all sockets on which one request is handled and none waits. */
const nothingWaits: (() => void)[] = [];

function handleNext(this: ServerResponse): void {
  const socket: SerializedSocket = this.req.socket;
  const next = socket[behind]?.shift();
  // Nobody would get answers to requests that were sent before the connection was closed.
  if (next === undefined || socket.destroyed) socket[behind] = undefined;
  else setImmediate(next);
}
