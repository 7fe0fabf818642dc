import type { Ledger } from "../../lib/index.ts";

/** Whether something changed between two states that the rights of users depend on. Compares two references. */
export const hasAuthorizationChanged = (
  before: Ledger["state"] | undefined,
  { users, identityProviders }: Ledger["state"],
): boolean => before?.users !== users || before.identityProviders !== identityProviders;
