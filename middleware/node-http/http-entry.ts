import type { ServerResponse } from "node:http";

import { type LogEntry, type LogHost, openEntry } from "../log/log-entry.ts";
import type { MountedRequest } from "./refused-head.ts";

/** Returns the log entry of a call over HTTP; undefined if there are no observers. */
export const openHttpEntry = (
  host: LogHost,
  request: MountedRequest,
  operationId?: string,
): LogEntry | undefined =>
  openEntry(host, () => ({
    via: "http",
    method: request.method ?? "",
    path: pathOf(request),
    query: queryOf(request),
    operationId,
  }));

/** Opens the log entry of a call and ends it with the status of its response. */
export const logResponse = (
  host: LogHost,
  request: MountedRequest,
  response: ServerResponse,
): LogEntry | undefined => {
  const entry = openHttpEntry(host, request);
  if (entry !== undefined) response.once("close", () => entry.answered(response.statusCode));
  return entry;
};

/** Returns the query without the question mark. */
export const queryOf = ({ url = "", originalUrl = url }: MountedRequest): string =>
  originalUrl.slice(originalUrl.split("?", 1)[0]?.length).slice(1);

/** Returns the full path of the request, without the query. */
export const pathOf = ({ url = "", originalUrl = url }: MountedRequest): string =>
  originalUrl.split("?", 1)[0] ?? "";
