import type { Party } from "../../base/identifiers/identifiers.ts";
import type { EventFormat } from "./event-format.ts";

/** The parties that a request reads as: *R* in ledger-api.md 3.1.3. */
export type RequestedParties = "all" | ReadonlySet<Party>;

export const requestedParties = (format: EventFormat): RequestedParties =>
  format.filtersForAnyParty === undefined ? new Set(format.filtersByParty.keys()) : "all";

/** Returns those of `parties` that are requested, in the same order. */
export const amongRequested = (
  requested: RequestedParties,
  parties: readonly Party[],
): readonly Party[] =>
  requested === "all" ? parties : parties.filter((party) => requested.has(party));

export const anyRequested = (requested: RequestedParties, parties: readonly Party[]): boolean =>
  requested === "all" ? parties.length > 0 : parties.some((party) => requested.has(party));
