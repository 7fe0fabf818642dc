import { hasMoreJsonValuesThan } from "../../lib/internal.ts";
import { createDecodeFailure, createTooManyValuesFailure } from "./decode-failure.ts";

/**
 * Limit of the values in a body, because it is parsed, validated and decoded without yielding.
 * Enough for a command with thousands of contracts.
 */
const maxBodyValues = 50_000;

/** The body of a request as the host delivers it. */
export type UndecodedRequestBody =
  | { readonly kind: "absent" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Parsed by the host's body parser. */
  | { readonly kind: "parsed"; readonly value: unknown };

export const absentRequestBody: UndecodedRequestBody = { kind: "absent" };

/**
 * Parses a body as JSON regardless of its content type, because clients send none (clients.md 0.1).
 * Invalid UTF-8 becomes replacement characters, as on a participant. Raises a decode failure for an
 * empty body, for invalid JSON and for more than 50,000 values.
 */
export const parseRequestBody = (body: UndecodedRequestBody): unknown => {
  switch (body.kind) {
    case "absent":
      throw emptyBodyFailure();
    case "parsed":
      return typeof body.value === "string" ? parseText(body.value) : body.value;
    case "bytes":
      return parseText(decodeText(body.bytes));
  }
};

/**
 * Returns the bytes of a body. Raises a decode failure if a body parser of the host has parsed it.
 */
export const readBodyBytes = (body: UndecodedRequestBody): Uint8Array => {
  switch (body.kind) {
    case "absent":
      return new Uint8Array();
    case "bytes":
      return body.bytes;
    case "parsed":
      if (body.value instanceof Uint8Array) return body.value;
      throw createDecodeFailure("body", "expected bytes, got the output of a body parser");
  }
};

const decodeText = (bytes: Uint8Array): string => utf8Decoder.decode(bytes);

const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const parseText = (text: string): unknown => {
  if (text === "") throw emptyBodyFailure();
  if (hasMoreJsonValuesThan(text, maxBodyValues)) throw createTooManyValuesFailure(maxBodyValues);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw createDecodeFailure("body", `expected JSON: ${reason}`);
  }
};

const emptyBodyFailure = () => createDecodeFailure("body", "expected JSON, got an empty body");
