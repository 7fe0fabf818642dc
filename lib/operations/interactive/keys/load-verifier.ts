import type * as verifier from "./verify-signature.ts";

type Verifier = typeof verifier;

let loading: Promise<Verifier> | undefined;

/**
 * Loads the signature verification at first use: the elliptic curves take longer to load than the
 * rest of the ledger, and most ledgers never verify a signature.
 */
export const loadVerifier = (): Promise<Verifier> => (loading ??= import("./verify-signature.ts"));
