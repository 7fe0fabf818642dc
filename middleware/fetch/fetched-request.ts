import type { FetchRequestParts } from "./web-request.ts";

/**
 * Returns the parts of a request that `new Request(input, init)` would have. Reads arguments that
 * are plain strings without creating a `Request`, because creating one costs more than the rest of
 * the call. Throws the errors of `Request`.
 */
export const readFetchArguments = (
  input: string | URL | Request,
  init: RequestInit | undefined,
): FetchRequestParts =>
  (input instanceof Request ? undefined : readTextRequestParts(input, init)) ??
  toRequestParts(input, init);

const toRequestParts = (
  input: string | URL | Request,
  init: RequestInit | undefined,
): FetchRequestParts => {
  const request =
    input instanceof Request
      ? new Request(input, init)
      : new Request(new URL(input, baseUrl), init);
  const { method, url, signal } = request;
  const headers = Object.fromEntries(request.headers);
  return { method, url, headers, signal, body: bodyStream(request) };
};

/** Returns the body of a request as a stream. Firefox has no `Request.body`. */
const bodyStream = (request: Request): ReadableStream<Uint8Array> | null => {
  const { body } = request as { readonly body?: ReadableStream<Uint8Array> | null };
  if (body !== undefined) return body;
  return new ReadableStream({
    async start(controller) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
};

/** Base of relative URLs. */
const baseUrl = "http://ledger.invalid";

/**
 * Returns the parts of a request whose URL, headers and body are plain strings; undefined if an
 * argument needs a real `Request`.
 */
const readTextRequestParts = (
  input: string | URL,
  init: RequestInit = {},
): FetchRequestParts | undefined => {
  const { method = "GET", headers = {}, body, signal, ...others } = init;
  const hasBody = typeof body === "string";
  const isPlain =
    normalizedMethods.has(method) &&
    (hasBody ? method !== "GET" : body === undefined || body === null) &&
    (signal === undefined || signal === null || signal instanceof AbortSignal) &&
    Object.keys(others).length === 0;
  const plain = isPlain ? readPlainHeaders(headers) : undefined;
  if (plain === undefined) return undefined;
  if (hasBody) plain["content-type"] ??= "text/plain;charset=UTF-8";
  const url = new URL(input, baseUrl);
  if (url.username !== "" || url.password !== "") return undefined;
  return {
    method,
    url: url.href,
    headers: plain,
    signal: signal ?? undefined,
    body: hasBody ? body : null,
  };
};

/** Methods that need no normalization. */
const normalizedMethods: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Returns the headers of a plain object with names in lower case; undefined for other kinds. */
const readPlainHeaders = (
  headers: NonNullable<RequestInit["headers"]>,
): Record<string, string> | undefined => {
  if (Object.getPrototypeOf(headers) !== Object.prototype) return undefined;
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers as Readonly<Record<string, unknown>>)) {
    const lower = name.toLowerCase();
    const isPlain =
      typeof value === "string" &&
      headerName.test(name) &&
      headerValue.test(value) &&
      !Object.hasOwn(plain, lower);
    if (!isPlain) return undefined;
    plain[lower] = value;
  }
  return plain;
};

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Visible ASCII with single spaces inside. */
const headerValue = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
