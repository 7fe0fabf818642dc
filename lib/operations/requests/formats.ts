import type { Party, TypeReference } from "../../ground/identifiers/identifiers.ts";

/** What is wanted of the events that some parties see; see the EventFormat of the Ledger API. */
export interface EventFormatInput {
  /** By party. One without filters gets all that it sees. */
  readonly filtersByParty?: Readonly<Record<Party, FiltersInput>>;
  /** For every party that the caller may read as. */
  readonly filtersForAnyParty?: FiltersInput | null;
  /** No difference in JSON, where records always name their fields. */
  readonly verbose?: boolean;
}

/** As {@link EventFormatInput}, in requests of older clients. */
export type TransactionFilterInput = Omit<EventFormatInput, "verbose">;

/** An event comes that any of them lets through; all come when there is none. */
export interface FiltersInput {
  readonly cumulative?: readonly CumulativeFilterInput[];
}

export interface CumulativeFilterInput {
  readonly identifierFilter?: IdentifierFilterInput;
}

export type IdentifierFilterInput =
  | { readonly WildcardFilter: { readonly value: WithBlob } }
  | { readonly TemplateFilter: { readonly value: TemplateFilterInput } }
  | { readonly InterfaceFilter: { readonly value: InterfaceFilterInput } }
  | { readonly Empty: Nothing };

interface WithBlob {
  /** Whether events have what discloses the contract to others; false when absent. */
  readonly includeCreatedEventBlob?: boolean;
}

export interface TemplateFilterInput extends WithBlob {
  /** `#<package name>:<Module>:<Entity>` */
  readonly templateId: TypeReference;
}

export interface InterfaceFilterInput extends WithBlob {
  /** `#<package name>:<Module>:<Entity>` */
  readonly interfaceId: TypeReference;
  /** Whether events have the view; false when absent. */
  readonly includeInterfaceView?: boolean;
}

export interface TransactionFormatInput {
  readonly eventFormat: EventFormatInput;
  /** What changed in active contracts, or all steps that the parties witness. */
  readonly transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";
}

/** Kinds of updates that are absent do not come. */
export interface UpdateFormatInput {
  readonly includeTransactions?: TransactionFormatInput | null;
  readonly includeReassignments?: EventFormatInput | null;
  readonly includeTopologyEvents?: TopologyFormatInput | null;
}

export interface TopologyFormatInput {
  readonly includeParticipantAuthorizationEvents?: {
    /** All parties when there is none. */
    readonly parties?: readonly Party[];
  } | null;
}

/** `{}` */
export type Nothing = Readonly<Record<string, never>>;
