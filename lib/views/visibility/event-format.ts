import type { Party, TypeReference } from "../../base/identifiers/identifiers.ts";

/** What a client asks of the events it gets (ledger-api.md 3.1.1). */
export interface EventFormat {
  /** A party without filters gets everything it may see. */
  readonly filtersByParty: ReadonlyMap<Party, readonly EventFilter[]>;
  /** The party wildcard; no filters mean everything. */
  readonly filtersForAnyParty?: readonly EventFilter[];
  /** Has no visible effect over JSON: records always carry their labels. */
  readonly verbose: boolean;
}

export type EventFilter = WildcardFilter | TemplateFilter | InterfaceFilter;

/** Where it was read among the filters of a request, for errors to point to. */
interface Placed {
  readonly position?: number;
}

interface WildcardFilter {
  readonly kind: "wildcard";
  readonly includeBlob: boolean;
}

interface TemplateFilter extends Placed {
  readonly kind: "template";
  /** By name, as the interface of the other filter is. */
  readonly templateId: TypeReference;
  readonly includeBlob: boolean;
}

interface InterfaceFilter extends Placed {
  readonly kind: "interface";
  readonly interfaceId: TypeReference;
  readonly includeView: boolean;
  readonly includeBlob: boolean;
}

export type TransactionShape = "acsDelta" | "ledgerEffects";

export interface TransactionFormat {
  readonly eventFormat: EventFormat;
  readonly shape: TransactionShape;
}

/** Kinds of updates that are absent are not asked for. */
export interface UpdateFormat {
  readonly transactions?: TransactionFormat;
  readonly reassignments?: EventFormat;
  readonly topology?: TopologyFormat;
}

export interface TopologyFormat {
  /** Empty: of all parties. */
  readonly parties: readonly Party[];
}

/** Everything each of the parties may see, as the defaults and the legacy requests have it. */
export const wildcardFormat = (parties: Iterable<Party>): EventFormat => ({
  filtersByParty: new Map(Array.from(parties, (party) => [party, []])),
  verbose: true,
});

/** As {@link wildcardFormat}, in a shape. */
export const wildcardTransactions = (
  parties: Iterable<Party>,
  shape: TransactionShape,
): TransactionFormat => ({ eventFormat: wildcardFormat(parties), shape });
