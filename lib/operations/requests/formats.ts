import type { Party, TypeReference } from "../../base/identifiers/identifiers.ts";

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

/** One of several filters; an event passes that passes any of them. */
export interface CumulativeFilterInput {
  readonly identifierFilter?: IdentifierFilterInput;
}

/** Which contracts a filter lets through: of a template, of an interface, or all. */
export type IdentifierFilterInput =
  | { readonly WildcardFilter: { readonly value: WithBlob } }
  | { readonly TemplateFilter: { readonly value: TemplateFilterInput } }
  | { readonly InterfaceFilter: { readonly value: InterfaceFilterInput } }
  | { readonly Empty: Nothing };

interface WithBlob {
  /** Whether events have what discloses the contract to others; false when absent. */
  readonly includeCreatedEventBlob?: boolean;
}

/** Lets through contracts of a template; with their blobs where they are asked for. */
export interface TemplateFilterInput extends WithBlob {
  /** `#<package name>:<Module>:<Entity>` */
  readonly templateId: TypeReference;
}

/** Lets through what implements an interface; with its view, and its blob, where they are asked for. */
export interface InterfaceFilterInput extends WithBlob {
  /** `#<package name>:<Module>:<Entity>` */
  readonly interfaceId: TypeReference;
  /** Whether events have the view; false when absent. */
  readonly includeInterfaceView?: boolean;
}

/** Which events of a transaction are told, and in which shape. */
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

/** Which changes of topology are told. */
export interface TopologyFormatInput {
  readonly includeParticipantAuthorizationEvents?: {
    /** All parties when there is none. */
    readonly parties?: readonly Party[];
  } | null;
}

/** `{}` */
export type Nothing = Readonly<Record<string, never>>;
