/** The URL of a participant and the token for it. */
export interface ParticipantAddress {
  readonly url: string;
  readonly token?: string | undefined;
}

/** A client that uses only the JSON Ledger API, so it works with this product and with a participant. */
export interface ParticipantClient {
  readonly get: <Answer>(path: string) => Promise<Answer>;
  readonly post: <Answer>(path: string, body: object) => Promise<Answer>;
  readonly patch: <Answer>(path: string, body: object) => Promise<Answer>;
}

/** Timeout in milliseconds; the first submission to a new participant takes five seconds. */
const requestTimeoutMillis = 60_000;

/**
 * Returns a client. Its calls reject with a RangeError that contains the request and the answer if the
 * status is not a success.
 */
export const createParticipantClient = ({ url, token }: ParticipantAddress): ParticipantClient => {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const base = url.replace(/\/+$/u, "");
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const asked = `${method} ${base}${path}`;
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(requestTimeoutMillis),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new RangeError(`${asked}: ${String(cause)}`);
    });
    const text = await response.text();
    if (!response.ok) throw new RangeError(`${asked}: ${response.status} ${text.slice(0, 1000)}`);
    return JSON.parse(text) as Answer;
  };
  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    patch: (path, body) => call("PATCH", path, body),
  };
};
