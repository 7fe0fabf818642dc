import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { createInvalidArgumentError } from "../../lib/internal.ts";
import { createRecorder, type RecorderOptions } from "../../lib/recording/index.ts";
import { formatHostForUrl } from "../node-http/loopback.ts";
import { forwardAndRecordRequest } from "./forward.ts";
import { forwardAndRecordStreams } from "./forward-streams.ts";

/** The participant to record, and the address of the proxy. */
export interface RecordProxyOptions extends RecorderOptions {
  /** URL of the participant's API, with its path if there is one. */
  readonly to: string;
  /** Port; default 0, which chooses a free one. */
  readonly port?: number;
  /** Name or address of this machine; default 127.0.0.1. */
  readonly host?: string;
}

/** A recording proxy. */
export interface RecordingProxy {
  /** URL for clients, in place of the participant's. */
  readonly url: string;
  /**
   * Closes open connections. Resolves when everything is written; rejects with errors that `write`
   * throws.
   */
  close(): Promise<void>;
}

/**
 * Serves a participant's API unchanged and records requests and responses, WebSockets included.
 * Headers, including tokens, are forwarded but not recorded. Every client of the proxy reaches the
 * participant. Rejects with INVALID_ARGUMENT for an invalid URL, and with Node's error if it cannot
 * listen.
 */
export const recordProxy = async (options: RecordProxyOptions): Promise<RecordingProxy> => {
  const { to, port = 0, host = "127.0.0.1" } = options;
  const base = parseBaseUrl(to);
  const recorder = createRecorder(options);
  const server = createServer((request, response) => {
    // The client or the participant has disconnected, so no answer can be sent.
    forwardAndRecordRequest({ request, response }, base, recorder).catch(() => response.destroy());
  });
  const streams = forwardAndRecordStreams(server, base, recorder);
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: `http://${formatHostForUrl(host)}:${readPort(server)}`,
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

/** Returns the base URL without a trailing slash. */
const parseBaseUrl = (to: string): string => {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url !== undefined && /^https?:$/u.test(url.protocol)) {
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/u, "")}`;
  }
  const expected = "URL of a JSON Ledger API, such as https://validator.example";
  throw createInvalidArgumentError({ field: "to", expected, found: to });
};

/** A server that listens on a port has an AddressInfo. */
const readPort = (server: Server): number => (server.address() as AddressInfo).port;
