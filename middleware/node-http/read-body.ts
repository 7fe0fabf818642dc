import type { IncomingMessage } from "node:http";

import { absentBody, type RequestBody } from "../decoding/body.ts";
import { bodyTooLarge, decodeFailure } from "../decoding/decode-failure.ts";
import type { Reservation } from "../quotas/body-quota.ts";
import { ReceivedBytes } from "../quotas/received-bytes.ts";

/** A request whose body the host's parser may have read. */
export interface IncomingRequest extends IncomingMessage {
  readonly body?: unknown;
}

/**
 * Reads the body from the stream, or returns what the host's body parser produced: an object, a
 * text or a Buffer. A stream that was read without a result counts as absent. The bytes are not
 * decompressed, regardless of the headers, as on a participant. Raises refusals of the reservation,
 * and a decode failure for more than `limit` bytes; the remaining bytes are dropped.
 */
export const readBody = (
  request: IncomingRequest,
  limit: number,
  reservation: Reservation,
): Promise<RequestBody> =>
  new Promise((resolve, reject) => {
    if (request.readableDidRead) return resolve(bodyReadBefore(request.body));
    const announced = Number(request.headers["content-length"] ?? 0);
    reservation.expect(announced);
    if (announced > limit) throw bodyTooLarge(limit);
    const received = new ReceivedBytes();
    const refuse = (error: unknown): void => {
      request.off("data", take);
      received.clear();
      reject(error instanceof Error ? error : new Error(String(error)));
      request.resume();
    };
    const take = (chunk: Buffer): void => {
      try {
        reservation.take(chunk.length);
        if (received.length + chunk.length > limit) throw bodyTooLarge(limit);
        received.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    reservation.onRefused(refuse);
    request.on("data", take);
    request.on("end", () => resolve({ kind: "bytes", bytes: received.bytes }));
    request.on("error", () =>
      reject(decodeFailure("body", "the connection closed before its end")),
    );
  });

const bodyReadBefore = (body: unknown): RequestBody => {
  if (body === undefined) return absentBody;
  return body instanceof Uint8Array
    ? { kind: "bytes", bytes: body }
    : { kind: "parsed", value: body };
};
