import type { ActiveContractItem } from "../../../../lib/api.ts";
import type { LedgerCounts } from "../../ledger-facts.ts";
import { askData } from "./client.ts";
import { fetchContractsPage, type ListedContract, toListedContracts } from "./contracts.ts";
import { contractHasText } from "./has-text.ts";
import { contentChangeCount, ledgerEnd } from "./ledger.ts";
import { getSearchedParties, type SearchResult, useSearch } from "./search.ts";
import { toTypeReference } from "./types.ts";
import {
  interfaceFilter,
  isViewingAsAllParties,
  templateFilter,
  viewingParties,
} from "./view-settings.ts";

/** Filters of contracts; empty if not set. */
export interface ContractFilters {
  readonly template: string;
  readonly face: string;
  /** In lower case. */
  readonly text: string;
  /** Role of a viewing party: `signatory` or `observer`. */
  readonly role: string;
}

export const createSearchBody = (
  { template, face, text, role }: ContractFilters,
  offset: number,
) => ({
  ...getSearchedParties(),
  offset,
  ...(template === "" ? {} : { template: toTypeReference(template) }),
  ...(face === "" ? {} : { interface: toTypeReference(face) }),
  ...(text === "" ? {} : { text }),
  ...(role === "" ? {} : { role }),
});

/** Searches the contracts that are active at an offset; does nothing unless `isOn`. */
export const useContractSearch = (
  filters: ContractFilters,
  end: number,
  isOn = true,
): SearchResult<ListedContract> => {
  const { template, face, text, role } = filters;
  const as = viewingParties.value;
  const isOfIndex = as === "everybody" || (as.length === 1 && template === "");
  const eventFilters =
    template !== ""
      ? templateFilter(toTypeReference(template))
      : face !== ""
        ? interfaceFilter(toTypeReference(face))
        : undefined;
  return useSearch<ListedContract>(
    isOn ? JSON.stringify(filters) : undefined,
    `${end}/${contentChangeCount.value}`,
    {
      path: "search/contracts",
      body: createSearchBody(filters, end),
      rowsOf: (answer) =>
        (answer as { contracts: readonly ActiveContractItem[] }).contracts.flatMap(
          toListedContracts,
        ),
      matchesAll: text === "" && role === "" && face === "" && isOfIndex,
    },
    {
      ask: async (token, signal) => {
        const asked = { as: viewingParties.peek(), offset: end, filters: eventFilters };
        const { rows, next } = await fetchContractsPage(asked, token, signal);
        return { rows: rows.filter(createContractFilter(filters)), scanned: rows.length, next };
      },
      total: (signal) => countActiveContracts(filters, end, signal),
      newestFirst: ({ event: left }, { event: right }) =>
        right.offset - left.offset || right.nodeId - left.nodeId,
    },
  );
};

const createContractFilter =
  ({ text, role }: ContractFilters) =>
  ({ event }: ListedContract): boolean => {
    if (text !== "" && !contractHasText(event, text)) return false;
    const as = viewingParties.peek();
    if (role === "" || as === "everybody") return true;
    const parties = role === "signatory" ? event.signatories : event.observers;
    return parties.some((party) => as.includes(party));
  };

/** Returns the number of contracts that a scan reads, if the page can know it. */
const countActiveContracts = async (
  { template, face }: ContractFilters,
  end: number,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const isAll = isViewingAsAllParties.peek() && template === "" && face === "";
  if (!isAll || end !== ledgerEnd.peek()) return undefined;
  return ((await askData("counts", { signal })) as LedgerCounts).activeContracts;
};
