import { compactVerify, type CryptoKey, importJWK, importSPKI } from "jose";

import type {
  JsonWebKeySetEntry,
  TokenCrypto,
  TokenVerificationKey,
} from "./token-crypto-types.ts";

/** Keys and signatures with the Web Cryptography API and jose, which need no Node modules. */
export const tokenCrypto: TokenCrypto = {
  secretKey: (secret) => {
    const key = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
    if (key.length === 0) throw new TypeError("hs256Secret must not be empty.");
    return { algorithm: "HS256", key };
  },

  publicKey: (algorithm, key) => {
    const pem = key instanceof Uint8Array ? new TextDecoder().decode(key) : key;
    if (typeof pem !== "string" || !pem.includes("-----BEGIN PUBLIC KEY-----")) {
      throw new TypeError("A key must be in PEM, beginning with -----BEGIN PUBLIC KEY-----.");
    }
    const imported = importSPKI(pem, algorithm);
    // Tokens signed with a key that the platform cannot import are rejected.
    imported.catch(() => undefined);
    return { algorithm, key: imported };
  },

  signedContent: async (token, { algorithm, key }) => {
    try {
      const usable = await (key as Uint8Array | Promise<CryptoKey>);
      const { payload, protectedHeader } = await compactVerify(token, usable, {
        algorithms: [algorithm],
      });
      return { header: { ...protectedHeader }, payload: JSON.parse(utf8Decoder.decode(payload)) };
    } catch {
      return undefined;
    }
  },

  readKeys: async (_url, entries) => {
    const read = await Promise.all(entries.filter(isForSigning).map(readKey));
    return read.filter((key) => key !== undefined);
  },
};

const utf8Decoder = new TextDecoder();

const isForSigning = ({ kty, d }: JsonWebKeySetEntry): boolean =>
  d === undefined && ["RSA", "EC", "OKP"].includes(kty);

/** Resolves to undefined for a key that the platform cannot import. */
const readKey = async (entry: JsonWebKeySetEntry) => {
  const algorithm = selectAlgorithm(entry);
  if (algorithm === undefined) return { name: entry.kid, key: undefined };
  const key = await importJWK({ ...entry }, algorithm).catch(() => undefined);
  return key === undefined ? undefined : { name: entry.kid, key: { algorithm, key } };
};

/**
 * Returns the algorithm of a key. Only the kind of key determines it. A participant does not accept
 * P-384 keys from a key set.
 */
const selectAlgorithm = ({
  kty,
  crv,
}: JsonWebKeySetEntry): TokenVerificationKey["algorithm"] | undefined => {
  if (kty === "RSA") return "RS256";
  if (kty !== "EC") return undefined;
  return crv === "P-256" ? "ES256" : crv === "P-521" ? "ES512" : undefined;
};
