import type { ArchivedContractJson } from "../../../../../lib/internal.ts";
import { urlQuery } from "../../base/address.ts";
import {
  type ContractFilters,
  createContractSearchBody,
  useContractSearch,
} from "../../base/contract-search.ts";
import type { ListedContract } from "../../base/contracts.ts";
import { isTextInContract } from "../../base/has-text.ts";
import { ledgerContentChangeCount } from "../../base/ledger.ts";
import { readQualifiedName } from "../../base/names.ts";
import { type LedgerSearchResults, useLedgerSearch } from "../../base/search.ts";
import {
  acsDeltaShape,
  convertEventToTransactionStep,
  fetchUpdatesPage,
} from "../../base/updates.ts";
import { viewingParties } from "../../base/view-settings.ts";

/** Returns the filters in the URL; empty if not set. */
const filtersOfUrl = (): ContractFilters => {
  const of = (name: string): string => urlQuery.value.get(name) ?? "";
  const isOfAll = viewingParties.value === "everybody";
  return {
    template: of("template"),
    face: of("interface"),
    text: of("text").trim().toLowerCase(),
    role: isOfAll ? "" : of("role"),
  };
};

/** Searches the contracts that are active at an offset, by the filters in the URL. */
export const useActiveContractSearch = (end: number): LedgerSearchResults<ListedContract> =>
  useContractSearch(filtersOfUrl(), end);

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
export const useArchivedContractSearch = (end: number): LedgerSearchResults<ArchivedContract> => {
  const filters = filtersOfUrl();
  return useLedgerSearch<ArchivedContract>(
    JSON.stringify(filters),
    `${end}/${ledgerContentChangeCount.value}`,
    {
      path: "search/contracts",
      body: { ...createContractSearchBody(filters, end), state: "archived" },
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
      const { rows, next } = await fetchUpdatesPage(asked, token, signal);
      const found: ArchivedContract[] = [];
      for (const step of rows.flatMap(({ events }) => events.map(convertEventToTransactionStep))) {
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
          if (archive === undefined || !isTextInContract(step.event, text)) continue;
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
