import type { IdentifierFilterInput } from "../../lib/api.ts";
import type { PartyId } from "../../lib/index.ts";
import type { EventFilter, EventFormat } from "../../lib/views/visibility/event-format.ts";

export const wildcard = (includeBlob = false): EventFilter => ({ kind: "wildcard", includeBlob });

export const templateFilter = (templateId: string, includeBlob = false): EventFilter => ({
  kind: "template",
  templateId,
  includeBlob,
});

export const interfaceFilter = (interfaceId: string, includeView = true): EventFilter => ({
  kind: "interface",
  interfaceId,
  includeView,
  includeBlob: false,
});

/** Returns an event format with the filters of each party; the party `*` is the party wildcard. */
export const formatOf = (
  filters: Readonly<Record<PartyId, readonly EventFilter[]>>,
): EventFormat => {
  const { "*": anyParty, ...byParty } = filters;
  return {
    filtersByParty: new Map(Object.entries(byParty)),
    ...(anyParty === undefined ? {} : { filtersForAnyParty: anyParty }),
    verbose: false,
  };
};

/** Returns the JSON of a format with the same filter for each of the parties. */
export const eventFormatJson = (
  parties: readonly PartyId[],
  filter: IdentifierFilterInput = { Empty: {} },
) => ({
  filtersByParty: Object.fromEntries(
    parties.map((party) => [party, { cumulative: [{ identifierFilter: filter }] }]),
  ),
});
