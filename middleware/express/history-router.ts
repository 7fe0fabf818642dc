import type { Ledger } from "../../lib/index.ts";
import { logResponse } from "../log/log-entry.ts";
import { readRequestTarget } from "../node-http/node-request.ts";
import { historyApi } from "../served/history-api.ts";
import { servedForms } from "../served/option-forms.ts";
import { defaultBodyLimit, type HistoryApiOptions, historyHost } from "../served/options.ts";
import { requireKnown, requireLedger } from "../served/require-given.ts";
import type { ExpressMiddleware } from "./express-middleware.ts";
import { type PipelineService, serveRequest } from "./serve-request.ts";

/**
 * Creates a router that serves the ledger's coin history, `POST /v0/transactions`, at any mount
 * path and to pages of any origin. It is public. Requests for other paths pass through to the host.
 */
export const createHistoryRouter = (
  ledger: Ledger,
  options: HistoryApiOptions = {},
): ExpressMiddleware => {
  requireLedger(ledger);
  requireKnown(options, servedForms);
  const service: PipelineService = {
    pipeline: historyApi(),
    host: historyHost(ledger, options),
    bodyLimit: options.bodyLimit ?? defaultBodyLimit,
  };
  return (request, response, next) => {
    const { path, query } = readRequestTarget(request);
    const route = service.pipeline.matchRoute(request.method, path);
    if (route.kind === "notFound") return next();
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (request.method !== "OPTIONS") {
      serveRequest(service, { request, response, path, query, route }).catch(next);
      return;
    }
    logResponse(service.host, request, response);
    response.setHeader("Access-Control-Allow-Methods", "POST");
    response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
    response.setHeader("Access-Control-Max-Age", "86400");
    response.statusCode = 204;
    response.end();
  };
};
