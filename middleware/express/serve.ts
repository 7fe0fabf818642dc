import type { Api } from "../api/api.ts";
import type { ApiHost } from "../api/call.ts";
import { plainText, type Reply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
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
  const refused = refusedHead(request) ?? refusedBy(service, request);
  const work =
    refused === undefined ? answer(service, route, exchange) : writeReply(response, refused);
  work.catch(next);
};

const refusedBy = ({ refusal }: Service, request: ExpressIncoming): Reply | undefined => {
  const why = refusal?.(request);
  return why === undefined ? undefined : plainText(why, 403, { Connection: "close" });
};

const answer = async (
  { api, host, bodyLimit }: Service,
  route: RouteMatch,
  exchange: ExpressExchange,
): Promise<void> => {
  const { response } = exchange;
  const reply = await api.handle(new ExpressRequest(route, exchange, bodyLimit), host);
  try {
    await writeReply(response, reply);
  } catch (error) {
    await writeReply(response, api.failure(error, host));
  }
};
