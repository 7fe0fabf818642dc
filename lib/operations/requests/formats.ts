import type { Party, TypeReference } from "../../base/identifiers/identifiers.ts";

/** The events to return and their form; see the EventFormat of the Ledger API. */
export interface EventFormatInput {
  /** Filters by party. A party without filters gets all events that it sees. */
  readonly filtersByParty?: Readonly<Record<Party, FiltersInput>>;
  /** Filters for all parties that the caller may read as. */
  readonly filtersForAnyParty?: FiltersInput | null;
  /** Has no effect in JSON: records always have their field names. */
  readonly verbose?: boolean;
}

/** Like {@link EventFormatInput}, for legacy requests. */
export type TransactionFilterInput = Omit<EventFormatInput, "verbose">;

/** An event is returned if any of the filters matches; all are returned if there are none. */
export interface FiltersInput {
  readonly cumulative?: readonly CumulativeFilterInput[];
}

/** One of several filters. An event that matches any of them is returned. */
export interface CumulativeFilterInput {
  readonly identifierFilter?: IdentifierFilterInput;
}

/** The contracts that a filter matches: those of a template, of an interface, or all. */
export type IdentifierFilterInput =
  | { readonly WildcardFilter: { readonly value: BlobOption } }
  | { readonly TemplateFilter: { readonly value: TemplateFilterInput } }
  | { readonly InterfaceFilter: { readonly value: InterfaceFilterInput } }
  | { readonly Empty: EmptyObject };

interface BlobOption {
  /** True if events include the blob for disclosing the contract; default false. */
  readonly includeCreatedEventBlob?: boolean;
}

/** Matches contracts of a template; optionally returns their blobs. */
export interface TemplateFilterInput extends BlobOption {
  /** `#<package name>:<Module>:<Entity>` */
  readonly templateId: TypeReference;
}

/** Matches contracts that implement an interface; optionally returns their views and blobs. */
export interface InterfaceFilterInput extends BlobOption {
  /** `#<package name>:<Module>:<Entity>` */
  readonly interfaceId: TypeReference;
  /** True if events include the view; default false. */
  readonly includeInterfaceView?: boolean;
}

/** The events of a transaction to return, and their shape. */
export interface TransactionFormatInput {
  readonly eventFormat: EventFormatInput;
  /**
   * ACS_DELTA returns creates and archives, for stakeholders. LEDGER_EFFECTS returns all events
   * that the parties witness.
   */
  readonly transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";
}

/** The kinds of updates to return. An absent kind is not returned. */
export interface UpdateFormatInput {
  readonly includeTransactions?: TransactionFormatInput | null;
  readonly includeReassignments?: EventFormatInput | null;
  readonly includeTopologyEvents?: TopologyFormatInput | null;
}

/** The topology changes to return. */
export interface TopologyFormatInput {
  readonly includeParticipantAuthorizationEvents?: {
    /** Default: all parties. */
    readonly parties?: readonly Party[];
  } | null;
}

/** `{}` */
export type EmptyObject = Readonly<Record<string, never>>;
