import type { IncomingMessage } from "node:http";

import { absentBody, type RequestBody } from "../decoding/body.ts";
import { bodyTooLarge, decodeFailure } from "../decoding/decode-failure.ts";
import type { Hold } from "../intake/intake.ts";
import { ReceivedBytes } from "../intake/received-bytes.ts";

/** A request that a body parser may have read before us. */
export interface IncomingRequest extends IncomingMessage {
  readonly body?: unknown;
}

/**
 * The body, read from the stream, or what a body parser of the host made of it: an object, a text or
 * a Buffer. A stream that was read and whose content is nowhere counts as absent. Bytes are taken as they
 * are, whatever encoding a header names, as a participant takes them: what is compressed is no JSON.
 * Raises what `hold` refuses with, and a decode failure for more than `limit` bytes; what comes then is thrown away.
 */
export const readBody = async (
  request: IncomingRequest,
  limit: number,
  hold: Hold,
): Promise<RequestBody> => {
  if (request.readableDidRead) return bodyReadBefore(request.body);
  const announced = Number(request.headers["content-length"] ?? 0);
  hold.expect(announced);
  if (announced > limit) throw bodyTooLarge(limit);
  return { kind: "bytes", bytes: await collect(request, limit, hold) };
};

const bodyReadBefore = (body: unknown): RequestBody => {
  if (body === undefined) return absentBody;
  return body instanceof Uint8Array
    ? { kind: "bytes", bytes: body }
    : { kind: "parsed", value: body };
};

const collect = (request: IncomingMessage, limit: number, hold: Hold): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const received = new ReceivedBytes();
    const refuse = (error: unknown): void => {
      request.off("data", take);
      received.clear();
      reject(error instanceof Error ? error : new Error(String(error)));
      request.resume();
    };
    const take = (chunk: Buffer): void => {
      try {
        hold.take(chunk.length);
        if (received.length + chunk.length > limit) throw bodyTooLarge(limit);
        received.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    hold.onRefused(refuse);
    request.on("data", take);
    request.on("end", () => resolve(received.bytes));
    request.on("error", () =>
      reject(decodeFailure("body", "the connection closed before its end")),
    );
  });
