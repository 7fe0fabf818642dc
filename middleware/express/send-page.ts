import type { ServerResponse } from "node:http";
import { promisify } from "node:util";

import type { ExpressIncoming } from "./express-middleware.ts";

/** Returns true if the client accepts HTML or anything, as a browser does. */
export const acceptsHtml = ({ headers: { accept = "" } }: ExpressIncoming): boolean =>
  /text\/html|\*\/\*/.test(accept);

/** A page, or a file that a page loads. */
export interface PageContent {
  /** Media type without the character set. */
  readonly type: string;
  readonly body: Buffer;
  readonly contentSecurityPolicy: string;
}

/** Sends a file of a page. A response to HEAD has no body. */
export const sendPageFile = (
  request: ExpressIncoming,
  response: ServerResponse,
  { type, body, contentSecurityPolicy }: PageContent,
): void => {
  response.statusCode = 200;
  response.setHeader("Content-Type", `${type}; charset=utf-8`);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Content-Security-Policy", contentSecurityPolicy);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
};

/** Sends a file whose body is gzip-compressed; decompresses it for the few clients without gzip. */
export const sendCompressedPage = async (
  request: ExpressIncoming,
  response: ServerResponse,
  content: PageContent,
): Promise<void> => {
  const takesGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const body = takesGzip ? content.body : await decompress(content.body);
  if (takesGzip) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Vary", "Accept-Encoding");
  sendPageFile(request, response, { ...content, body });
};

const decompress = async (body: Buffer): Promise<Buffer> => {
  // Loaded here, because few clients do not accept gzip.
  const { gunzip } = await import("node:zlib");
  return promisify(gunzip)(body);
};
