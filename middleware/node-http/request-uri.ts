import { TLSSocket } from "node:tls";

import type { MountedRequest } from "./refused-head.ts";

/** All that the client asked for, as far as the request tells. */
export const requestUri = (request: MountedRequest): string => {
  const { headers, socket, url = "", originalUrl = url } = request;
  const scheme = socket instanceof TLSSocket ? "https" : "http";
  // A client may write the whole of it, as to a proxy.
  if (!originalUrl.startsWith("/")) {
    return originalUrl.includes("://") ? originalUrl : `${scheme}://${originalUrl}`;
  }
  const target = originalUrl.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
  return `${scheme}://${headers.host ?? ""}${target}`;
};
