import type { IncomingMessage, ServerResponse } from "node:http";

import type { ApiServingContext } from "../api/api-serving-context.ts";
import { addReplyToLog } from "../api/log-reply.ts";
import type { RequestPipeline } from "../api/pipeline.ts";
import { type ApiReply, createTextReply } from "../api/reply.ts";
import {
  type CallLogEntry,
  createSentBytesCounter,
  openHttpCallLogEntry,
} from "../log/call-log-entry.ts";
import { lingerThenClose } from "../node-http/linger-then-close.ts";
import {
  type NodeHttpExchange,
  NodeHttpRequestAdapter,
} from "../node-http/node-http-request-adapter.ts";
import { findRequestHeadRefusal } from "../node-http/refuse-request-head.ts";
import { writeReply } from "../node-http/write-reply.ts";

/** A pipeline with its host and limits. */
export interface RequestPipelineAndHost {
  readonly pipeline: RequestPipeline;
  readonly host: ApiServingContext;
  /** Maximum length of a body, in bytes. */
  readonly bodyLimit: number;
  /** Returns why a request is refused regardless of its path; undefined if it is not. */
  readonly refusal?: (request: IncomingMessage) => string | undefined;
}

/** Answers a routed request. Rejects if not even an error can be written. */
export const serveRoutedRequest = (
  service: RequestPipelineAndHost,
  exchange: NodeHttpExchange,
): Promise<void> => {
  const { bodyLimit, host, pipeline } = service;
  const { request, response, route } = exchange;
  const operationId = route.kind === "found" ? route.operationId : undefined;
  const entry = openHttpCallLogEntry(host, request, operationId);
  const refused = findRequestHeadRefusal(request) ?? createRefusalReply(service, request);
  if (refused !== undefined) return writeRefusal(response, refused, entry);
  const options = { bodyLimit, entry, host };
  return pipeline.handleRequest(new NodeHttpRequestAdapter(exchange, options), host, entry);
};

const createRefusalReply = (
  { refusal }: RequestPipelineAndHost,
  request: IncomingMessage,
): ApiReply | undefined => {
  const why = refusal?.(request);
  return why === undefined ? undefined : createTextReply(why, 403, { Connection: "close" });
};

const writeRefusal = async (
  response: ServerResponse,
  reply: ApiReply,
  entry: CallLogEntry | undefined,
): Promise<void> => {
  await writeReply(response, addReplyToLog(reply, entry), { sent: createSentBytesCounter(entry) });
  lingerThenClose(response.req);
  entry?.end(reply.status);
};
