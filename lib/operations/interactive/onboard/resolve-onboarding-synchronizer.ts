import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";

/**
 * Returns the synchronizer of an onboarding request, by its logical id or, if `allowed`, by its
 * physical id, which has the protocol version appended. Raises INVALID_ARGUMENT.
 */
export const resolveOnboardingSynchronizer = (
  { synchronizers }: LedgerState,
  requested: string,
  allowed: "logical id" | "logical or physical id",
): Synchronizer => {
  const found = synchronizers.find(
    ({ id }) => requested === id || (allowed !== "logical id" && requested.startsWith(`${id}::`)),
  );
  if (found !== undefined) return found;
  throw createInvalidArgumentError({
    field: "synchronizer",
    expected: `a connected synchronizer, one of ${synchronizers.map(({ id }) => id).join(", ")}`,
    found: requested,
  });
};
