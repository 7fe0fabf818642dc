/** A template or interface to which contracts are restricted. */
export interface ContractFilter {
  readonly kind: "template" | "interface";
  readonly reference: string;
}

/** Returns the event format for one party, or for every party if it is undefined. */
export const eventFormat = (party: string | undefined, filter?: ContractFilter): object => {
  const filters = filter === undefined ? {} : { cumulative: [identifierFilter(filter)] };
  return {
    ...(party === undefined
      ? { filtersForAnyParty: filters }
      : { filtersByParty: { [party]: filters } }),
    verbose: true,
  };
};

/** Returns the event format for several parties. */
export const eventFormatOfParties = (parties: readonly string[]): object => ({
  filtersByParty: Object.fromEntries(parties.map((party) => [party, {}])),
  verbose: true,
});

/** Returns the transaction format that includes exercises and their results. */
export const ledgerEffectsFormat = (format: object): object => ({
  eventFormat: format,
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
});

const identifierFilter = ({ kind, reference }: ContractFilter): object => ({
  identifierFilter:
    kind === "template"
      ? { TemplateFilter: { value: { templateId: reference, includeCreatedEventBlob: false } } }
      : {
          InterfaceFilter: {
            value: {
              interfaceId: reference,
              includeInterfaceView: true,
              includeCreatedEventBlob: false,
            },
          },
        },
});
