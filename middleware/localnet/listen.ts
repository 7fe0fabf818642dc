import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";

import { type Ledger, ledgerError } from "../../lib/index.ts";
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import { type AttachedLedgerStreams, attachLedgerStreams } from "../websocket/attach-streams.ts";
import type { LocalnetTokenSettings } from "./parts.ts";
import { localnetPorts } from "./route.ts";

/** The ports and the address at which the servers of a LocalNet listen. */
export interface LocalnetListenOptions {
  /**
   * The ports to listen on, by LocalNet's port: `{ 2975: 12975 }`; 0 chooses a free port. For ports that are
   * left out, LocalNet's own port is used. `"any"` chooses a free port for each.
   */
  readonly ports?: "any" | Readonly<Record<number, number>>;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Ports of LocalNet that are not listened on, because other programs serve them. */
  readonly except?: readonly number[];
  /**
   * Is called with a line for each answered request, with LocalNet's port, such as
   * `POST :2000/api/validator/v0/wallet/tap 200 3.1 ms`.
   */
  readonly log?: (line: string) => void;
}

/** The servers of a LocalNet. */
export interface LocalnetServer {
  /** The ports that the servers listen on, by LocalNet's port. */
  readonly ports: ReadonlyMap<number, number>;
  /** Closes the servers and their connections. Further calls have no effect. */
  readonly close: () => Promise<void>;
}

interface ServedLocalnet {
  readonly ledger: Ledger;
  readonly access: LocalnetTokenSettings;
  /** The service at a port of LocalNet. */
  readonly routerFor: (port: number) => ExpressMiddleware;
}

/**
 * Time that the servers keep an idle connection, as a participant does, in milliseconds. With Node's default
 * of five seconds, a slow client can send a request on a connection that the server is just closing.
 */
const keepAliveTimeout = 60_000;

/** Listens on every port of a LocalNet. If one port is in use, rejects and listens on none. */
export const listenOnLocalnetPorts = async (
  { ledger, access, routerFor }: ServedLocalnet,
  { ports = {}, host = "127.0.0.1", except = [], log }: LocalnetListenOptions = {},
): Promise<LocalnetServer> => {
  const opened: { server: Server; streams: AttachedLedgerStreams }[] = [];
  const bound = new Map<number, number>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll(opened));
  try {
    for (const port of localnetPorts.filter((each) => !except.includes(each))) {
      const app = express();
      app.disable("x-powered-by");
      if (log !== undefined) app.use(logAnswers(port, log));
      app.use(routerFor(port));
      const server = createServer({ keepAliveTimeout }, app);
      const streams = attachLedgerStreams(server, ledger, access);
      const wanted = ports === "any" ? 0 : (ports[port] ?? port);
      server.listen(wanted, host);
      await once(server, "listening");
      opened.push({ server, streams });
      // A server that listens on a port has an AddressInfo.
      bound.set(port, (server.address() as AddressInfo).port);
    }
  } catch (error) {
    await close();
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `A port of LocalNet cannot be listened on: ${formatErrorMessage(error)}. Stop the program that uses it, or choose other ports with the option ports.`,
      path: "ports",
    });
  }
  return { ports: bound, close };
};

const logAnswers =
  (port: number, log: (line: string) => void): express.RequestHandler =>
  (request, response, next) => {
    const begin = performance.now();
    response.once("finish", () => {
      const millis = (performance.now() - begin).toFixed(1);
      log(`${request.method} :${port}${request.path} ${response.statusCode} ${millis} ms`);
    });
    next();
  };

const formatErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const closeAll = async (
  opened: readonly { readonly server: Server; readonly streams: AttachedLedgerStreams }[],
): Promise<void> => {
  await Promise.all(
    opened.map(async ({ server, streams }) => {
      const done = once(server, "close");
      server.close();
      server.closeAllConnections();
      streams.close();
      await done;
    }),
  );
};
