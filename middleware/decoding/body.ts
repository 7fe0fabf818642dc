import { hasMoreValues } from "../../lib/internal.ts";
import { decodeFailure, tooManyValues } from "./decode-failure.ts";

/** Read, checked and decoded at once, they keep everybody waiting: for a command of thousands of contracts they do. */
const maxBodyValues = 50_000;

/** The body of a request as the host delivers it. */
export type RequestBody =
  | { readonly kind: "absent" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Read by a body parser of the host before us. */
  | { readonly kind: "parsed"; readonly value: unknown };

export const absentBody: RequestBody = { kind: "absent" };

/**
 * The JSON of a body, whatever its content type: clients send none (clients.md 0.1). Bytes that are not
 * UTF-8 are read as replacement characters, as a participant reads them. Raises a decode failure for an
 * empty body, for one that is not JSON, and for one of more than 50,000 values.
 */
export const decodeBody = (body: RequestBody): unknown => {
  switch (body.kind) {
    case "absent":
      throw nothing();
    case "parsed":
      return typeof body.value === "string" ? parseText(body.value) : body.value;
    case "bytes":
      return parseText(decodeText(body.bytes));
  }
};

/**
 * The bytes of a body. Raises a decode failure when a body parser of the host made something else of
 * them.
 */
export const octetsOf = (body: RequestBody): Uint8Array => {
  switch (body.kind) {
    case "absent":
      return new Uint8Array();
    case "bytes":
      return body.bytes;
    case "parsed":
      if (body.value instanceof Uint8Array) return body.value;
      throw decodeFailure("body", "expected bytes, got what a body parser made of them");
  }
};

const decodeText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

const parseText = (text: string): unknown => {
  if (text === "") throw nothing();
  if (hasMoreValues(text, maxBodyValues)) throw tooManyValues(maxBodyValues);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw decodeFailure("body", `expected JSON: ${reason}`);
  }
};

const nothing = () => decodeFailure("body", "expected JSON, got an empty body");
