import type { ServerResponse } from "node:http";

import type { Ledger } from "../../lib/index.ts";
import { logResponse } from "../node-http/http-entry.ts";
import { ledgerApi } from "../served/ledger-api.ts";
import { servedForms } from "../served/option-forms.ts";
import { defaultBodyLimit, type LedgerApiOptions, ledgerHost } from "../served/options.ts";
import { Pages } from "../served/pages.ts";
import { requireGiven } from "../served/require-given.ts";
import type { ExpressIncoming, ExpressMiddleware } from "./express-middleware.ts";
import { serve, type Service } from "./serve.ts";

/**
 * A router that serves the ledger at any mount path: `app.use("/ledger", createLedgerRouter(…))`. It
 * reads bodies itself, whatever their content type, and also takes what a parser of the host has
 * made of them. Paths below `/v2` are its own; requests for others pass through to the host.
 *
 * With `auth: "disabled"`, web pages of other machines are refused; see the option `cors`.
 *
 * Throws a TypeError when `auth` is missing, a key unusable, or an origin none.
 */
export const createLedgerRouter = (
  ledger: Ledger,
  options: LedgerApiOptions,
): ExpressMiddleware => {
  requireGiven(ledger, options, servedForms);
  const pages = new Pages(options);
  const service: Service = {
    api: ledgerApi(ledger.config.apiVersion),
    host: ledgerHost(ledger, options),
    bodyLimit: options.bodyLimit ?? defaultBodyLimit,
    refusal: (request) => pages.refusal(request),
  };
  return (request, response, next) => {
    const route = service.api.match(request.method, request.path);
    if (route.kind === "notFound" && !isOwnPath(request.path)) return next();
    if (pages.isAllowed(request.headers.origin)) {
      response.setHeader("Access-Control-Allow-Origin", request.headers.origin);
      response.setHeader("Vary", "Origin");
      if (isPreflight(request)) {
        logResponse(service.host, request, response);
        return allow(response);
      }
    }
    serve(service, route, { request, response, next });
  };
};

const isPreflight = ({ method, headers }: ExpressIncoming): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

const allow = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
  response.setHeader("Access-Control-Max-Age", "86400");
  response.statusCode = 204;
  response.end();
};

const isOwnPath = (path: string): boolean => /^\/+v2(\/|$)/.test(path);
