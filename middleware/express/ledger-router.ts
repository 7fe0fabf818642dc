import type { Ledger } from "../../lib/index.ts";
import { ledgerApi } from "../served/ledger-api.ts";
import { defaultBodyLimit, type LedgerApiOptions, ledgerHost } from "../served/options.ts";
import type { ExpressMiddleware } from "./express-middleware.ts";
import { serve, type Service } from "./serve.ts";

/**
 * A router that serves the ledger at any mount path: `app.use("/ledger", createLedgerRouter(…))`. It
 * reads bodies itself, whatever their content type, and also takes what a parser of the host has
 * made of them. Paths below `/v2` are its own; requests for others pass through to the host.
 *
 * Throws a TypeError when `auth` is missing or a key unusable.
 */
export const createLedgerRouter = (
  ledger: Ledger,
  options: LedgerApiOptions,
): ExpressMiddleware => {
  const service: Service = {
    api: ledgerApi(),
    host: ledgerHost(ledger, options),
    bodyLimit: options.bodyLimit ?? defaultBodyLimit,
  };
  return (request, response, next) => {
    const route = service.api.match(request.method, request.path);
    if (route.kind === "notFound" && !isOwnPath(request.path)) return next();
    serve(service, route, { request, response, next });
  };
};

const isOwnPath = (path: string): boolean => /^\/+v2(\/|$)/.test(path);
