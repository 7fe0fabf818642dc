import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";

import express, { type Express } from "express";

import type { ErrorIdentity } from "../../lib/api.ts";
import type { Ledger, LedgerError } from "../../lib/index.ts";
import type { AcceptedTokens } from "../auth/authenticator.ts";
import type { TokenTarget } from "../auth/token-kind.ts";
import { createControlRouter } from "../control/create-control-router.ts";
import { createErrorHint } from "../errors/hint.ts";
import { createWrongPathHint } from "../errors/path-hint.ts";
import { createExplorerRouter } from "../explorer/explorer-router.ts";
import type { InspectedTest } from "../explorer/inspected-test.ts";
import { answerUnknownPath } from "../express/answer-unknown-path.ts";
import { createHistoryRouter } from "../express/history-router.ts";
import { createLedgerRequestListener } from "../express/ledger-router.ts";
import { logHttpCall } from "../log/call-log-entry.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import { toConnectableHost } from "../node-http/loopback.ts";
import {
  getLedgerApiPipeline,
  listReleasesWithOperation,
} from "../served/get-ledger-api-pipeline.ts";
import { getHistoryApiPipeline } from "../served/history-api.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import { attachLedgerStreams, type LedgerStreams } from "../websocket/attach-streams.ts";
import { openedFilesUrlPath, OpenedLedgerFiles } from "./opened-files.ts";
import { serveApiReferencePages } from "./pages/serve-reference-pages.ts";
import { createParticipantLikeServer } from "./participant-server.ts";
import type { AuthSetting } from "./settings.ts";
import { toListenError } from "./to-listen-error.ts";
import { createAuthOption, signUserToken } from "./tokens.ts";

export interface ServedLedger {
  readonly baseUrl: string;
  readonly port: number;
  /** Serves another ledger from now on; closes the streams of the previous one. */
  readonly replace: (ledger: Ledger, reset?: () => void | Promise<void>) => void;
  /** Closes the WebSockets, and resolves when no connection is left. */
  readonly close: () => Promise<void>;
}

/** See `LedgerApiOptions`. */
export interface HttpServerOptions
  extends Pick<LedgerApiOptions, "errors" | "cors">, RequestLogOptions {
  readonly port: number;
  /** Name or address of this machine; default 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  readonly auth: AuthSetting;
  readonly target?: TokenTarget | undefined;
  readonly maxTokenLifetimeSeconds?: number | undefined;
  /** Tokens that are accepted in addition to those of `auth`. */
  readonly alsoAccepted?: AcceptedTokens | undefined;
  readonly requestTimeoutMillis?: number | undefined;
  readonly control: boolean;
  /** Secret of the control API; absent: every program on this machine may use it. */
  readonly controlSecret?: string | undefined;
  /** Test that the ledger belongs to, if there is one. */
  readonly watched?: InspectedTest | undefined;
  /** Reverts the ledger to its loaded content; absent: to an empty ledger. */
  readonly reset?: () => void | Promise<void>;
  readonly onUnexpectedError: (error: unknown, identity: ErrorIdentity) => void;
  readonly onWithheldError?: ((error: LedgerError, identity: ErrorIdentity) => void) | undefined;
}

/** Serves a ledger. Rejects with INVALID_ARGUMENT if port or host is in use or not allowed. */
export const serveLedger = async (
  ledger: Ledger,
  serving: HttpServerOptions,
): Promise<ServedLedger> => {
  const { port: wanted, host = "127.0.0.1" } = serving;
  const options = createApiOptions(serving);
  const server = createParticipantLikeServer((request, response) => app(request, response));
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
  auth: createAuthOption(auth, target, alsoAccepted),
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
): OpenedLedgerFiles =>
  new OpenedLedgerFiles(({ ledger, mount, test }) => {
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

interface AppServerOptions extends HttpServerOptions {
  /** Absent if files cannot be opened. */
  readonly files?: OpenedLedgerFiles;
}

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
  const app = createExpressApp(ledger, serving, options);
  return (request, response) => {
    ledgerListener(request, response, (error) => {
      if (error === undefined) app(request, response);
      else response.destroy();
    });
  };
};

const createExpressApp = (
  ledger: Ledger,
  serving: AppServerOptions,
  options: LedgerApiOptions,
): Express => {
  const { auth, target, maxTokenLifetimeSeconds, files } = serving;
  const { control, controlSecret, reset, onUnexpectedError, onRequest, logBodies } = serving;
  const app = express();
  const log = { onRequest, logBodies };
  app.disable("x-powered-by");
  app.use(
    createHistoryRouter(ledger, { onUnexpectedError, errors: options.errors ?? "hints", ...log }),
  );
  if (control) {
    const controlOptions = {
      secret: controlSecret,
      reset,
      open: files && (async (text: string) => `..${await files.open(text)}`),
      onUnexpectedError: (error: unknown) => onUnexpectedError(error, {}),
    };
    app.use("/control", createControlRouter(ledger, { ...controlOptions, ...log }));
    app.use(`${openedFilesUrlPath}/:id`, (request, response, next) => {
      const opened = files?.findListener(request.params.id);
      if (opened === undefined) next();
      else opened(request, response);
    });
  }
  const explorer = createExplorerRouter(ledger, {
    ...options,
    ledgerPath: "./",
    referencePath: "docs",
    ...(control ? { controlPath: "control" } : {}),
    watched: serving.watched,
    tokenOf: (userId) => signUserToken({ auth, target, maxTokenLifetimeSeconds }, userId),
  });
  const routes = [
    ...getLedgerApiPipeline(ledger.config.apiVersion).routes,
    ...getHistoryApiPipeline().routes,
  ];
  const notServed = answerUnknownPath((method, path) => {
    if (options.errors !== "hints") return undefined;
    if (!control && path.startsWith("/control")) return controlDisabledHint;
    return createWrongPathHint(
      { method, path, releases: listReleasesWithOperation(method, path) },
      routes,
    );
  });
  app.use((request, response, next) => {
    logHttpCall(log, request, response);
    explorer(request, response, (error) => {
      if (error !== undefined) return next(error);
      serveApiReferencePages(request, response, () => notServed(request, response, next));
    });
  });
  return app;
};

const controlDisabledHint = createErrorHint({
  part: "path",
  expected: "a path of the JSON Ledger API, such as /v2/version",
  advice: "Start the server with --control to enable the control API.",
});

const closeServer = async (server: Server, streams: LedgerStreams): Promise<void> => {
  const done = once(server, "close");
  server.close();
  // Lists may still be waiting for items that will not come.
  server.closeAllConnections();
  streams.close();
  await done;
};
