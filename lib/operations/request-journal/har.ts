import type { JournaledRequest } from "./answered-call.ts";

/**
 * The parts of the format HTTP Archive 1.2 that a request journal can provide:
 * http://www.softwareishard.com/blog/har-12-spec/
 */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

/** A call and its response in HAR 1.2. */
export interface HarEntry {
  readonly startedDateTime: string;
  /** In milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    /** Only the content type: other headers are not recorded. */
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: -1;
    /** -1 if unknown, here and below. */
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarPair[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
    readonly redirectURL: "";
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: 0; readonly wait: number; readonly receive: 0 };
  readonly comment?: string;
  /** All other fields of the journal entry. */
  readonly _ledger: Omit<JournaledRequest, "requestBody" | "answerBody">;
}

/** A header or a parameter in HAR 1.2. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export const toHar = (requests: Iterable<JournaledRequest>): Har => ({
  log: {
    version: "1.2",
    creator: { name: "ledger-in-a-box", version: formVersion },
    entries: [...createHarEntries(requests)],
  },
});

/**
 * Yields the calls of clients as HAR entries, one by one, so that the reader does not need all of
 * them in memory.
 */
export function* createHarEntries(requests: Iterable<JournaledRequest>): Generator<HarEntry> {
  for (const request of requests) if (request.via !== "program") yield toHarEntry(request);
}

/** Version of the structure of `_ledger`. */
const formVersion = "1";

const httpVersion = "HTTP/1.1";

/** Placeholder for the scheme and host of URLs: the journal has only paths. */
const placeholderOrigin = "http://ledger.invalid";

const toHarEntry = ({ requestBody, answerBody, ...request }: JournaledRequest): HarEntry => {
  const { method, path, query, startedAt, millis, status, requestBytes, answerBytes } = request;
  const requestType = requestBody === undefined ? undefined : detectMimeType(requestBody);
  const answerType = answerBody === undefined ? undefined : detectMimeType(answerBody);
  return {
    startedDateTime: startedAt,
    time: millis,
    request: {
      method,
      url: escapeUri(
        query === "" ? placeholderOrigin + path : `${placeholderOrigin}${path}?${query}`,
      ),
      httpVersion,
      cookies: [],
      headers: contentType(requestType),
      queryString: parseQueryPairs(query),
      ...(requestBody !== undefined &&
        requestType !== undefined && { postData: { mimeType: requestType, text: requestBody } }),
      headersSize: -1,
      bodySize: requestBytes ?? -1,
    },
    response: {
      status,
      statusText: request.error?.code ?? "",
      httpVersion,
      cookies: [],
      headers: contentType(answerType),
      content: {
        size: answerBytes ?? -1,
        mimeType: answerType ?? "x-unknown",
        ...(answerBody !== undefined && { text: answerBody }),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: answerBytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: millis, receive: 0 },
    ...(request.error !== undefined && { comment: request.error.cause }),
    _ledger: request,
  };
};

/** Returns the content type. Bodies are recorded as JSON, as texts, or as a number of bytes. */
const detectMimeType = (body: string): string => {
  if (/^[[{]/u.test(body)) return "application/json";
  return /^<\d+ bytes>$/u.test(body) ? "application/octet-stream" : "text/plain";
};

const contentType = (value: string | undefined): readonly HarPair[] =>
  value === undefined ? [] : [{ name: "Content-Type", value }];

/** Escapes characters that are illegal in a URI. Clients may send any. */
const escapeUri = (text: string): string =>
  text
    .replaceAll(/%(?![\da-f]{2})/giu, "%25")
    .replaceAll(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, encodeURIComponent);

const parseQueryPairs = (query: string): readonly HarPair[] =>
  query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name: unescapeQueryText(name), value: unescapeQueryText(value.join("=")) };
    });

const unescapeQueryText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
