import type { Ledger } from "../../lib/index.ts";

/**
 * Returns true if users or identity providers differ between two states. Compares two references.
 */
export const hasAuthorizationChanged = (
  before: Ledger["state"] | undefined,
  { users, identityProviders }: Ledger["state"],
): boolean => before?.users !== users || before.identityProviders !== identityProviders;
