/** A template or interface to which contracts are restricted. */
export interface ContractTypeFilter {
  readonly kind: "template" | "interface";
  readonly reference: string;
}

interface EventSelection {
  /** Default: all templates. */
  readonly filter?: ContractTypeFilter | undefined;
  /** True to include the blobs that disclose the contracts. */
  readonly blobs?: boolean;
}

/** Returns the event format for one party, or for every party if it is undefined. */
export const createEventFormatOfParty = (
  party: string | undefined,
  { filter, blobs = false }: EventSelection = {},
): object => {
  const filters =
    filter === undefined && !blobs ? {} : { cumulative: [identifierFilter(filter, blobs)] };
  return {
    ...(party === undefined
      ? { filtersForAnyParty: filters }
      : { filtersByParty: { [party]: filters } }),
    verbose: true,
  };
};

/** Returns the event format for several parties. */
export const createEventFormatOfParties = (parties: readonly string[]): object => ({
  filtersByParty: Object.fromEntries(parties.map((party) => [party, {}])),
  verbose: true,
});

/** Returns the transaction format that includes exercises and their results. */
export const createLedgerEffectsFormat = (format: object): object => ({
  eventFormat: format,
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
});

const identifierFilter = (
  filter: ContractTypeFilter | undefined,
  includeCreatedEventBlob: boolean,
): object => {
  if (filter === undefined) {
    return { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob } } } };
  }
  const { kind, reference } = filter;
  return {
    identifierFilter:
      kind === "template"
        ? { TemplateFilter: { value: { templateId: reference, includeCreatedEventBlob } } }
        : {
            InterfaceFilter: {
              value: {
                interfaceId: reference,
                includeInterfaceView: true,
                includeCreatedEventBlob,
              },
            },
          },
  };
};
