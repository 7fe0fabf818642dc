import type { EventFormat, UpdateFormat } from "../../views/visibility/event-format.ts";
import type { Caller } from "./caller.ts";
import { requirePublic, requireReadAs, requireReadAsAnyParty } from "./claims.ts";

/**
 * Requires the authority to read what a format asks for: as each party it names, as any party when it
 * has the party wildcard (ledger-api.md 3.0.2). Raises UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const requireEventFormat = (caller: Caller, format: EventFormat): void => {
  requireReadAs(caller, format.filtersByParty.keys());
  if (format.filtersForAnyParty !== undefined) requireReadAsAnyParty(caller);
};

/** As {@link requireEventFormat} for all members; topology of all parties needs any party too. */
export const requireUpdateFormat = (
  caller: Caller,
  { transactions, reassignments, topology }: UpdateFormat,
): void => {
  requirePublic(caller);
  if (transactions !== undefined) requireEventFormat(caller, transactions.eventFormat);
  if (reassignments !== undefined) requireEventFormat(caller, reassignments);
  if (topology === undefined) return;
  if (topology.parties.length === 0) requireReadAsAnyParty(caller);
  else requireReadAs(caller, topology.parties);
};
