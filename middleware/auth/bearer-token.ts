import { createDecodeFailure } from "../decoding/decode-failure.ts";

/** The headers that may carry a token. */
type TokenHeaders = Readonly<
  Partial<Record<"authorization" | "sec-websocket-protocol", string | string[] | undefined>>
>;

/**
 * Returns the bearer token of a request: that of an Authorization header with the scheme Bearer, in
 * any case; otherwise that of a protocol `jwt.token.<token>` that comes first in
 * Sec-WebSocket-Protocol, or at any place if `findsTokenAtAnyPosition`. That header is read on ordinary
 * requests, too (ledger-api.md 4.2, 5.1).
 * Undefined if there is none. `valuesOf` returns all headers of a name separately; `headers` may
 * have joined them.
 *
 * Raises decode failures if either header is repeated, and for a scheme without a token.
 */
export const findBearerToken = (
  { authorization, "sec-websocket-protocol": protocols }: TokenHeaders,
  valuesOf: (name: string) => readonly string[],
  findsTokenAtAnyPosition = false,
): string | undefined =>
  (authorization === undefined ? undefined : bearerToken(valuesOf("authorization"))) ??
  (protocols === undefined
    ? undefined
    : findProtocolToken(valuesOf("sec-websocket-protocol"), findsTokenAtAnyPosition));

const bearerToken = (authorizations: readonly string[]): string | undefined => {
  const [value, ...others] = authorizations.map((each) => each.trim()).filter(isBearer);
  if (value === undefined) return undefined;
  if (others.length > 0) throw createDecodeFailure("header Authorization", "multiple values");
  const [, token] = /^bearer[ \t]+(.*)/is.exec(value) ?? [];
  if (token === undefined) throw createDecodeFailure("header Authorization");
  return token;
};

const isBearer = (value: string): boolean => value.slice(0, 6).toLowerCase() === "bearer";

const findProtocolToken = (
  [value = "", ...others]: readonly string[],
  findsTokenAtAnyPosition: boolean,
): string | undefined => {
  if (others.length > 0) {
    throw createDecodeFailure("header Sec-WebSocket-Protocol", "multiple values");
  }
  const offered = value.split(",");
  const protocols = findsTokenAtAnyPosition
    ? offered.map((each) => each.trim())
    : offered.slice(0, 1);
  return protocols.find((each) => each.startsWith(tokenPrefix))?.slice(tokenPrefix.length);
};

const tokenPrefix = "jwt.token.";
