import type { ServerResponse } from "node:http";

import { type LogEntry, type LogHost, openEntry } from "../log/log-entry.ts";
import type { MountedRequest } from "./refused-head.ts";

/** The entry of a call over HTTP; undefined when nobody keeps a log. */
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

/** The same of one that is logged with the status that its response will have had. */
export const logResponse = (
  host: LogHost,
  request: MountedRequest,
  response: ServerResponse,
): LogEntry | undefined => {
  const entry = openHttpEntry(host, request);
  if (entry !== undefined) response.once("close", () => entry.answered(response.statusCode));
  return entry;
};

/** Without the question mark. */
export const queryOf = ({ url = "", originalUrl = url }: MountedRequest): string =>
  originalUrl.slice(originalUrl.split("?", 1)[0]?.length).slice(1);

/** What a client asked for, whatever is mounted where, without the query. */
export const pathOf = ({ url = "", originalUrl = url }: MountedRequest): string =>
  originalUrl.split("?", 1)[0] ?? "";
