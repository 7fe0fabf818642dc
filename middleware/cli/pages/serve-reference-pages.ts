import type { ExpressMiddleware } from "../../express/express-middleware.ts";
import { acceptsHtml, sendCompressedPage, sendPageFile } from "../../express/send-page.ts";
import {
  apiReferencePage,
  apiReferencePageScript,
  loadApiExplorerCode,
  referencePageStyle,
} from "./reference.ts";

/**
 * Serves the reference at `/docs` and its files to clients that accept HTML or anything. Other
 * clients get a participant's answer, which has no pages.
 */
export const serveApiReferencePages: ExpressMiddleware = (request, response, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const path = request.path.replace(/\/$/, "");
  if (path === "/docs/explorer.js") {
    loadApiExplorerCode()
      .then((body) => {
        response.setHeader("Cache-Control", "max-age=3600");
        const type = "text/javascript";
        return sendCompressedPage(request, response, { type, body, contentSecurityPolicy });
      })
      .catch(next);
    return;
  }
  const page = pageFileByPath.get(path);
  if (page === undefined || (page.isPage && !acceptsHtml(request))) return next();
  const { type, text } = page;
  sendPageFile(request, response, { type, body: Buffer.from(text), contentSecurityPolicy });
};

interface PageFile {
  readonly type: string;
  readonly text: string;
  /** True for a page that a user opens, false for a file that a page loads. */
  readonly isPage: boolean;
}

const pageFileByPath: ReadonlyMap<string, PageFile> = new Map([
  ["/docs", { type: "text/html", text: apiReferencePage, isPage: true }],
  ["/docs/reference.css", { type: "text/css", text: referencePageStyle, isPage: false }],
  ["/docs/reference.js", { type: "text/javascript", text: apiReferencePageScript, isPage: false }],
]);

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
