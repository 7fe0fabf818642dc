import { decodeBase64, encodeBase64 } from "../base/values/base64.ts";
import type { RecordedBody } from "./recording.ts";

/** Returns a body in the form in which it is recorded; undefined if the body is empty. */
export const toRecordedBody = (bytes: Uint8Array, maxBytes: number): RecordedBody | undefined => {
  if (bytes.length === 0) return undefined;
  if (bytes.length > maxBytes) return { omitted: bytes.length };
  const text = decodeUtf8(bytes);
  return text === undefined ? { base64: encodeBase64(bytes) } : toRecordedTextBody(text);
};

/**
 * Returns a text body in the form in which it is recorded. JSON that is nested too deeply for
 * recursive functions is recorded as text.
 */
export const toRecordedTextBody = (text: string): RecordedBody => {
  try {
    const json: unknown = JSON.parse(text);
    return isJsonNestedTooDeeply(json) ? { text } : { json };
  } catch {
    return { text };
  }
};

const maxDepth = 500;

/** Returns true if lists and objects nest deeper than any value of the API. */
export const isJsonNestedTooDeeply = (json: unknown): boolean => {
  let level = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((value): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
};

const strictUtf8Decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return strictUtf8Decoder.decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Returns a recorded body in the form in which it is sent; undefined if its bytes were not
 * recorded.
 */
export const encodeRecordedBody = (
  body: RecordedBody,
): string | Uint8Array<ArrayBuffer> | undefined => {
  if ("json" in body) return JSON.stringify(body.json);
  if ("text" in body) return body.text;
  return "base64" in body ? Uint8Array.from(decodeBase64(body.base64) ?? []) : undefined;
};
