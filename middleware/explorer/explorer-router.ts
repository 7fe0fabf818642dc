import type { ServerResponse } from "node:http";

import { httpStatus } from "../../lib/api.ts";
import { isLedgerError, type Ledger } from "../../lib/index.ts";
import { requireActiveUser } from "../../lib/internal.ts";
import { createAuthenticationService } from "../auth/authenticator.ts";
import { findBearerToken } from "../auth/bearer-token.ts";
import type { ExpressIncoming, ExpressMiddleware } from "../express/express-middleware.ts";
import { acceptsHtml, sendCompressedPage, sendPageFile } from "../express/send-page.ts";
import { getHeaderValues } from "../node-http/header-values.ts";
import { WebPageAccessPolicy } from "../served/pages.ts";
import { requireLedgerAndOptions } from "../served/require-ledger-and-options.ts";
import { type ExplorerOptions, explorerRouterOptionChecks } from "./explorer-options.ts";
import { OpenExplorerPageTracker } from "./open-pages.ts";
import type { ExplorerPageFiles } from "./page-files.ts";
import {
  createExplorerPageFacts,
  explorerNotBuiltPage,
  renderExplorerPageHtml,
} from "./render-explorer-page-html.ts";

/**
 * Creates a router that serves the explorer, in any Express app at any path:
 *
 * ```ts
 * app.use(createLedgerRouter(ledger, { auth }));
 * app.use("/explorer", createExplorerRouter(ledger, { auth }));
 * ```
 *
 * The page contains no data: it calls the ledger API with the user's token, and so shows what that
 * user can see. Other data comes from `explorer-data` below the same path, under the same `auth`.
 * Only requests that accept HTML are answered; others pass to the next handler.
 *
 * Throws a TypeError if `auth` is missing or a key is unusable.
 */
export const createExplorerRouter = (
  ledger: Ledger,
  options: ExplorerOptions,
): ExpressMiddleware => {
  requireLedgerAndOptions(ledger, options, explorerRouterOptionChecks);
  const { authenticate } = createAuthenticationService(ledger, options.auth, options);
  const pages = new WebPageAccessPolicy(options);
  const { end } = options.watched ?? {};
  const onlookers = end && new OpenExplorerPageTracker(end);

  const answerData = async (request: ExpressIncoming, response: ServerResponse): Promise<void> => {
    const refused = pages.explainRefusal(request);
    if (refused !== undefined) {
      return sendJson(response, 403, errorJson("PERMISSION_DENIED", refused));
    }
    try {
      const token = findBearerToken(request.headers, (name) => getHeaderValues(request, name));
      const caller = await authenticate(token);
      requireActiveUser(caller);
      const { pathname, searchParams } = new URL(request.url, "http://explorer.invalid");
      const path = pathname.slice(dataPath.length);
      const asked = { method: request.method, path, query: searchParams };
      if (path === "/watched" && onlookers !== undefined) {
        if (request.method === "GET") return onlookers.addOpenPage(response);
        sendJson(response, 200, {});
        return end?.();
      }
      // Loaded here, because most programs never show the explorer's page.
      const { answerExplorerRequest } = await import("./answer-explorer-request.ts");
      sendJson(response, 200, await answerExplorerRequest(ledger, options, asked, caller));
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      const { code, cause } = error.details;
      sendJson(response, httpStatus(error.details), errorJson(code, cause));
    }
  };

  const answerPage = async (request: ExpressIncoming, response: ServerResponse): Promise<void> => {
    if (!isFolder(request)) return redirectToFolder(request, response);
    const files = await pageFiles();
    const page =
      files === undefined
        ? explorerNotBuiltPage
        : renderExplorerPageHtml(createExplorerPageFacts(ledger, options), files);
    response.setHeader("Cache-Control", "no-cache");
    const body = Buffer.from(page);
    sendPageFile(request, response, { type: "text/html", body, contentSecurityPolicy });
  };

  return (request, response, next) => {
    const { method, path } = request;
    if (path.startsWith(`${dataPath}/`)) return void answerData(request, response).catch(next);
    if (method !== "GET" && method !== "HEAD") return next();
    if (path.startsWith(`${assetsPath}/`)) {
      const name = path.slice(assetsPath.length + 1);
      return void pageFiles()
        .then((files) => sendAsset(request, response, files?.files.get(name), next))
        .catch(next);
    }
    if (path !== "/" || !acceptsHtml(request)) return next();
    answerPage(request, response).catch(next);
  };
};

/** Loaded on demand, because a test runner cannot convert its import.meta to CommonJS. */
const pageFiles = async (): Promise<ExplorerPageFiles | undefined> =>
  (await import("./page-files.ts")).loadExplorerPageFiles();

const dataPath = "/explorer-data";
const assetsPath = "/explorer-assets";

/** Returns true if the URL of the page ends with a slash, which relative URLs in the page need. */
const isFolder = ({ originalUrl, url }: ExpressIncoming): boolean =>
  (originalUrl ?? url).split("?")[0]?.endsWith("/") === true;

/** The redirect is relative, because a proxy may change paths. */
const redirectToFolder = (request: ExpressIncoming, response: ServerResponse): void => {
  const [path = ""] = (request.originalUrl ?? request.url).split("?");
  response.statusCode = 308;
  response.setHeader("Location", `./${path.slice(path.lastIndexOf("/") + 1)}/`);
  response.end();
};

/** Sends a file with an unlimited cache lifetime: its name contains a hash of its content. */
const sendAsset = async (
  request: ExpressIncoming,
  response: ServerResponse,
  gzip: ExplorerPageFiles["files"] extends ReadonlyMap<string, infer File>
    ? File | undefined
    : never,
  next: (error?: unknown) => void,
): Promise<void> => {
  if (gzip === undefined) return next();
  response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  const type = request.path.endsWith(".css") ? "text/css" : "text/javascript";
  await sendCompressedPage(request, response, { type, body: gzip, contentSecurityPolicy });
};

const errorJson = (code: string, cause: string) => ({ code, cause, context: {} });

const sendJson = (response: ServerResponse, status: number, json: unknown): void => {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.end(JSON.stringify(json));
};

/** Content security policy: no content from other origins, no eval, no framing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");
