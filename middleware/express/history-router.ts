import type { Ledger } from "../../lib/index.ts";
import { logHttpCall } from "../log/call-log-entry.ts";
import { readRequestTarget } from "../node-http/node-http-request-adapter.ts";
import { getHistoryApiPipeline } from "../served/history-api.ts";
import { servedLedgerOptionChecks } from "../served/option-checks.ts";
import {
  createCoinHistoryApiServingContext,
  defaultMaxBodyBytes,
  type HistoryApiOptions,
} from "../served/options.ts";
import {
  requireLedgerArgument,
  requireValidOptions,
} from "../served/require-ledger-and-options.ts";
import type { ExpressMiddleware } from "./express-middleware.ts";
import { type RequestPipelineAndHost, serveRoutedRequest } from "./serve-request.ts";

/**
 * Creates a router that serves the ledger's coin history, `POST /v0/transactions`, at any mount
 * path and to pages of any origin. It is public. Requests for other paths pass through to the host.
 */
export const createHistoryRouter = (
  ledger: Ledger,
  options: HistoryApiOptions = {},
): ExpressMiddleware => {
  requireLedgerArgument(ledger);
  requireValidOptions(options, servedLedgerOptionChecks);
  const service: RequestPipelineAndHost = {
    pipeline: getHistoryApiPipeline(),
    host: createCoinHistoryApiServingContext(ledger, options),
    bodyLimit: options.bodyLimit ?? defaultMaxBodyBytes,
  };
  return (request, response, next) => {
    const { path, query } = readRequestTarget(request);
    const route = service.pipeline.matchRoute(request.method, path);
    if (route.kind === "notFound") return next();
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (request.method !== "OPTIONS") {
      serveRoutedRequest(service, { request, response, path, query, route }).catch(next);
      return;
    }
    logHttpCall(service.host, request, response);
    response.setHeader("Access-Control-Allow-Methods", "POST");
    response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
    response.setHeader("Access-Control-Max-Age", "86400");
    response.statusCode = 204;
    response.end();
  };
};
