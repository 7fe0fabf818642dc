import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Ledger } from "../../lib/index.ts";
import { createLedgerRequestListener } from "../express/ledger-router.ts";
import { toConnectableHost } from "../node-http/loopback.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import { type AttachedLedgerStreams, attachLedgerStreams } from "../websocket/attach-streams.ts";
import { DroppedLedgerFileServer } from "./dropped-ledger-file-server.ts";
import type { AppServerOptions, HttpServerOptions } from "./http-server-options.ts";
import { createParticipantLikeHttpServer } from "./participant-server.ts";
import { toListenError } from "./to-listen-error.ts";
import { createAuthOptionFromSetting } from "./tokens.ts";

export interface ServedLedger {
  readonly baseUrl: string;
  readonly port: number;
  /** Serves another ledger from now on; closes the streams of the previous one. */
  readonly replace: (ledger: Ledger, reset?: () => void | Promise<void>) => void;
  /** Closes the WebSockets, and resolves when no connection is left. */
  readonly close: () => Promise<void>;
}

/** Serves a ledger. Rejects with INVALID_ARGUMENT if port or host is in use or not allowed. */
export const serveLedger = async (
  ledger: Ledger,
  serving: HttpServerOptions,
): Promise<ServedLedger> => {
  const { port: wanted, host = "127.0.0.1" } = serving;
  const options = createApiOptions(serving);
  const server = createParticipantLikeHttpServer((request, response) => app(request, response));
  const files = createOpenedFiles(server, serving, options);
  let app: RequestListener = createAppListener(ledger, { ...serving, files }, options);
  let streams = attachLedgerStreams(server, ledger, options);
  server.listen(wanted, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw toListenError(error, { port: wanted, host }) ?? error;
  }
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${toConnectableHost(host)}:${port}`,
    port,
    replace: (other, reset) => {
      const before = streams;
      streams = attachLedgerStreams(server, other, options);
      app = createAppListener(other, { ...serving, ...(reset && { reset }), files }, options);
      before.close();
    },
    close: async () => {
      await closeServer(server, streams);
      await files.close();
    },
  };
};

const createApiOptions = ({
  auth,
  target,
  alsoAccepted,
  maxTokenLifetimeSeconds,
  requestTimeoutMillis,
  errors = "hints",
  cors,
  onUnexpectedError,
  onWithheldError,
  onRequest,
  logBodies,
}: HttpServerOptions): LedgerApiOptions => ({
  auth: createAuthOptionFromSetting(auth, target, alsoAccepted),
  ...(maxTokenLifetimeSeconds === undefined ? {} : { maxTokenLifetimeSeconds }),
  ...(requestTimeoutMillis === undefined ? {} : { requestTimeoutMillis }),
  errors,
  ...(cors === undefined ? {} : { cors }),
  onUnexpectedError,
  ...(onWithheldError === undefined ? {} : { onWithheldError }),
  onRequest,
  logBodies,
});

/** Serves opened files beside the ledger, with the same access as the control API. */
const createOpenedFiles = (
  server: Server,
  serving: HttpServerOptions,
  options: LedgerApiOptions,
): DroppedLedgerFileServer =>
  new DroppedLedgerFileServer(({ ledger, mount, test }) => {
    const auth = "disabled";
    const before = ledger.snapshot();
    const streams = attachLedgerStreams(server, ledger, { ...options, auth, mount });
    const of = {
      ...serving,
      auth: { kind: auth } as const,
      reset: () => ledger.revert(before),
      watched: test,
    };
    return {
      app: createAppListener(ledger, of, { ...options, auth }),
      close: () => streams.close(),
    };
  });

/**
 * Returns the listener: it passes requests of the ledger API directly to the ledger, others to an
 * Express app.
 */
const createAppListener = (
  ledger: Ledger,
  serving: AppServerOptions,
  options: LedgerApiOptions,
): RequestListener => {
  const ledgerListener = createLedgerRequestListener(ledger, options);
  // The server starts sooner because Express is loaded only when a request needs it.
  const loadApp = async (): Promise<RequestListener> => {
    const { createNonLedgerApiApp } = await import("./express-app.ts");
    return createNonLedgerApiApp(ledger, serving, options);
  };
  let app: Promise<RequestListener> | undefined;
  return (request, response) => {
    ledgerListener(request, response, (error) => {
      if (error !== undefined) return void response.destroy();
      app ??= loadApp();
      app.then(
        (listener) => {
          // The client may have left meanwhile.
          if (!response.destroyed) listener(request, response);
        },
        (loadError: unknown) => {
          serving.onUnexpectedError(loadError, {});
          response.destroy();
        },
      );
    });
  };
};

const closeServer = async (server: Server, streams: AttachedLedgerStreams): Promise<void> => {
  const done = once(server, "close");
  server.close();
  // Lists may still be waiting for items that will not come.
  server.closeAllConnections();
  streams.close();
  await done;
};
