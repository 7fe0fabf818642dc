import type * as verifier from "./verify-signature.ts";

type SignatureVerifier = typeof verifier;

let loading: Promise<SignatureVerifier> | undefined;

/**
 * Loads the signature verification at first use: the elliptic curves take longer to load than the
 * rest of the ledger, and most ledgers never verify a signature.
 */
export const loadSignatureVerifier = (): Promise<SignatureVerifier> =>
  (loading ??= import("./verify-signature.ts"));
