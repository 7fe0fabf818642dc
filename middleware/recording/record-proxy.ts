import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { invalidArgument } from "../../lib/internal.ts";
import { createRecorder, type RecorderOptions } from "../../lib/recording/index.ts";
import { forward } from "./forward.ts";
import { forwardStreams } from "./forward-streams.ts";

/** Which participant is recorded, and where clients find the proxy. */
export interface RecordProxyOptions extends RecorderOptions {
  /** Where the participant serves its API, with the path if there is one. */
  readonly to: string;
  /** 0, any that is free, when absent. */
  readonly port?: number;
  /** A name or address of this machine; 127.0.0.1 when absent. */
  readonly host?: string;
}

/** A proxy that records. */
export interface RecordProxy {
  /** What clients take for the participant's. */
  readonly url: string;
  /** Cuts what is under way. Resolves when everything is written; rejects with what `write` has thrown. */
  close(): Promise<void>;
}

/**
 * Serves a participant's API as it is, and records what passes, WebSockets included. Headers go through both ways, tokens as well; they
 * are not recorded. Whoever reaches it reaches the participant. Rejects with INVALID_ARGUMENT for what is no URL of HTTP, and with the error of Node
 * where it cannot listen.
 */
export const recordProxy = async (options: RecordProxyOptions): Promise<RecordProxy> => {
  const { to, port = 0, host = "127.0.0.1" } = options;
  const base = baseOf(to);
  const recorder = createRecorder(options);
  const server = createServer((request, response) => {
    // The client has gone, or the participant has: either way there is nothing more to tell.
    forward({ request, response }, base, recorder).catch(() => response.destroy());
  });
  const streams = forwardStreams(server, base, recorder);
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}`,
    close: async () => {
      const closed = once(server, "close");
      streams.close();
      server.close();
      server.closeAllConnections();
      await closed;
      await recorder.close();
    },
  };
};

/** Without a slash at its end. */
const baseOf = (to: string): string => {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url !== undefined && /^https?:$/u.test(url.protocol)) {
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/u, "")}`;
  }
  const expected = "where a participant serves its JSON Ledger API, like https://validator.example";
  throw invalidArgument({ field: "to", expected, found: to });
};

/** The address of a server that listens on a port. */
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
