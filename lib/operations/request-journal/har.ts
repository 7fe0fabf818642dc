import type { JournaledRequest } from "./answered-call.ts";

/** HTTP Archive 1.2, as far as it is made of a request journal: http://www.softwareishard.com/blog/har-12-spec/ */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

/** A call and its answer, as HAR 1.2 has them. */
export interface HarEntry {
  readonly startedDateTime: string;
  /** In milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    /** No more than the type of the body: what else came is not kept. */
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: -1;
    /** -1 where it is not known, here and below. */
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
  /** All else that the journal has. */
  readonly _ledger: Omit<JournaledRequest, "requestBody" | "answerBody">;
}

/** A header or a parameter, as HAR 1.2 has it. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export const harOf = (requests: Iterable<JournaledRequest>): Har => ({
  log: {
    version: "1.2",
    creator: { name: "ledger-in-a-box", version: formVersion },
    entries: [...harEntries(requests)],
  },
});

/** Of calls that came from elsewhere, one by one, for who does not want to hold all of them. */
export function* harEntries(requests: Iterable<JournaledRequest>): Generator<HarEntry> {
  for (const request of requests) if (request.via !== "program") yield entryOf(request);
}

/** Of what `_ledger` holds. */
const formVersion = "1";

const httpVersion = "HTTP/1.1";

/** Paths alone are kept, of which no URL is made without a host. */
const origin = "http://ledger.invalid";

const entryOf = ({ requestBody, answerBody, ...request }: JournaledRequest): HarEntry => {
  const { method, path, query, startedAt, millis, status, requestBytes, answerBytes } = request;
  const requestType = requestBody === undefined ? undefined : mimeTypeOf(requestBody);
  const answerType = answerBody === undefined ? undefined : mimeTypeOf(answerBody);
  return {
    startedDateTime: startedAt,
    time: millis,
    request: {
      method,
      url: uriOf(query === "" ? origin + path : `${origin}${path}?${query}`),
      httpVersion,
      cookies: [],
      headers: contentType(requestType),
      queryString: pairsIn(query),
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

/** Bodies are kept as JSON, as texts, or as the number of their bytes. */
const mimeTypeOf = (body: string): string => {
  if (/^[[{]/u.test(body)) return "application/json";
  return /^<\d+ bytes>$/u.test(body) ? "application/octet-stream" : "text/plain";
};

const contentType = (value: string | undefined): readonly HarPair[] =>
  value === undefined ? [] : [{ name: "Content-Type", value }];

/** What no URI may have is escaped; clients write what they like. */
const uriOf = (text: string): string =>
  text
    .replaceAll(/%(?![\da-f]{2})/giu, "%25")
    .replaceAll(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, encodeURIComponent);

const pairsIn = (query: string): readonly HarPair[] =>
  query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name: unescaped(name), value: unescaped(value.join("=")) };
    });

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
