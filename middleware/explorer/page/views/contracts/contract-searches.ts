import type { ActiveContractItem } from "../../../../../lib/api.ts";
import type { ArchivedContractJson } from "../../../../../lib/internal.ts";
import type { LedgerCounts } from "../../../ledger-facts.ts";
import { urlQuery } from "../../base/address.ts";
import { askData } from "../../base/client.ts";
import { contractsPage, type ListedContract, toListedContracts } from "../../base/contracts.ts";
import { contractHasText } from "../../base/has-text.ts";
import { contentChangeCount, ledgerEnd } from "../../base/ledger.ts";
import { readQualifiedName } from "../../base/names.ts";
import { searchedParties, type SearchResult, useSearch } from "../../base/search.ts";
import { toTypeReference } from "../../base/types.ts";
import { acsDeltaShape, toStep, updatesPage } from "../../base/updates.ts";
import {
  interfaceFilter,
  templateFilter,
  viewingParties,
  viewsAll,
} from "../../base/view-settings.ts";

/** The filters in the URL; empty if not set. */
const filtersOfUrl = () => {
  const of = (name: string): string => urlQuery.value.get(name) ?? "";
  const isOfAll = viewingParties.value === "everybody";
  return {
    template: of("template"),
    face: of("interface"),
    text: of("text").trim().toLowerCase(),
    role: isOfAll ? "" : of("role"),
  };
};

type ContractFilters = ReturnType<typeof filtersOfUrl>;

const createSearchBody = ({ template, face, text, role }: ContractFilters, offset: number) => ({
  ...searchedParties(),
  offset,
  ...(template === "" ? {} : { template: toTypeReference(template) }),
  ...(face === "" ? {} : { interface: toTypeReference(face) }),
  ...(text === "" ? {} : { text }),
  ...(role === "" ? {} : { role }),
});

/** Searches the contracts that are active at an offset, by the filters in the URL. */
export const useContractSearch = (end: number): SearchResult<ListedContract> => {
  const filters = filtersOfUrl();
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
    JSON.stringify(filters),
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
        const { rows, next } = await contractsPage(asked, token, signal);
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
  const isAll = viewsAll.peek() && template === "" && face === "";
  if (!isAll || end !== ledgerEnd.peek()) return undefined;
  return ((await askData("counts", { signal })) as LedgerCounts).activeContracts;
};

/** An archived contract. */
export interface ArchivedContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly offset: number;
  readonly parties: readonly string[];
  /** Undefined if the create was not read. */
  readonly createArgument: unknown;
}

/** Searches the contracts that were archived up to an offset, by the filters in the URL. */
export const useArchivedSearch = (end: number): SearchResult<ArchivedContract> => {
  const filters = filtersOfUrl();
  return useSearch<ArchivedContract>(
    JSON.stringify(filters),
    `${end}/${contentChangeCount.value}`,
    {
      path: "search/contracts",
      body: { ...createSearchBody(filters, end), state: "archived" },
      rowsOf: (answer) =>
        (answer as { contracts: readonly ArchivedContractJson[] }).contracts.map(
          ({ createdEvent, archivedAtOffset }) => ({
            ...createdEvent,
            parties: createdEvent.witnessParties,
            offset: archivedAtOffset,
          }),
        ),
      matchesAll: false,
    },
    archivesByUpdates(filters, end),
  );
};

/**
 * Reads the updates from the newest on. A contract's archive comes before its create, which has the
 * payload that the text is searched in.
 */
const archivesByUpdates = (filters: ContractFilters, end: number) => {
  const archives = new Map<string, ArchivedContract>();
  const { template, text } = filters;
  return {
    ask: async (token: string | undefined, signal: AbortSignal) => {
      const asked = { as: viewingParties.peek(), end, shape: acsDeltaShape, size: scanSize };
      const { rows, next } = await updatesPage(asked, token, signal);
      const found: ArchivedContract[] = [];
      for (const step of rows.flatMap(({ events }) => events.map(toStep))) {
        const { contractId, templateId, offset, witnessParties: parties } = step.event;
        const isOfTemplate =
          template === "" || readQualifiedName(templateId) === readQualifiedName(template);
        if (!isOfTemplate) continue;
        if (step.kind === "archive") {
          const archive = { contractId, templateId, offset, parties, createArgument: undefined };
          if (text === "") found.push(archive);
          else archives.set(contractId, archive);
        } else if (step.kind === "create") {
          const archive = archives.get(contractId);
          archives.delete(contractId);
          if (archive === undefined || !contractHasText(step.event, text)) continue;
          found.push({ ...archive, createArgument: step.event.createArgument });
        }
      }
      return { rows: found, scanned: scannedOffsets(rows, next), next };
    },
    total: () => Promise.resolve(end),
    newestFirst: (left: ArchivedContract, right: ArchivedContract) => right.offset - left.offset,
  };
};

/** Page size of a scan of updates, which may be large. */
const scanSize = 100;

const scannedOffsets = (
  rows: readonly { readonly offset: number }[],
  next: string | undefined,
): number => {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return 0;
  return next === undefined ? first.offset : first.offset - last.offset + 1;
};
