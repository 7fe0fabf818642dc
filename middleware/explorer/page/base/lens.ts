import { computed } from "@preact/signals";

import type { EventFormatInput, FiltersInput, UpdateFormatInput } from "../../../../lib/api.ts";
import { query } from "./address.ts";
import { ledgerEnd, rights } from "./ledger.ts";

/** Parties that the ledger is viewed as, or all parties if the user has that right. */
export type Viewers = readonly string[] | "everybody";

export const viewers = computed<Viewers>(() => {
  const chosen = query.value.getAll("as");
  if (chosen.length > 0) return chosen;
  return rights.value.readsAll ? "everybody" : rights.value.readAs;
});

/** Undefined for the ledger end. */
export const pastOffset = computed<number | undefined>(() => {
  const at = query.value.get("at");
  return at === null || !/^\d{1,15}$/.test(at) ? undefined : Number(at);
});

/** Offset that is shown. */
export const shownOffset = computed(() => Math.min(pastOffset.value ?? Infinity, ledgerEnd.value));

/** Key of the view settings except the offset. */
export const viewersKey = computed(() =>
  viewers.value === "everybody" ? "*" : viewers.value.join(),
);

const wildcard: FiltersInput = {
  cumulative: [
    { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
  ],
};

export const eventFormat = (as: Viewers, filters: FiltersInput = wildcard): EventFormatInput =>
  as === "everybody"
    ? { filtersByParty: {}, filtersForAnyParty: filters, verbose: true }
    : { filtersByParty: Object.fromEntries(as.map((party) => [party, filters])), verbose: true };

export const templateFilter = (templateId: string): FiltersInput => ({
  cumulative: [
    {
      identifierFilter: {
        TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } },
      },
    },
  ],
});

export const interfaceFilter = (interfaceId: string): FiltersInput => ({
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

export type Shape = "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";

export const updateFormat = (as: Viewers, transactionShape: Shape): UpdateFormatInput => {
  const format = eventFormat(as);
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
export const seesNothing = computed(
  () => viewers.value !== "everybody" && viewers.value.length === 0,
);
