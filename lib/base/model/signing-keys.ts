/** Signature schemes of parties' keys (interactive-submission.md 7). */
export type KeySpec = "ed25519" | "p256" | "p384" | "secp256k1";

/** The public key of a key pair with which an external party signs. */
export interface SigningPublicKey {
  /** `1220` and 64 lowercase hex digits. */
  readonly fingerprint: string;
  readonly spec: KeySpec;
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array;
}

/**
 * The keys that sign for an external party, and the number of signatures that a transaction needs.
 */
export interface PartySigningKeys {
  /** At least one. Each fingerprint occurs once. */
  readonly keys: readonly SigningPublicKey[];
  /** 1 … number of keys. */
  readonly threshold: number;
}
