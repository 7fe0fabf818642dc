import express, { type Express } from "express";

import type { Ledger } from "../../lib/index.ts";
import { createControlRouter } from "../control/create-control-router.ts";
import { createErrorHint } from "../errors/hint.ts";
import { createWrongPathHint } from "../errors/path-hint.ts";
import { createExplorerRouter } from "../explorer/explorer-router.ts";
import { answerUnknownPath } from "../express/answer-unknown-path.ts";
import { createHistoryRouter } from "../express/history-router.ts";
import { logHttpCall } from "../log/call-log-entry.ts";
import {
  getLedgerApiPipeline,
  listReleasesWithOperation,
} from "../served/get-ledger-api-pipeline.ts";
import { getHistoryApiPipeline } from "../served/history-api.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import { openedFilesUrlPath } from "./dropped-ledger-file-server.ts";
import type { AppServerOptions } from "./http-server-options.ts";
import { serveApiReferencePages } from "./pages/serve-reference-pages.ts";
import { signUserToken } from "./tokens.ts";

/**
 * Creates the Express app for requests that are not of the ledger API: coin history, the control API,
 * opened files, the explorer and the API reference.
 */
export const createNonLedgerApiApp = (
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
