import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Recorder } from "../../lib/recording/index.ts";

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Maximum length of a body, in bytes. A participant accepts only shorter ones. */
const maxBodyBytes = 256 * 1024 * 1024;

/**
 * Answers a request with the participant's response. Rejects if the client disconnects, or if the
 * participant disconnects during the response.
 */
export const forwardAndRecordRequest = async (
  { request, response }: HttpExchange,
  base: string,
  recorder: Recorder,
): Promise<void> => {
  const body = await readBody(request);
  if (body === undefined) return writeRefusal(response, 413, "The body exceeds the maximum size.");
  const { method = "GET" } = request;
  if (body.length > 0 && (method === "GET" || method === "HEAD")) {
    return writeRefusal(response, 501, `A ${method} with a body cannot be forwarded.`);
  }
  const answer = await sendToParticipant(
    request,
    { url: getParticipantUrlOfRequest(base, request), method, body },
    recorder,
  );
  if (answer === undefined) return writeRefusal(response, 502, `No server answers at ${base}.`);
  response.writeHead(answer.status, forwardableHeaders(answer.headers));
  if (answer.body === null) return void response.end();
  await pipeline(Readable.fromWeb(answer.body), response);
};

/** Returns the participant's URL for a request; always below the base. */
export const getParticipantUrlOfRequest = (base: string, { url = "/" }: IncomingMessage): string =>
  url.startsWith("/") ? `${base}${url}` : `${base}/`;

interface ForwardedRequest {
  readonly url: string;
  readonly method: string;
  readonly body: Buffer<ArrayBuffer>;
}

/** Sends the request to the participant; undefined if it does not answer. */
const sendToParticipant = async (
  { headers }: IncomingMessage,
  { url, method, body }: ForwardedRequest,
  recorder: Recorder,
): Promise<Response | undefined> => {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !connectionHeaders.has(name)) sent.set(name, String(value));
  }
  try {
    return await recorder.fetch(url, {
      method,
      headers: sent,
      redirect: "manual",
      ...(body.length === 0 ? {} : { body }),
    });
  } catch {
    return undefined;
  }
};

const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const forwardableHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !connectionHeaders.has(name)));

/** Reads the body; undefined if it is too large, in which case the rest is read and dropped. */
const readBody = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= maxBodyBytes) pieces.push(piece);
    else pieces.length = 0;
  }
  return length <= maxBodyBytes ? Buffer.concat(pieces) : undefined;
};

const writeRefusal = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(text);
};
