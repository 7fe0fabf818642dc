import { isUtf8 } from "node:buffer";

import { decodeFailure } from "./decode-failure.ts";

/** The body of a request as the host delivers it. */
export type RequestBody =
  | { readonly kind: "absent" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Read by a body parser of the host before us. */
  | { readonly kind: "parsed"; readonly value: unknown };

export const absentBody: RequestBody = { kind: "absent" };

/**
 * The JSON of a body, whatever its content type: clients send none (clients.md 0.1). Raises a decode
 * failure for an empty body, for bytes that are not UTF-8 or not JSON, and for more than
 * {@link maxJsonDepth} levels of nesting.
 */
export const decodeBody = (body: RequestBody): unknown => {
  const json = parseBody(body);
  if (isDeeper(json, maxJsonDepth)) {
    throw decodeFailure("body", `more than ${maxJsonDepth} levels of nesting`);
  }
  return json;
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

/**
 * Values of the contract language nest at most 100 deep, which the ledger checks and names; one level
 * of them takes up to two of JSON. This bound only keeps everything before that check safe.
 */
export const maxJsonDepth = 256;

const parseBody = (body: RequestBody): unknown => {
  switch (body.kind) {
    case "absent":
      throw nothing();
    case "parsed":
      return typeof body.value === "string" ? parseText(body.value) : body.value;
    case "bytes":
      return parseText(decodeText(body.bytes));
  }
};

const decodeText = (bytes: Uint8Array): string => {
  if (bytes.byteLength === 0) throw nothing();
  if (!isUtf8(bytes)) throw decodeFailure("body", "expected UTF-8, got other bytes");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
};

const parseText = (text: string): unknown => {
  if (text === "") throw nothing();
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw decodeFailure("body", `expected JSON: ${reason}`);
  }
};

const nothing = () => decodeFailure("body", "expected JSON, got an empty body");

const isDeeper = (json: unknown, levels: number): boolean => {
  if (typeof json !== "object" || json === null) return false;
  if (levels === 0) return true;
  for (const key in json) {
    if (isDeeper((json as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
};
