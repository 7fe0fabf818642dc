import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

import jsonwebtoken, { type Algorithm } from "jsonwebtoken";

import { otherRsaPem, rsaPem } from "./rsa-keys.ts";

/** A key pair for tests. */
export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly publicPem: string;
}

const withPem = (pair: { publicKey: KeyObject; privateKey: KeyObject }): KeyPair => ({
  ...pair,
  publicPem: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
});

const keyPairFromPem = (privatePem: string): KeyPair => {
  const privateKey = createPrivateKey(privatePem);
  return withPem({ publicKey: createPublicKey(privateKey), privateKey });
};

export const rsaKeys = keyPairFromPem(rsaPem);
export const otherRsaKeys = keyPairFromPem(otherRsaPem);
export const p256Keys = withPem(generateKeyPairSync("ec", { namedCurve: "P-256" }));
export const p384Keys = withPem(generateKeyPairSync("ec", { namedCurve: "P-384" }));
export const p521Keys = withPem(generateKeyPairSync("ec", { namedCurve: "P-521" }));

export const secret = "a secret that only tests know";
const secretKey = createSecretKey(secret, "utf8");

/** Returns a token with these claims, by default signed with HS256 and {@link secret}. */
export const signedToken = (
  claims: object,
  key: string | KeyObject = secretKey,
  algorithm: Algorithm = "HS256",
): string =>
  jsonwebtoken.sign(claims, key, {
    algorithm,
    noTimestamp: true,
    allowInvalidAsymmetricKeyTypes: true,
  });

/** Returns a token with these claims and the algorithm "none". */
export const unsignedToken = (claims: object): string =>
  jsonwebtoken.sign(claims, null, { algorithm: "none", noTimestamp: true });

/** Returns a token whose HMAC key is the text of a public key (an algorithm confusion attack). */
export const confusedToken = (claims: object, { publicPem }: KeyPair): string => {
  const [header, payload] = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const signed = `${header ?? ""}.${payload ?? ""}`;
  return `${signed}.${createHmac("sha256", publicPem).update(signed).digest("base64url")}`;
};

/** Returns a token of `ann` with additional claims of any JSON type, signed with HS256 and {@link secret}. */
export const rawToken = (claims: object): string => {
  const parts = [{ alg: "HS256", typ: "JWT" }, scopeClaims("ann", claims)];
  const signed = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

/** Returns the claims of a scope-based token. */
export const scopeClaims = (userId: unknown, more: object = {}): object => ({
  sub: userId,
  scope: "daml_ledger_api",
  ...more,
});
