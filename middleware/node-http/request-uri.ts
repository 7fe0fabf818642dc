import { isTlsSocket } from "./is-tls-socket.ts";
import type { MountedAppRequest } from "./refuse-request-head.ts";

/** Returns the full URI of a request, as far as it is known. */
export const computeRequestUri = (request: MountedAppRequest): string => {
  const { headers, socket, url = "", originalUrl = url } = request;
  const scheme = isTlsSocket(socket) ? "https" : "http";
  // A client may send an absolute URI, as to a proxy.
  if (!originalUrl.startsWith("/")) {
    return originalUrl.includes("://") ? originalUrl : `${scheme}://${originalUrl}`;
  }
  const target = originalUrl.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
  return `${scheme}://${headers.host ?? ""}${target}`;
};
