import { decodeFailure } from "../decoding/decode-failure.ts";

/** The headers that may have one. */
type TokenHeaders = Readonly<
  Partial<Record<"authorization" | "sec-websocket-protocol", string | string[] | undefined>>
>;

/**
 * The token in the headers of a request: that of the Authorization header whose scheme is Bearer, in
 * whatever case, else of a protocol `jwt.token.<token>` that comes first in Sec-WebSocket-Protocol, which
 * is read on ordinary requests, too (ledger-api.md 4.2, 5.1). Undefined when there is none. `valuesOf`
 * tells each header of a name by itself, as `headers` may not.
 *
 * Raises decode failures where there are several headers of either kind, and for a scheme alone.
 */
export const tokenIn = (
  { authorization, "sec-websocket-protocol": protocols }: TokenHeaders,
  valuesOf: (name: string) => readonly string[],
): string | undefined =>
  (authorization === undefined ? undefined : bearerToken(valuesOf("authorization"))) ??
  (protocols === undefined ? undefined : offeredToken(valuesOf("sec-websocket-protocol")));

const bearerToken = (authorizations: readonly string[]): string | undefined => {
  const [value, ...others] = authorizations.map((each) => each.trim()).filter(isBearer);
  if (value === undefined) return undefined;
  if (others.length > 0) throw decodeFailure("header Authorization", "multiple values");
  const [, token] = /^bearer[ \t]+(.*)/is.exec(value) ?? [];
  if (token === undefined) throw decodeFailure("header Authorization");
  return token;
};

const isBearer = (value: string): boolean => value.slice(0, 6).toLowerCase() === "bearer";

const offeredToken = ([value = "", ...others]: readonly string[]): string | undefined => {
  if (others.length > 0) throw decodeFailure("header Sec-WebSocket-Protocol", "multiple values");
  const [first = ""] = value.split(",");
  return first.startsWith(tokenPrefix) ? first.slice(tokenPrefix.length) : undefined;
};

const tokenPrefix = "jwt.token.";
