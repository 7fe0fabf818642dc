import { expect } from "chai";

import type { Ledger } from "../../lib/index.ts";
import { commandsBody } from "./commands-body.ts";
import type { IouLedger } from "./iou-ledger.ts";
import { iouPackage } from "./iou-package.ts";
import type { Json } from "./json.ts";

/** Requests that use every alternative of the API, with existing contracts and updates. */
export const richRequests = async ({ ledger, alice, bob }: IouLedger) => {
  const post = (operationId: string, path: string, body: object) => ({
    operationId,
    method: "POST",
    path,
    body,
  });
  const iou = { issuer: alice, owner: alice, amount: "1.0", watchers: [bob] };
  const templateId = "#iou:Iou:Iou";
  const create = { CreateCommand: { templateId, createArguments: iou } };
  const { updateId, offset, contractId } = await createdOn(ledger, alice, create);
  const choice = { choice: "Transfer", choiceArgument: { newOwner: bob } };
  const counter = { owner: alice, name: "n", count: "0" };
  const everyCommand = commandsBody(alice, [], {
    commands: [
      create,
      { CreateCommand: { templateId: "#iou:Iou:Counter", createArguments: counter } },
      { ExerciseCommand: { templateId, contractId, choice: "Inspect", choiceArgument: {} } },
      { CreateAndExerciseCommand: { templateId, createArguments: iou, ...choice } },
      {
        ExerciseByKeyCommand: {
          templateId: "#iou:Iou:Counter",
          contractKey: { owner: alice, name: "n" },
          choice: "Increment",
          choiceArgument: {},
        },
      },
    ],
    readAs: [bob],
    deduplicationPeriod: { DeduplicationOffset: { value: offset } },
    // A time in the past, since the ledger waits for a future one.
    minLedgerTimeAbs: "2023-12-31T00:00:00Z",
    disclosedContracts: [],
    prefetchContractKeys: [
      {
        templateId: `${iouPackage.packageId}:Iou:Counter`,
        contractKey: { owner: alice, name: "n" },
      },
    ],
  });
  const eventFormat = {
    filtersByParty: {
      [alice]: {
        cumulative: [
          { identifierFilter: { TemplateFilter: { value: filterFor(templateId) } } },
          { identifierFilter: { InterfaceFilter: { value: interfaceFilter } } },
          { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
          { identifierFilter: { Empty: {} } },
        ],
      },
    },
    filtersForAnyParty: { cumulative: [] },
    verbose: true,
  };
  const transactionFormat = { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" };
  const updateFormat = {
    includeTransactions: transactionFormat,
    includeReassignments: eventFormat,
    includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [alice] } },
  };
  const path = "/v2/commands/submit-and-wait";
  return [
    post("submitAndWait", path, everyCommand),
    post("submitAndWaitForTransaction", `${path}-for-transaction`, {
      commands: everyCommand,
      transactionFormat,
    }),
    post("submitAndWaitForTransactionTree", `${path}-for-transaction-tree`, everyCommand),
    post("submit", "/v2/commands/async/submit", everyCommand),
    post("getActiveContracts", "/v2/state/active-contracts?limit=5", {
      activeAtOffset: offset,
      eventFormat,
    }),
    post("getActiveContracts", "/v2/state/active-contracts", {
      activeAtOffset: offset,
      verbose: true,
      filter: { filtersByParty: eventFormat.filtersByParty },
    }),
    ...["getUpdates", "getUpdatesFlats"].map((operationId, index) =>
      post(operationId, `/v2/updates${index === 0 ? "" : "/flats"}?stream_idle_timeout_ms=1`, {
        beginExclusive: 0,
        endInclusive: offset,
        updateFormat,
        descendingOrder: false,
      }),
    ),
    post("getUpdateById", "/v2/updates/update-by-id", { updateId, updateFormat }),
    post("getUpdateByOffset", "/v2/updates/update-by-offset", { offset, updateFormat }),
    post("getTransactionById", "/v2/updates/transaction-by-id", { updateId, transactionFormat }),
    post("getTransactionByOffset", "/v2/updates/transaction-by-offset", {
      offset,
      transactionFormat,
    }),
    post("getEventsByContractId", "/v2/events/events-by-contract-id", { contractId, eventFormat }),
    post("getContract", "/v2/contracts/contract-by-id", { contractId, queryingParties: [alice] }),
    post("allocateParty", "/v2/parties", {
      partyIdHint: "",
      synchronizerId: "",
      identityProviderId: "",
      userId: "",
      localMetadata: { resourceVersion: "", annotations: { note: "x" } },
    }),
    post("grantUserRights", "/v2/users/bob/rights", { ...rightsFor(alice) }),
    { ...post("revokeUserRights", "/v2/users/bob/rights", rightsFor(bob)), method: "PATCH" },
    post("listTransactionHistory", "/v0/transactions", {
      page_size: 10,
      page_end_event_id: "",
      sort_order: "desc",
    }),
  ];
};

/** Returns the contract that a create by the party has produced. */
export const createdOn = async (ledger: Ledger, actAs: string, create: Json) => {
  const commands = [create] as unknown as Parameters<Ledger["submit"]>[0]["commands"];
  const { transaction } = await ledger.submit({ actAs, commands });
  return { ...transaction, contractId: contractIdIn(transaction.events[0]) };
};

const contractIdIn = (event: object | undefined): string => {
  const [content] = Object.values(event ?? {}) as readonly { readonly contractId: string }[];
  return content?.contractId ?? expect.fail("no contract");
};

const filterFor = (templateId: string) => ({ templateId, includeCreatedEventBlob: true });
const interfaceFilter = {
  interfaceId: "#iou:Iou:Holding",
  includeInterfaceView: true,
  includeCreatedEventBlob: false,
};
const rightsFor = (party: string) => ({
  userId: "bob",
  identityProviderId: "",
  rights: ["CanActAs", "CanReadAs", "CanExecuteAs"].map((kind) => ({
    kind: { [kind]: { value: { party } } },
  })),
});
