import type { Offset } from "../../ground/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requirePublic } from "../authorization/claims.ts";

export interface LedgerEnd {
  readonly offset: Offset;
}

/** 0 on an empty ledger (ledger-api.md 3.17.3). Raises UNAUTHENTICATED, like all below. */
export const ledgerEnd = (
  { state }: Ledger,
  _request?: unknown,
  caller: Caller = trustedCaller,
): LedgerEnd => {
  requirePublic(caller);
  return { offset: state.ledgerEnd };
};

export interface LatestPrunedOffsets {
  readonly participantPrunedUpToInclusive: Offset;
  readonly allDivulgedContractsPrunedUpToInclusive: Offset;
}

/** 0 when never pruned. */
export const latestPrunedOffsets = (
  { state }: Ledger,
  _request?: unknown,
  caller: Caller = trustedCaller,
): LatestPrunedOffsets => {
  requirePublic(caller);
  return {
    participantPrunedUpToInclusive: state.prunedUpTo,
    allDivulgedContractsPrunedUpToInclusive: state.prunedUpTo,
  };
};
