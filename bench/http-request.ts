/**
 * Returns a request of about 1.4 KB, as client libraries send it. The parties are those of a bench ledger.
 */
export const createBenchRequest = (sequence: number): string =>
  JSON.stringify({
    commands: {
      commands: [
        {
          CreateCommand: {
            templateId: "#bench:Bench:Token",
            createArguments: { issuer, owner, amount: "123.4500000000" },
          },
        },
      ],
      userId: "bench-user",
      commandId: `command-${sequence}-${Math.floor(sequence / 7)}`,
      actAs: [issuer],
      readAs: [],
      workflowId: "bench",
      submissionId: "",
      deduplicationPeriod: { Empty: {} },
      disclosedContracts: [],
      packageIdSelectionPreference: [],
      synchronizerId: "",
    },
    transactionFormat: {
      eventFormat: {
        filtersByParty: {
          [issuer]: {
            cumulative: [
              {
                identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } },
              },
            ],
          },
          [owner]: {
            cumulative: [
              {
                identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } },
              },
            ],
          },
        },
        verbose: true,
      },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    },
  });

let issuer = "";
let owner = "";

export const setRequestParties = (parties: {
  readonly issuer: string;
  readonly owner: string;
}): void => {
  issuer = parties.issuer;
  owner = parties.owner;
};
