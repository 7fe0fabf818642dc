import { invalidArgument } from "../../../base/errors/argument-error.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";

/**
 * Returns the synchronizer of an onboarding request, which has its logical or its physical id (with
 * the protocol version at the end). Raises INVALID_ARGUMENT.
 */
export const onboardingSynchronizer = (
  { synchronizers }: LedgerState,
  requested: string,
): Synchronizer => {
  const found = synchronizers.find(({ id }) => requested === id || requested.startsWith(`${id}::`));
  if (found !== undefined) return found;
  throw invalidArgument({
    field: "synchronizer",
    expected: `a connected synchronizer, one of ${synchronizers.map(({ id }) => id).join(", ")}`,
    found: requested,
  });
};
