import type { ActiveContractItem } from "../../../../lib/api.ts";
import type { LedgerCounts } from "../../ledger-facts.ts";
import { requestExplorerData } from "./client.ts";
import { extractListedContracts, fetchContractsPage, type ListedContract } from "./contracts.ts";
import { isTextInContract } from "./has-text.ts";
import { ledgerContentChangeCount, ledgerEnd } from "./ledger.ts";
import { getSearchedParties, type LedgerSearchResults, useLedgerSearch } from "./search.ts";
import { getPackageNameTypeReference } from "./types.ts";
import {
  createInterfaceFilter,
  createTemplateFilter,
  isViewingAsAllParties,
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

export const createContractSearchBody = (
  { template, face, text, role }: ContractFilters,
  offset: number,
) => ({
  ...getSearchedParties(),
  offset,
  ...(template === "" ? {} : { template: getPackageNameTypeReference(template) }),
  ...(face === "" ? {} : { interface: getPackageNameTypeReference(face) }),
  ...(text === "" ? {} : { text }),
  ...(role === "" ? {} : { role }),
});

/** Searches the contracts that are active at an offset; does nothing unless `isOn`. */
export const useContractSearch = (
  filters: ContractFilters,
  end: number,
  isOn = true,
): LedgerSearchResults<ListedContract> => {
  const { template, face, text, role } = filters;
  const as = viewingParties.value;
  const isOfIndex = as === "everybody" || (as.length === 1 && template === "");
  const eventFilters =
    template !== ""
      ? createTemplateFilter(getPackageNameTypeReference(template))
      : face !== ""
        ? createInterfaceFilter(getPackageNameTypeReference(face))
        : undefined;
  return useLedgerSearch<ListedContract>(
    isOn ? JSON.stringify(filters) : undefined,
    `${end}/${ledgerContentChangeCount.value}`,
    {
      path: "search/contracts",
      body: createContractSearchBody(filters, end),
      rowsOf: (answer) =>
        (answer as { contracts: readonly ActiveContractItem[] }).contracts.flatMap(
          extractListedContracts,
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
    if (text !== "" && !isTextInContract(event, text)) return false;
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
  return ((await requestExplorerData("counts", { signal })) as LedgerCounts).activeContracts;
};
