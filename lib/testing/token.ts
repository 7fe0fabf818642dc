import { utf8ToBytes } from "@noble/hashes/utils.js";

import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import {
  anyValueCheck,
  type OptionChecks,
  requireWellFormedOptions,
  textOptionCheck,
} from "../base/errors/options.ts";
import { encodeBase64 } from "../base/values/base64.ts";
import { computeSha256Hmac } from "../base/values/digest.ts";
import { machineTimeSource } from "../ledger/clock/time-sources.ts";

/** Options of `tokenFor`. */
export interface TokenOptions {
  /**
   * Lifetime in seconds, a whole number. A negative number gives an expired token. Infinity gives a
   * token that never expires. Default: 3600.
   */
  readonly expiresInSeconds?: number;
  /** The claim `aud`. Default: none. */
  readonly audience?: string;
  /** The claim `scope`. Default: `daml_ledger_api`, or none if `audience` is set. */
  readonly scope?: string;
}

/**
 * Returns a bearer token for a user, for a ledger that is served with
 * `auth: { hs256Secret: secret }`. Send it in the header `Authorization: Bearer …`. A caller with
 * the token has the rights that the user has on the ledger. Does not check that the user exists.
 * Raises INVALID_ARGUMENT for an empty secret or a lifetime that is not a whole number.
 */
export const tokenFor = (
  secret: string | Uint8Array,
  userId: string,
  options: TokenOptions = {},
): string => {
  if (typeof secret !== "string" && !(secret instanceof Uint8Array)) {
    throw createInvalidArgumentError({ expected: "a secret, as text or bytes", found: secret });
  }
  if (typeof userId !== "string") {
    const expected = "a secret, and the id of a user: tokenFor(secret, userId)";
    throw createInvalidArgumentError({ expected, found: userId });
  }
  requireWellFormedOptions(options, tokenOptionChecks);
  const { expiresInSeconds = 3600, audience, scope } = options;
  const key = typeof secret === "string" ? utf8ToBytes(secret) : secret;
  if (key.length === 0) {
    throw createInvalidArgumentError({ expected: "a secret that is not empty" });
  }
  const issuedAt = Number(machineTimeSource.now() / 1_000_000n);
  const claims = {
    sub: userId,
    iat: issuedAt,
    exp: computeExpiryTime(issuedAt, expiresInSeconds),
    aud: audience,
    scope: scope ?? (audience === undefined ? "daml_ledger_api" : undefined),
  };
  const signed = `${encodedPart({ alg: "HS256", typ: "JWT" })}.${encodedPart(claims)}`;
  return `${signed}.${base64Url(computeSha256Hmac(key, utf8ToBytes(signed)))}`;
};

const tokenOptionChecks: OptionChecks<TokenOptions> = {
  expiresInSeconds: anyValueCheck,
  audience: textOptionCheck,
  scope: textOptionCheck,
};

const computeExpiryTime = (issuedAt: number, seconds: number): number | undefined => {
  if (seconds === Infinity) return undefined;
  if (Number.isSafeInteger(seconds)) return issuedAt + seconds;
  throw createInvalidArgumentError({ expected: "a whole number of seconds", found: seconds });
};

const encodedPart = (json: object): string => base64Url(utf8ToBytes(JSON.stringify(json)));

const base64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/(?<!=)=+$/, "");
