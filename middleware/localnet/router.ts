import type { ServerResponse } from "node:http";

import { ServiceError } from "../../lib/localnet/index.ts";
import type { ExpressIncoming, ExpressMiddleware } from "../express/express-middleware.ts";
import { createHistoryRouter } from "../express/history-router.ts";
import { createLedgerRouter } from "../express/ledger-router.ts";
import { createLocalnetNodeFetch, isAnsweredByLocalnetNode } from "./participant-view.ts";
import {
  answerSpliceServiceRequest,
  createPathNotServedReply,
  type LocalnetRoutingContext,
} from "./parts.ts";
import { findServiceTarget } from "./route.ts";
import {
  createServiceFailureReply,
  localnetServiceBodyLimit,
  type LocalnetServiceReply,
  type LocalnetServiceRequest,
} from "./service.ts";

/** CORS headers with which pages of every origin can call the services. */
const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "DELETE, GET, POST, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "*, Authorization",
};

/**
 * Creates a router for one of LocalNet's ports. Use port 0 if the router is mounted in the host's own app: it
 * then passes unknown paths on.
 */
export const createLocalnetPortRouter = (
  parts: LocalnetRoutingContext,
  port: number,
): ExpressMiddleware => {
  const { host: localnet, access, fetchLedger } = parts;
  const { ledger } = localnet;
  const ledgerRouter = createLedgerRouter(ledger, access);
  const historyRouter = createHistoryRouter(ledger);
  return (request, response, next) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const target = findServiceTarget({ port, host, path: request.path });
    if (target === undefined) {
      return writeServiceReply(response, createPathNotServedReply(`${host}${request.path}`));
    }
    if (target.service !== "ledger") {
      if (request.method === "OPTIONS") return writeServiceReply(response, { status: 204 });
      const { service, node, path } = target;
      passExpressRequestToService(request, response, (asked) =>
        answerSpliceServiceRequest(parts, { service, node }, { ...asked, path }),
      ).catch(next);
      return;
    }
    const { node } = target;
    if (node !== "appUser" && isAnsweredByLocalnetNode(request.method, request.path)) {
      const fetchNode = createLocalnetNodeFetch(ledger, node, fetchLedger);
      forwardRequest(request, fetchNode)
        .then((reply) => writeServiceReply(response, reply))
        .catch(next);
      return;
    }
    ledgerRouter(request, response, (error) => {
      if (error !== undefined) next(error);
      else historyRouter(request, response, next);
    });
  };
};

/** Passes an Express request to a service, and writes the answer. */
export const passExpressRequestToService = async (
  request: ExpressIncoming,
  response: ServerResponse,
  handle: (request: LocalnetServiceRequest) => Promise<LocalnetServiceReply>,
): Promise<void> => {
  const reply = await answerRequest(request, (body) =>
    handle({
      method: request.method,
      path: request.path,
      query: readQuery(request),
      authorization: request.headers.authorization,
      body,
    }),
  );
  writeServiceReply(response, reply);
};

type RequestBody = Uint8Array | { readonly parsed: unknown };

const answerRequest = async (
  request: ExpressIncoming,
  handle: (body: RequestBody) => Promise<LocalnetServiceReply>,
): Promise<LocalnetServiceReply> => {
  try {
    return await handle(await readBody(request));
  } catch (error) {
    return createServiceFailureReply(error);
  }
};

/** Passes a request to an in-process `fetch`, and returns its answer. */
const forwardRequest = (
  request: ExpressIncoming,
  fetchNode: (input: string, init: RequestInit) => Promise<Response>,
): Promise<LocalnetServiceReply> =>
  answerRequest(request, async (body) => {
    const { authorization } = request.headers;
    const response = await fetchNode(request.path, {
      method: request.method,
      headers: authorization === undefined ? {} : { authorization },
      ...(request.method === "GET" ? {} : { body: toBodyText(body) }),
    });
    return { status: response.status, body: await response.json() };
  });

const toBodyText = (body: RequestBody): string =>
  "parsed" in body ? JSON.stringify(body.parsed) : new TextDecoder().decode(body);

const readQuery = ({ url }: ExpressIncoming): string => {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
};

/** Returns the body that a body parser of the host has read, otherwise the bytes of the stream. */
const readBody = async (request: ExpressIncoming): Promise<RequestBody> => {
  if (request.readableDidRead) return { parsed: request.body };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > localnetServiceBodyLimit) {
      throw new ServiceError(413, `The body has over ${localnetServiceBodyLimit} bytes.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

const writeServiceReply = (
  response: ServerResponse,
  { status, body }: LocalnetServiceReply,
): void => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  response.writeHead(status, {
    ...corsHeaders,
    ...(text !== undefined && {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    }),
  });
  response.end(text);
};
