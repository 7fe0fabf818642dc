import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { getNameBeforeNamespace, type Party } from "../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { EventFilter, EventFormat } from "../../views/visibility/event-format.ts";

/** The reading parties. Default: the host, which sees everything. */
export interface ReadAsOption {
  readonly as?: Party | readonly Party[];
}

/**
 * Returns the event format with these filters for the reading parties. Raises INVALID_ARGUMENT for
 * an unknown party.
 */
export const createReaderEventFormat = (
  { as }: ReadAsOption,
  filters: readonly EventFilter[],
  state: LedgerState,
): EventFormat => {
  if (as === undefined) {
    return { filtersByParty: new Map(), filtersForAnyParty: filters, verbose: true };
  }
  const parties = typeof as === "string" ? [as] : as;
  for (const party of parties) requireKnownParty(party, "as", state);
  return { filtersByParty: new Map(parties.map((party) => [party, filters])), verbose: true };
};

/**
 * Raises INVALID_ARGUMENT for an unknown party. Over HTTP, an unknown party sees nothing; in a
 * program it is a mistake.
 */
export const requireKnownParty = (
  party: unknown,
  field: string,
  { parties }: LedgerState,
): void => {
  if (typeof party === "string" && parties.has(party)) return;
  const [meant] = typeof party === "string" ? parties.entries(`${party}::`) : [];
  const example = meant !== undefined && getNameBeforeNamespace(meant[0]) === party ? meant[0] : "";
  throw createInvalidArgumentError({
    field,
    expected: `a party that the ledger knows${example && `, such as ${example}`}`,
    found: party,
  });
};
