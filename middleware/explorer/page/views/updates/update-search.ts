import type { UpdateItem } from "../../../../../lib/api.ts";
import { urlQuery } from "../../base/address.ts";
import { isTextInUpdate } from "../../base/has-text.ts";
import { ledgerContentChangeCount } from "../../base/ledger.ts";
import { readQualifiedName } from "../../base/names.ts";
import {
  getSearchedParties,
  type LedgerSearchResults,
  useLedgerSearch,
} from "../../base/search.ts";
import { getPackageNameTypeReference } from "../../base/types.ts";
import {
  convertEventToTransactionStep,
  type ExplorerUpdate,
  fetchUpdatesPage,
  toExplorerUpdates,
} from "../../base/updates.ts";
import { viewingParties } from "../../base/view-settings.ts";

/** Offsets of the updates that are shown. */
export interface OffsetRange {
  /** Exclusive. */
  readonly begin: number;
  /** Inclusive. */
  readonly end: number;
}

/** Searches the updates of a range of offsets, by the filters in the URL. */
export const useUpdateSearch = (
  { begin, end }: OffsetRange,
  isOn: boolean,
): LedgerSearchResults<ExplorerUpdate> => {
  const of = (name: string): string => urlQuery.value.get(name) ?? "";
  const [template, kind, text] = [of("template"), of("kind"), of("text").trim().toLowerCase()];
  const accepts = (update: ExplorerUpdate): boolean =>
    (kind === "" || update.kind === kind) &&
    (template === "" || hasTemplate(update, readQualifiedName(template))) &&
    (text === "" || isTextInUpdate(update, text));
  return useLedgerSearch<ExplorerUpdate>(
    isOn ? JSON.stringify([begin, template, kind, text]) : undefined,
    `${end}/${ledgerContentChangeCount.value}`,
    {
      path: "search/updates",
      body: {
        ...getSearchedParties(),
        offset: end,
        begin,
        ...(template === "" ? {} : { template: getPackageNameTypeReference(template) }),
        ...(kind === "" ? {} : { kind }),
        ...(text === "" ? {} : { text }),
      },
      rowsOf: (answer) =>
        (answer as { updates: readonly UpdateItem[] }).updates.flatMap(toExplorerUpdates),
      matchesAll: false,
    },
    {
      ask: async (token, signal) => {
        const asked = { as: viewingParties.peek(), begin, end, size: scanSize };
        const { rows, next } = await fetchUpdatesPage(asked, token, signal);
        return { rows: rows.filter(accepts), scanned: scannedOffsets(rows, next, begin), next };
      },
      total: () => Promise.resolve(end - begin),
      newestFirst: (left, right) => right.offset - left.offset,
    },
  );
};

/** Page size of a scan, which reads updates that may be large. */
const scanSize = 100;

const scannedOffsets = (
  rows: readonly ExplorerUpdate[],
  next: string | undefined,
  begin: number,
): number => {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return 0;
  return next === undefined ? first.offset - begin : first.offset - last.offset + 1;
};

const hasTemplate = ({ events, moves }: ExplorerUpdate, name: string): boolean =>
  events.some(
    (event) => readQualifiedName(convertEventToTransactionStep(event).event.templateId) === name,
  ) ||
  moves.some(
    (move) =>
      readQualifiedName(
        "JsAssignmentEvent" in move
          ? move.JsAssignmentEvent.createdEvent.templateId
          : move.JsUnassignedEvent.value.templateId,
      ) === name,
  );
