import type {
  EventFilter,
  EventFormat,
  UpdateFormat,
} from "../../views/visibility/event-format.ts";

/**
 * Returns plain JSON data that is equal for two formats if they request the same events. The order
 * of filters does not matter.
 */
export const fingerprintEventFormat = (format: EventFormat): unknown => [
  [...format.filtersByParty]
    .map(([party, filters]) => [party, filtersFingerprint(filters)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1)),
  format.filtersForAnyParty === undefined ? null : filtersFingerprint(format.filtersForAnyParty),
  format.verbose,
];

export const computeUpdateFormatFingerprint = (format: UpdateFormat): unknown => [
  format.transactions === undefined
    ? null
    : [fingerprintEventFormat(format.transactions.eventFormat), format.transactions.shape],
  format.reassignments === undefined ? null : fingerprintEventFormat(format.reassignments),
  format.topology === undefined ? null : [...format.topology.parties].sort(),
];

const filtersFingerprint = (filters: readonly EventFilter[]): readonly string[] =>
  filters.map((filter) => JSON.stringify(filterFields(filter))).sort();

const filterFields = (filter: EventFilter): readonly unknown[] => {
  switch (filter.kind) {
    case "wildcard":
      return ["wildcard", filter.includeBlob];
    case "template":
      return ["template", filter.templateId, filter.includeBlob];
    case "interface":
      return ["interface", filter.interfaceId, filter.includeView, filter.includeBlob];
  }
};
