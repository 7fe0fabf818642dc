import type { ServerResponse } from "node:http";

import type { Api } from "../api/api.ts";
import type { ApiHost } from "../api/api-host.ts";
import { noted } from "../api/log-reply.ts";
import { plainText, type Reply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { type LogEntry, sentOf } from "../log/log-entry.ts";
import { cutUnlessRead } from "../node-http/cut-unless-read.ts";
import { openHttpEntry } from "../node-http/http-entry.ts";
import { noteNewcomer } from "../node-http/note-newcomer.ts";
import { refusedHead } from "../node-http/refused-head.ts";
import { writeReply } from "../node-http/write-reply.ts";
import type { ExpressExchange, ExpressIncoming } from "./express-middleware.ts";
import { ExpressRequest } from "./express-request.ts";

/** What answers the requests of a router. */
export interface Service {
  readonly api: Api;
  readonly host: ApiHost;
  /** In bytes. */
  readonly bodyLimit: number;
  /** Why a request is not answered, whatever it asks for. */
  readonly refusal?: (request: ExpressIncoming) => string | undefined;
}

/** Answers a request whose route is known. */
export const serve = (service: Service, route: RouteMatch, exchange: ExpressExchange): void => {
  const { request, response, next } = exchange;
  const { host } = service;
  noteNewcomer(request.socket);
  const operationId = route.kind === "found" ? route.operationId : undefined;
  const entry = openHttpEntry(host, request, operationId);
  const refused = refusedHead(request) ?? refusedBy(service, request);
  if (refused === undefined) answer(service, { route, entry }, exchange).catch(next);
  else write(response, refused, { host, entry }).catch(next);
};

interface Asked {
  readonly route: RouteMatch;
  readonly entry: LogEntry | undefined;
}

const refusedBy = ({ refusal }: Service, request: ExpressIncoming): Reply | undefined => {
  const why = refusal?.(request);
  return why === undefined ? undefined : plainText(why, 403, { Connection: "close" });
};

const answer = async (
  { api, host, bodyLimit }: Service,
  { route, entry }: Asked,
  exchange: ExpressExchange,
): Promise<void> => {
  const { response } = exchange;
  const reply = await api.handle(new ExpressRequest(route, exchange, bodyLimit), host, entry);
  try {
    await write(response, reply, { host, entry });
  } catch (error) {
    await write(response, api.failure(error, host, { entry }), { host, entry });
  }
};

const write = async (
  response: ServerResponse,
  reply: Reply,
  { host, entry }: { readonly host: ApiHost; readonly entry: LogEntry | undefined },
): Promise<void> => {
  const { unread } = host;
  await writeReply(response, noted(reply, entry), { sent: sentOf(entry), unread });
  cutUnlessRead(response.req);
  entry?.answered(reply.status);
};
