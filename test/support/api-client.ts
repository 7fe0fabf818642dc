import type { Fetch } from "./validated-fetch.ts";

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly headers: Headers;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** What a test sends: a body that is not a string is sent as JSON. */
interface RequestContent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (method: string, path: string, sent?: RequestContent) => Promise<Answer>;

/** Sends requests to the base URL without a content type, like most clients. */
export const apiClient =
  (fetch: Fetch, baseUrl: string): Send =>
  async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: bytesOf(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return {
      status: response.status,
      contentType: (response.headers.get("content-type") ?? "").replace(/;.*/, ""),
      text,
      bytes,
      headers: response.headers,
      json: parsed(text),
    };
  };

/** As bytes, so that `fetch` adds no content type. */
const bytesOf = (body: unknown): Uint8Array<ArrayBuffer> => {
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
