import type { Party, TypeReference } from "../../base/identifiers/identifiers.ts";

/** The events that a client requests (ledger-api.md 3.1.1). */
export interface EventFormat {
  /**
   * The filters of each party. An empty list of filters means all events that the party may see.
   */
  readonly filtersByParty: ReadonlyMap<Party, readonly EventFilter[]>;
  /** The filters for any party. An empty list means all events. */
  readonly filtersForAnyParty?: readonly EventFilter[];
  /** Has no effect in JSON, where records always have their labels. */
  readonly verbose: boolean;
}

export type EventFilter = WildcardFilter | TemplateFilter | InterfaceFilter;

interface WithPosition {
  /** Index in the request's list of filters; error paths contain it. */
  readonly position?: number;
}

interface WildcardFilter {
  readonly kind: "wildcard";
  readonly includeBlob: boolean;
}

interface TemplateFilter extends WithPosition {
  readonly kind: "template";
  /** The template, usually by package name. */
  readonly templateId: TypeReference;
  readonly includeBlob: boolean;
}

interface InterfaceFilter extends WithPosition {
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

/** The requested kinds of updates; an absent kind is not requested. */
export interface UpdateFormat {
  readonly transactions?: TransactionFormat;
  readonly reassignments?: EventFormat;
  readonly topology?: TopologyFormat;
}

export interface TopologyFormat {
  /** Empty for all parties. */
  readonly parties: readonly Party[];
}

/**
 * Returns a format for all events that the parties may see. Defaults and legacy requests use it.
 */
export const createWildcardEventFormat = (parties: Iterable<Party>): EventFormat => ({
  filtersByParty: new Map(Array.from(parties, (party) => [party, []])),
  verbose: true,
});

/** Like {@link createWildcardEventFormat}, but for transactions in this shape. */
export const createWildcardTransactionFormat = (
  parties: Iterable<Party>,
  shape: TransactionShape,
): TransactionFormat => ({ eventFormat: createWildcardEventFormat(parties), shape });

/** The parties as which a request reads: *R* in ledger-api.md 3.1.3. */
export type RequestedParties = "all" | ReadonlySet<Party>;

export const collectRequestedParties = (format: EventFormat): RequestedParties =>
  format.filtersForAnyParty === undefined ? new Set(format.filtersByParty.keys()) : "all";

/** Returns those of `parties` that are requested, in the same order. */
export const intersectWithRequestedParties = (
  requested: RequestedParties,
  parties: readonly Party[],
): readonly Party[] =>
  requested === "all" ? parties : parties.filter((party) => requested.has(party));

export const isSomePartyRequested = (
  requested: RequestedParties,
  parties: readonly Party[],
): boolean =>
  requested === "all" ? parties.length > 0 : parties.some((party) => requested.has(party));
