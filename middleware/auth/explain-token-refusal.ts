import { explainTokenTargetMismatch } from "./explain-target-mismatch.ts";
import { explainInvalidTokenTimes } from "./explain-times.ts";
import type { TokenVerificationKey } from "./read-verification-key.ts";
import { verifyTokenSignature } from "./signed-content.ts";
import { quoteValue, type TokenFault, tokenVerificationSteps } from "./token-fault.ts";
import type { TokenAudienceAndScope, TokenClaims } from "./token-kind.ts";
import type { TokenTimeLimits } from "./token-time-limits.ts";

/** Key, times and target that a token is verified with. */
export interface TokenRequirements {
  readonly key: TokenVerificationKey;
  readonly times: TokenTimeLimits;
  readonly target: TokenAudienceAndScope;
}

/**
 * Returns why a token is not accepted; undefined if it is. Checks in the order of verification, so
 * nothing about the claims or the ledger's expectations is revealed until the signature is known to
 * be genuine.
 */
export const explainTokenRefusal = async (
  token: string,
  { key, times, target }: TokenRequirements,
): Promise<TokenFault | undefined> => {
  const parts = splitTokenIntoParts(token);
  if ("cause" in parts) return parts;
  const { header, claims } = parts;
  return (
    explainAlgorithm(header["alg"], key) ??
    (await explainSignature(token, key, header)) ??
    explainInvalidTokenTimes(claims, times) ??
    explainTokenTargetMismatch(claims, target)
  );
};

export interface AccessTokenParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: TokenClaims;
}

/** Returns the parts of a token without verifying them; a fault if it is not a token. */
export const splitTokenIntoParts = (token: string): AccessTokenParts | TokenFault => {
  const parts = token.split(".");
  const [header = "", payload = "", signature] = parts;
  if (/^bearer\s/i.test(token)) {
    return createMalformedTokenFault("Bearer precedes the token twice.", "Write it once.");
  }
  if (parts.length !== 3) return createWrongPartCountFault(token, parts.length);
  const space = /\s/.exec(token);
  if (space !== null) {
    return createMalformedTokenFault(
      "The token contains a space or a line break.",
      "Send it in one line, as it was issued.",
    );
  }
  if (/^["'].*["']$/.test(token)) {
    return createMalformedTokenFault("The token is in quotes.", "Remove the quotes.");
  }
  const readHeader = jsonObject(header);
  if (readHeader === undefined) {
    return createMalformedTokenFault(
      "The first part of the token, its header, is not JSON in Base64url.",
      "Send the whole token as it was issued; its beginning may be missing.",
    );
  }
  const claims = jsonObject(payload);
  if (claims === undefined) {
    return createMalformedTokenFault(
      "The second part of the token, its payload, is not a JSON object in Base64url.",
      "Send the token as it was issued.",
    );
  }
  if (signature === "" && readHeader["alg"] !== "none") {
    return createMalformedTokenFault(
      "The third part of the token, its signature, is empty.",
      "Send the whole token as it was issued; its end may be missing.",
    );
  }
  return { header: readHeader, claims };
};

const createMalformedTokenFault = (cause: string, advice: string): TokenFault => ({
  step: tokenVerificationSteps.form,
  cause,
  expected: "a JSON Web Token: header, payload and signature in Base64url, separated by dots",
  advice,
});

const createWrongPartCountFault = (token: string, count: number): TokenFault => {
  if (/^(undefined|null|None|nil|\$\{?\w+\}?|<.*>|\{\{.*\}\})$/i.test(token)) {
    return createMalformedTokenFault(
      `The token is ${quoteValue(token)}, which looks like a variable or a placeholder without a value.`,
      "Insert a token. The command line prints tokens when it starts.",
    );
  }
  return createMalformedTokenFault(
    `A token has three parts separated by dots; this one has ${count}.`,
    count === 1
      ? "Send a token that names the user, not the name, the secret or a key itself."
      : "Send the whole token as it was issued; a part of it may be missing.",
  );
};

const jsonObject = (part: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const json: unknown = JSON.parse(utf8Decoder.decode(decodeBase64url(part)));
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
    return isObject ? (json as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
};

const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the bytes of a text in Base64url. Throws for any other text. */
const decodeBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) =>
    byte.charCodeAt(0),
  );

const explainAlgorithm = (
  algorithm: unknown,
  { algorithm: expected }: TokenVerificationKey,
): TokenFault | undefined =>
  algorithm === expected
    ? undefined
    : {
        step: tokenVerificationSteps.algorithm,
        cause: `The header of the token names the algorithm ${quoteValue(algorithm)}, not ${expected}.`,
        expected: `a token signed with ${expected}`,
        advice: `Sign with ${expected}, ${describeSigningKey(expected)}.`,
      };

const explainSignature = async (
  token: string,
  key: TokenVerificationKey,
  { crit }: AccessTokenParts["header"],
): Promise<TokenFault | undefined> => {
  const expected = `a token signed with ${key.algorithm}, ${describeSigningKey(key.algorithm)}`;
  if ((await verifyTokenSignature(token, key)) === undefined) {
    return {
      step: tokenVerificationSteps.signature,
      cause: "The signature of the token does not match the ledger's key.",
      expected,
      advice:
        key.algorithm === "HS256"
          ? "Sign with the secret of the ledger (auth: { hs256Secret }, --secret). A ledger that is started without one generates a new secret each time."
          : "Sign with the private key that belongs to the ledger's public key, and send the token unaltered.",
    };
  }
  return crit === undefined
    ? undefined
    : {
        step: tokenVerificationSteps.signature,
        cause: `The header of the token has crit: ${quoteValue(crit)}, which is not supported.`,
        expected: "a token without crit in its header",
        advice: "Sign it without crit.",
      };
};

const describeSigningKey = (algorithm: string): string =>
  algorithm === "HS256" ? "by the secret of the ledger" : "by the private key of the pair";
