import type { IncomingMessage, ServerResponse } from "node:http";

import type { Ledger } from "../../lib/index.ts";
import { logHttpCall } from "../log/call-log-entry.ts";
import { readRequestTarget } from "../node-http/node-http-request-adapter.ts";
import type { MountedAppRequest } from "../node-http/refuse-request-head.ts";
import { getLedgerApiPipeline } from "../served/get-ledger-api-pipeline.ts";
import { servedLedgerOptionChecks } from "../served/option-checks.ts";
import {
  createLedgerApiServingContext,
  defaultMaxBodyBytes,
  type LedgerApiOptions,
} from "../served/options.ts";
import { WebPageAccessPolicy } from "../served/pages.ts";
import { requireLedgerAndOptions } from "../served/require-ledger-and-options.ts";
import type { ExpressMiddleware } from "./express-middleware.ts";
import { addMountPathHint, removeMountPathHint } from "./mount-hint.ts";
import { type RequestPipelineAndHost, serveRoutedRequest } from "./serve-request.ts";

/**
 * Creates a router that serves the ledger at any mount path: `app.use("/ledger",
 * createLedgerRouter(…))`. It reads bodies itself, regardless of their content type, and also
 * accepts bodies that a parser of the host has read. It answers all paths below `/v2`; requests for
 * other paths pass through to the host.
 *
 * With `auth: "disabled"`, web pages of other machines are refused; see the option `cors`.
 *
 * Throws a TypeError if `auth` is missing, a key is unusable, or an origin is invalid.
 */
export const createLedgerRouter = (ledger: Ledger, options: LedgerApiOptions): ExpressMiddleware =>
  createLedgerRequestListener(ledger, options);

/**
 * Creates the same router as a listener for a Node server without Express. For other paths, it
 * calls `next`.
 */
export const createLedgerRequestListener = (
  ledger: Ledger,
  options: LedgerApiOptions,
): ((
  request: MountedAppRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void) => {
  requireLedgerAndOptions(ledger, options, servedLedgerOptionChecks);
  const pages = new WebPageAccessPolicy(options);
  const service: RequestPipelineAndHost = {
    pipeline: getLedgerApiPipeline(ledger.config.apiVersion),
    host: createLedgerApiServingContext(ledger, options),
    bodyLimit: options.bodyLimit ?? defaultMaxBodyBytes,
    refusal: (request) => pages.explainRefusal(request),
  };
  return (request, response, next) => {
    const { path, query } = readRequestTarget(request);
    const route = service.pipeline.matchRoute(request.method ?? "", path);
    const mount = request.baseUrl ?? "";
    // A router mounted at /v2 answers itself, because all paths of the API seem to be missing.
    if (route.kind === "notFound" && !isLedgerApiPath(path) && !mount.endsWith("/v2")) {
      const suggestion =
        service.host.errors === "hints" ? suggestLedgerPath(path, mount) : undefined;
      if (
        suggestion !== undefined &&
        service.pipeline.matchRoute(request.method ?? "", suggestion).kind === "found"
      ) {
        addMountPathHint(response, { mount, path: suggestion });
      }
      return next();
    }
    removeMountPathHint(response);
    if (pages.isAllowed(request.headers.origin)) {
      response.setHeader("Access-Control-Allow-Origin", request.headers.origin);
      response.setHeader("Vary", "Origin");
      if (isPreflight(request)) {
        logHttpCall(service.host, request, response);
        return answerPreflight(response);
      }
    }
    serveRoutedRequest(service, { request, response, path, query, route }).catch(next);
  };
};

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

const answerPreflight = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
  response.setHeader("Access-Control-Max-Age", "86400");
  response.statusCode = 204;
  response.end();
};

/**
 * Returns the end of a path that begins with `/v2/`. If the path has none and the router is mounted below a
 * path, the client may have omitted `/v2`; then returns the path below `/v2`.
 */
const suggestLedgerPath = (path: string, mount: string): string | undefined => {
  const at = path.lastIndexOf("/v2/");
  if (at > 0) return path.slice(at);
  return mount === "" ? undefined : `/v2${path}`;
};

const isLedgerApiPath = (path: string): boolean => /^\/+v2(\/|$)/.test(path);
