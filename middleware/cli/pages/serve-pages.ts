import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import type { ExpressIncoming, ExpressMiddleware } from "../../express/express-middleware.ts";
import {
  loadApiExplorerCode,
  referencePage,
  referenceScript,
  referenceStyle,
} from "./reference.ts";

/**
 * Serves the reference at `/docs` and its files to clients that accept HTML or anything. Other
 * clients get a participant's answer, which has no pages.
 */
export const servePages: ExpressMiddleware = (request, response, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const path = request.path.replace(/\/$/, "");
  if (path === "/docs/explorer.js") {
    sendExplorer(request, response).catch(next);
    return;
  }
  const page = pageFileByPath.get(path);
  if (page === undefined || (page.isPage && !acceptsHtml(request))) return next();
  sendPage(request, response, page);
};

interface PageFile {
  readonly type: string;
  readonly text: string;
  /** True for a page that a user opens, false for a file that a page loads. */
  readonly isPage: boolean;
}

const pageFileByPath: ReadonlyMap<string, PageFile> = new Map([
  ["/docs", { type: "text/html", text: referencePage, isPage: true }],
  ["/docs/reference.css", { type: "text/css", text: referenceStyle, isPage: false }],
  ["/docs/reference.js", { type: "text/javascript", text: referenceScript, isPage: false }],
]);

const acceptsHtml = ({ headers: { accept = "" } }: ExpressIncoming): boolean =>
  /text\/html|\*\/\*/.test(accept);

const sendPage = (
  request: ExpressIncoming,
  response: ServerResponse,
  { type, text }: PageFile,
): void => {
  const body = Buffer.from(text);
  writeHead(response, `${type}; charset=utf-8`);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
};

/**
 * Sends the library, which is stored compressed only; decompresses it for the few clients without
 * gzip.
 */
const sendExplorer = async (request: ExpressIncoming, response: ServerResponse): Promise<void> => {
  const code = await loadApiExplorerCode();
  const takesGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const body = takesGzip ? code : await promisify(gunzip)(code);
  writeHead(response, "text/javascript; charset=utf-8");
  if (takesGzip) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Cache-Control", "max-age=3600");
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
};

/** Writes headers that forbid content from other origins and framing. */
const writeHead = (response: ServerResponse, type: string): void => {
  response.statusCode = 200;
  response.setHeader("Content-Type", type);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Content-Security-Policy", contentSecurityPolicy);
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference uses inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
