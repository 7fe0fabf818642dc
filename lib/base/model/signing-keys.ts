/** The curves of keys that parties sign with (interactive-submission.md 7). */
export type KeySpec = "ed25519" | "p256" | "p384" | "secp256k1";

/** A public key that signs for an external party. */
export interface SigningKey {
  /** `1220` and 64 lowercase hex digits. */
  readonly fingerprint: string;
  readonly spec: KeySpec;
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array;
}

/** Who signs for an external party, and how many of them have to. */
export interface PartySigningKeys {
  /** At least one; each fingerprint once. */
  readonly keys: readonly SigningKey[];
  /** 1 … number of keys. */
  readonly threshold: number;
}
