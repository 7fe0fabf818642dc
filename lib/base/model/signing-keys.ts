/** Signature schemes of parties' keys (interactive-submission.md 7). */
export type KeySpec = "ed25519" | "p256" | "p384" | "secp256k1";

/** A public key that an external party signs with. */
export interface SigningKey {
  /** `1220` and 64 lowercase hex digits. */
  readonly fingerprint: string;
  readonly spec: KeySpec;
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array;
}

/** The keys that sign for an external party, and the number of signatures that are needed. */
export interface PartySigningKeys {
  /** At least one. Each fingerprint occurs once. */
  readonly keys: readonly SigningKey[];
  /** 1 … number of keys. */
  readonly threshold: number;
}
