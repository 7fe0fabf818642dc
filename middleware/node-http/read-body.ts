import type { IncomingMessage } from "node:http";

import { absentBody, type RequestBody } from "../decoding/body.ts";
import { bodyTooLarge, decodeFailure } from "../decoding/decode-failure.ts";

/** A request that a body parser may have read before us. */
export interface IncomingRequest extends IncomingMessage {
  readonly body?: unknown;
}

/**
 * The body, read from the stream, or what a body parser of the host made of it: an object, a text or
 * a Buffer. A stream that was read and whose content is nowhere counts as absent. Bytes are taken as they
 * are, whatever encoding a header names, as a participant takes them: what is compressed is no JSON.
 * Raises a decode failure for more than `limit` bytes.
 */
export const readBody = async (request: IncomingRequest, limit: number): Promise<RequestBody> => {
  if (request.readableDidRead) return bodyReadBefore(request.body);
  if (Number(request.headers["content-length"]) > limit) throw bodyTooLarge(limit);
  return { kind: "bytes", bytes: await collect(request, limit) };
};

const bodyReadBefore = (body: unknown): RequestBody => {
  if (body === undefined) return absentBody;
  return body instanceof Uint8Array
    ? { kind: "bytes", bytes: body }
    : { kind: "parsed", value: body };
};

const collect = (request: IncomingMessage, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on("end", () => {
      const [only] = chunks;
      if (length > limit) reject(bodyTooLarge(limit));
      else resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
    });
    request.on("error", () =>
      reject(decodeFailure("body", "the connection closed before its end")),
    );
  });
