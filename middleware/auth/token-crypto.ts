import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";

import { loadJsonWebToken } from "#load-package";

import type {
  JsonWebKeySetEntry,
  TokenContent,
  TokenCrypto,
  TokenVerificationKey,
} from "./token-crypto-types.ts";

/**
 * Keys and signatures with Node's crypto, jsonwebtoken and jwks-rsa. The build for browsers
 * (`.ci/browser-entries.js`) uses `token-crypto.browser.ts` instead.
 */
export const tokenCrypto: TokenCrypto = {
  secretKey: (secret) => {
    const bytes = typeof secret === "string" ? Buffer.from(secret, "utf8") : Buffer.from(secret);
    if (bytes.length === 0) throw new TypeError("hs256Secret must not be empty.");
    return { algorithm: "HS256", key: createSecretKey(bytes) };
  },

  publicKey: (algorithm, key) => ({
    algorithm,
    key:
      typeof key === "string" || key instanceof Uint8Array
        ? createPublicKey(typeof key === "string" ? key : Buffer.from(key))
        : key,
  }),

  signedContent: (token, { algorithm, key }) => {
    try {
      return loadJsonWebToken().verify(token, key as KeyObject, {
        complete: true,
        algorithms: [algorithm],
        // Callers check the times, as a participant does.
        ignoreExpiration: true,
        ignoreNotBefore: true,
      }) as unknown as TokenContent;
    } catch {
      return undefined;
    }
  },

  /** Loads the library when the first key set is read, because most ledgers have no identity provider. */
  readKeys: async (jwksUri, entries) => {
    const { default: jwksRsa } = await import("jwks-rsa");
    const fetcher = () => Promise.resolve({ keys: entries.map(prefixKeyId) });
    const client = jwksRsa({ jwksUri, cache: false, fetcher });
    const found = await client.getSigningKeys();
    return found.map((key) => ({
      name: (key.kid as string | undefined)?.slice(keyIdPrefix.length),
      key: readUsableKey(key.getPublicKey()),
    }));
  },
};

/** Prefixes the id, because the library treats an empty id as none. */
const prefixKeyId = (entry: JsonWebKeySetEntry): object =>
  entry.kid === undefined ? entry : { ...entry, kid: `${keyIdPrefix}${entry.kid}` };

const keyIdPrefix = "id ";

const readUsableKey = (pem: string): TokenVerificationKey | undefined => {
  const key = createPublicKey(pem);
  const algorithm = selectAlgorithm(key);
  return algorithm === undefined ? undefined : { algorithm, key };
};

/**
 * Returns the algorithm of a key. Only the kind of key determines it, not the token or the key set.
 */
const selectAlgorithm = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyType === "rsa"
    ? "RS256"
    : curveAlgorithms.get(asymmetricKeyDetails?.namedCurve ?? "");

/**
 * Algorithms by OpenSSL's names for P-256 and P-521. A participant does not accept P-384 keys from
 * a key set.
 */
const curveAlgorithms: ReadonlyMap<string, TokenVerificationKey["algorithm"]> = new Map([
  ["prime256v1", "ES256"],
  ["secp521r1", "ES512"],
]);
