import { computed } from "@preact/signals";

import type { EventFormatInput, FiltersInput, UpdateFormatInput } from "../../../../lib/api.ts";
import { urlQuery } from "./address.ts";
import { currentUserRights, ledgerContentChangeCount, ledgerEnd } from "./ledger.ts";

/** Parties that the ledger is viewed as, or all parties if the user has that right. */
export type ViewingParties = readonly string[] | "everybody";

export const viewingParties = computed<ViewingParties>(() => {
  const chosen = urlQuery.value.getAll("as");
  if (chosen.length > 0) return chosen;
  return currentUserRights.value.readsAll ? "everybody" : currentUserRights.value.readAs;
});

/** True if the user views the ledger as all parties. */
export const isViewingAsAllParties = computed(() => viewingParties.value === "everybody");

/** Undefined for the ledger end. */
export const selectedOffset = computed<number | undefined>(() => {
  const at = urlQuery.value.get("at");
  return at === null || !/^\d{1,15}$/.test(at) ? undefined : Number(at);
});

/** Offset that is shown. */
export const shownOffset = computed(() =>
  Math.min(selectedOffset.value ?? Infinity, ledgerEnd.value),
);

/** Key of the view settings except the offset. */
export const viewingPartiesCacheKey = computed(() =>
  viewingParties.value === "everybody" ? "*" : viewingParties.value.join(),
);

/** Names what is viewed: the parties and the selected offset. */
export const viewedContentKey = computed(
  () => `${viewingPartiesCacheKey.value}@${selectedOffset.value ?? ""}`,
);

/** Changes when there may be something new to view. */
export const viewRefreshSignal = computed(
  () => `${shownOffset.value}/${ledgerContentChangeCount.value}`,
);

const wildcardFilter: FiltersInput = {
  cumulative: [
    { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
  ],
};

export const createEventFormatForView = (
  as: ViewingParties,
  filters: FiltersInput = wildcardFilter,
): EventFormatInput =>
  as === "everybody"
    ? { filtersByParty: {}, filtersForAnyParty: filters, verbose: true }
    : { filtersByParty: Object.fromEntries(as.map((party) => [party, filters])), verbose: true };

export const createTemplateFilter = (templateId: string): FiltersInput => ({
  cumulative: [
    {
      identifierFilter: {
        TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } },
      },
    },
  ],
});

export const createInterfaceFilter = (interfaceId: string): FiltersInput => ({
  cumulative: [
    {
      identifierFilter: {
        InterfaceFilter: {
          value: { interfaceId, includeInterfaceView: true, includeCreatedEventBlob: false },
        },
      },
    },
  ],
});

export type TransactionShape = "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";

export const createUpdateFormatForView = (
  as: ViewingParties,
  transactionShape: TransactionShape,
  filters?: FiltersInput,
): UpdateFormatInput => {
  const format = createEventFormatForView(as, filters);
  if (filters !== undefined) {
    return { includeTransactions: { eventFormat: format, transactionShape } };
  }
  return {
    includeTransactions: { eventFormat: format, transactionShape },
    includeReassignments: format,
    // Without parties, the events of all parties would be requested.
    includeTopologyEvents: {
      includeParticipantAuthorizationEvents: as === "everybody" ? {} : { parties: as },
    },
  };
};

/** True if the user can read as no party. */
export const hasNoReadRights = computed(
  () => viewingParties.value !== "everybody" && viewingParties.value.length === 0,
);
