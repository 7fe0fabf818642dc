import type { KeyObject } from "node:crypto";

import type { Algorithm } from "jsonwebtoken";

/** A key in PEM, or a KeyObject of Node. Browsers accept only SPKI in PEM (`BEGIN PUBLIC KEY`). */
export type TokenPublicKeyInput = string | Uint8Array | KeyObject;

/** A key that verifies tokens of exactly one algorithm. */
export interface TokenVerificationKey {
  readonly algorithm: Algorithm;
  /** A KeyObject of Node, or the platform's equivalent. */
  readonly key: object;
}

/** An entry of a key set (RFC 7517). */
export interface JsonWebKeySetEntry {
  readonly kty: string;
  readonly kid?: string;
  readonly [member: string]: unknown;
}

/** A key of a key set. */
export interface JsonWebKeySetKey {
  /** Key id; undefined if the set gives it none. */
  readonly name: string | undefined;
  /** Undefined for a key of a kind that tokens are not verified with. */
  readonly key: TokenVerificationKey | undefined;
}

/** Header and payload of a token. */
export interface TokenContent {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: unknown;
}

/** Keys and signatures of tokens on one platform. */
export interface TokenCrypto {
  /** Throws a TypeError for an empty secret. */
  readonly secretKey: (secret: string | Uint8Array) => TokenVerificationKey;
  /** Throws for a key that cannot be read. */
  readonly publicKey: (algorithm: Algorithm, key: TokenPublicKeyInput) => TokenVerificationKey;
  /** Returns the content if the key signed the token; undefined otherwise. Claims are not checked. */
  readonly signedContent: (
    token: string,
    key: TokenVerificationKey,
  ) => TokenContent | undefined | Promise<TokenContent | undefined>;
  /** Resolves to the public signing keys of a key set, which was fetched from the URL. */
  readonly readKeys: (
    url: string,
    entries: readonly JsonWebKeySetEntry[],
  ) => Promise<readonly JsonWebKeySetKey[]>;
}
