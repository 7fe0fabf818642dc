import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Maximum number of requests that a client may send ahead of their responses. */
const maxAhead = 1_000;

/** Present on a socket while one of its requests is handled: the pipelined requests. */
const behind = Symbol("requests behind the one that is handled");

interface SerializedSocket extends Socket {
  [behind]?: (() => void)[] | undefined;
}

/**
 * Passes one request of a connection at a time to the listener, as a participant's server does.
 * Each pipelined request is passed when the previous one is answered and other connections were
 * served; Node's server would pass all at once. A connection with too many is closed.
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

/** Shared by all sockets that handle a request with none pipelined. */
const nothingWaits: (() => void)[] = [];

function handleNext(this: ServerResponse): void {
  const socket: SerializedSocket = this.req.socket;
  const next = socket[behind]?.shift();
  // The client of a closed connection cannot receive responses.
  if (next === undefined || socket.destroyed) socket[behind] = undefined;
  else setImmediate(next);
}
