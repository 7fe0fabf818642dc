import type { EventFormat, UpdateFormat } from "../../views/visibility/event-format.ts";
import type { Caller } from "./caller.ts";
import { requireActiveUser, requireReadAs, requireReadAsAnyParty } from "./claims.ts";

/**
 * Requires the claims to read the events of a format: as each party that the format names, and as
 * any party if it has a filter for any party (ledger-api.md 3.0.2). Raises UNAUTHENTICATED,
 * PERMISSION_DENIED.
 */
export const requireReadClaimsOfFormat = (caller: Caller, format: EventFormat): void => {
  requireReadAs(caller, format.filtersByParty.keys());
  if (format.filtersForAnyParty !== undefined) requireReadAsAnyParty(caller);
};

/**
 * Like {@link requireReadClaimsOfFormat} for all parts of the format. A topology format without parties
 * also requires the claim to read as any party.
 */
export const requireReadClaimsOfUpdateFormat = (
  caller: Caller,
  { transactions, reassignments, topology }: UpdateFormat,
): void => {
  requireActiveUser(caller);
  if (transactions !== undefined) requireReadClaimsOfFormat(caller, transactions.eventFormat);
  if (reassignments !== undefined) requireReadClaimsOfFormat(caller, reassignments);
  if (topology === undefined) return;
  if (topology.parties.length === 0) requireReadAsAnyParty(caller);
  else requireReadAs(caller, topology.parties);
};
