import type * as verifier from "./verify-signature.ts";

type Verifier = typeof verifier;

let loading: Promise<Verifier> | undefined;

/**
 * What verifies signatures, loaded when it is first needed: the curves take longer to load than the
 * rest of the ledger, and most ledgers never see a signature.
 */
export const loadVerifier = (): Promise<Verifier> => (loading ??= import("./verify-signature.ts"));
