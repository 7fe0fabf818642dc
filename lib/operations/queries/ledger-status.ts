import type { Offset } from "../../base/identifiers/identifiers.ts";
import { getApiVersionRules } from "../../ledger/port/api-version.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import {
  createSynchronizerTimeJson,
  type SynchronizerTimeJson,
} from "../../views/envelope/completion-json.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireActiveUser } from "../authorization/claims.ts";
import type { EmptyObject } from "../requests/formats.ts";

/** The offset of the newest update or completion; 0 on an empty ledger. */
export interface LedgerEnd {
  readonly offset: Offset;
  /** The newest record time of each synchronizer; absent before version 3.6 of the API. */
  readonly synchronizerTimes?: readonly SynchronizerTimeJson[];
}

/**
 * Returns the offset of the newest update or completion; 0 on an empty ledger. It decreases only if
 * the ledger is reset or reverted. Raises UNAUTHENTICATED (ledger-api.md 3.17.3).
 */
export const ledgerEnd = (
  { state, config }: Ledger,
  _request?: EmptyObject,
  caller: Caller = trustedCaller,
): LedgerEnd => {
  requireActiveUser(caller);
  const offset = state.ledgerEnd;
  if (!getApiVersionRules(config.apiVersion).ledgerEndHasTimes) return { offset };
  const times = state.synchronizers.map(({ id, recordTime }) =>
    createSynchronizerTimeJson(id, recordTime),
  );
  return { offset, synchronizerTimes: times };
};

/** The pruning offsets; 0 if nothing was pruned. */
export interface LatestPrunedOffsets {
  readonly participantPrunedUpToInclusive: Offset;
  readonly allDivulgedContractsPrunedUpToInclusive: Offset;
}

/**
 * Returns the inclusive offset up to which updates and completions were pruned; 0 if nothing was
 * pruned. Raises UNAUTHENTICATED.
 */
export const latestPrunedOffsets = (
  { state }: Ledger,
  _request?: EmptyObject,
  caller: Caller = trustedCaller,
): LatestPrunedOffsets => {
  requireActiveUser(caller);
  return {
    participantPrunedUpToInclusive: state.prunedUpTo,
    allDivulgedContractsPrunedUpToInclusive: state.prunedUpTo,
  };
};
