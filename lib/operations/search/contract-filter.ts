import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import {
  createSearchPartyEventFormat,
  readOptionalEnumField,
  readSearchTypeEventFormat,
  type SearchRequest,
} from "./search-request.ts";
import { SearchTextMatcher } from "./search-text-matcher.ts";

/** The conditions of a search for contracts. */
export interface ContractFilter {
  readonly matcher: EventMatcher;
  readonly accepts: (contract: Contract) => boolean;
}

/**
 * Returns the conditions of a search: parties, template, interface, role of the parties, and text.
 * Raises INVALID_ARGUMENT, and the errors of `checkKnownTypes`.
 */
export const readContractFilter = (
  json: unknown,
  request: SearchRequest,
  ledger: Ledger,
): ContractFilter => {
  const role = readOptionalEnumField(json, "role", ["signatory", "observer"]);
  if (role !== undefined && request.parties === undefined) {
    throw createInvalidArgumentError({ field: "parties", expected: "the parties with the role" });
  }
  const parties = new Set(request.parties);
  const format =
    readSearchTypeEventFormat(request, ledger) ?? createSearchPartyEventFormat(request, ledger);
  const matcher = new EventMatcher(format, ledger.state.packages);
  const text = request.text === "" ? undefined : new SearchTextMatcher(request.text);
  return {
    matcher,
    accepts: (contract) => {
      const { templateId, packageName, signatories, observers } = contract;
      const stakeholders = getStakeholders(contract);
      if (matcher.findEventMatch(templateId, packageName, stakeholders) === undefined) return false;
      const partiesInRole = role === "signatory" ? signatories : observers;
      if (role !== undefined && !partiesInRole.some((party) => parties.has(party))) return false;
      return text === undefined || text.matchesContract(contract);
    },
  };
};
