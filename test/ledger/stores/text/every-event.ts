import {
  createBoolValue,
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createNumericValue,
  createPartyValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createTextValue,
  createTimestampValue,
  createVariantValue,
  none,
  unit,
} from "../../../../lib/base/values/constructors.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { CoinHistoryRecord } from "../../../../lib/history.ts";
import type { Contract, ContractKey, JournalEvent, Node } from "../../../../lib/store.ts";
import {
  assignedEvent,
  committedEvent,
  completionAt,
  connections,
  contractOf,
  east,
  rejectedEvent,
  submissionAt,
  unassignedEvent,
  west,
} from "../../../support/journal-events.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { counterPackage } from "../../../support/lf/counter.ts";

const key: ContractKey = {
  value: createTextValue("key"),
  maintainers: ["alice"],
  hash: "ab".repeat(32),
};

const everyValue = createRecordValue([
  unit,
  createBoolValue(true),
  createInt64Value(-(2n ** 63n)),
  createNumericValue(10, 10n ** 37n),
  createTextValue('\u{1f600} "\\\n\u2028'),
  createTimestampValue(-62_135_596_800_000_000n),
  createDateValue(-719_162),
  createPartyValue("alice"),
  createContractIdValue(`00${"ab".repeat(32)}`),
  none,
  createSomeValue(createSomeValue(none)),
  createListValue([createInt64Value(1n), createInt64Value(2n)]),
  createTextMapValue([["__proto__", unit]]),
  createGenMapValue([[createInt64Value(1n), createTextValue("one")]]),
  createVariantValue("Some", createRecordValue([])),
  createEnumValue("Red"),
]);

const contract: Contract = {
  ...contractOf("00aa", { signatories: ["alice"], observers: ["bob"] }),
  argument: everyValue,
  key,
  createdAt: 1_700_000_000_000_001n,
  salt: Uint8Array.from({ length: 32 }, (_, index) => 255 - index),
};

const common = { packageName: contract.packageName, templateId: contract.templateId };
const looking = { ...common, contractId: "00aa", signatories: ["alice"], stakeholders: ["alice"] };
const acting = {
  ...looking,
  interfaceId: `${"cd".repeat(32)}:Main:Shown`,
  actingParties: ["alice"],
};

const nodes: readonly Node[] = [
  { kind: "create", nodeId: 0, witnesses: ["alice", "bob"], contract },
  {
    kind: "exercise",
    nodeId: 1,
    witnesses: ["alice"],
    ...acting,
    choice: "Do",
    consuming: false,
    argument: unit,
    choiceObservers: ["carol"],
    key,
    byKey: true,
    children: [2, 3, 4],
    result: everyValue,
    lastDescendantNodeId: 5,
  },
  { kind: "fetch", nodeId: 2, witnesses: ["alice"], ...acting, key, byKey: true },
  {
    kind: "lookupByKey",
    nodeId: 3,
    witnesses: ["alice"],
    ...common,
    qualifiedName: "Main:Iou",
    key,
    contractIds: ["00aa"],
    exhaustive: true,
  },
  { kind: "rollback", nodeId: 4, witnesses: [], children: [5], lastDescendantNodeId: 5 },
  {
    kind: "exercise",
    nodeId: 5,
    witnesses: ["alice"],
    ...looking,
    actingParties: ["alice"],
    choice: "Archive",
    consuming: true,
    argument: unit,
    choiceObservers: [],
    byKey: false,
    children: [],
    lastDescendantNodeId: 5,
  },
];

/** Returns a transaction with all optional fields. */
const everything = (): JournalEvent => {
  const event = committedEvent(1);
  if (event.kind !== "transactionCommitted") return event;
  const traceContext = { traceparent: "00-ab-cd-01", tracestate: "a=b" };
  const externalTransactionHash = "ef".repeat(32);
  const update = {
    ...event.update,
    traceContext,
    externalTransactionHash,
    transaction: { roots: [0, 1], nodes },
  };
  const deduplicationPeriod = { kind: "duration", micros: 30_000_000n } as const;
  const completion = completionAt(1);
  return {
    ...event,
    update,
    completion: { ...completion, traceContext, externalTransactionHash, deduplicationPeriod },
  };
};

const refused = (): JournalEvent => ({
  kind: "commandRejected",
  completion: {
    ...completionAt(4, submissionAt(4), {
      kind: "rejected",
      error: {
        code: "DAML_FAILURE",
        cause: "no",
        context: { $int: "1" },
        resources: [["CONTRACT_ID", "00aa"]],
        category: "invalidState",
        definiteAnswer: true,
        path: "commands[0]",
        layer: "json",
        form: "status",
        expected: "yes",
        lacking: { anyOf: ["CanActAs"], party: "alice" },
      },
    }),
    deduplicationPeriod: { kind: "offset", offset: 1 },
    externalTransactionHash: "01".repeat(32),
  },
});

const historyRecord = (eventId: string, body: CoinHistoryRecord["body"]): CoinHistoryRecord => ({
  eventId,
  updateId: "1220ab",
  date: 1_700_000_000_000_000n,
  synchronizerId: east,
  offset: 1,
  round: 7n,
  body,
});

const records: readonly CoinHistoryRecord[] = [
  historyRecord("a", {
    kind: "transfer",
    sender: {
      party: "alice",
      senderChangeFee: 1n,
      senderChangeAmount: 2n,
      senderFee: 3n,
      holdingFees: 4n,
      inputCoinAmount: 5n,
      inputAppRewardAmount: 6n,
      inputValidatorRewardAmount: 7n,
      inputSvRewardAmount: 8n,
      inputValidatorFaucetAmount: 9n,
    },
    receivers: [{ party: "bob", amount: 1n, receiverFee: 2n }],
    balanceChanges: [
      { party: "bob", changeToInitialAmountAsOfRoundZero: -1n, changeToHoldingFeesRate: 2n },
    ],
    description: "for lunch",
    transferInstructionReceiver: "bob",
    transferInstructionAmount: 1n,
    transferInstructionCid: "00aa",
    transferKind: "preapproval_send",
  }),
  historyRecord("b", { kind: "tap", owner: "alice", amount: 10n ** 12n }),
  historyRecord("c", {
    kind: "abortTransferInstruction",
    transferInstructionCid: "00aa",
    abortKind: "reject",
  }),
];

const [{ packageId, archive = new Uint8Array() } = { packageId: "" }] = createDamlLoader().load(
  assembleDar(counterPackage()),
);
const metadata = { resourceVersion: 1, annotations: new Map([["__proto__", "a"]]) };
const provider = {
  identityProviderId: "provider",
  isDeactivated: false,
  issuer: "https://issuer.example",
  jwksUrl: "https://issuer.example/keys",
  audience: "",
};

/** Journal entries with every kind of event, all optional fields, and every kind of value. */
export const everyEvent: readonly (readonly JournalEvent[])[] = [
  [{ kind: "participantInitialized", participantId: "participant::1220" }, ...connections],
  [
    {
      kind: "synchronizerConnected",
      alias: "east",
      synchronizerId: east,
      connectedAt: 1n,
      parameters: { priority: 1, automaticAssignment: true, assignmentExclusivityMicros: 5n },
    },
    { kind: "packagesAdded", packageIds: [packageId], archives: [{ packageId, archive }] },
    {
      kind: "vettingChanged",
      synchronizerId: east,
      vetting: { serial: 1, packages: new Map([[packageId, { validFrom: 1n, validUntil: 2n }]]) },
    },
  ],
  [
    {
      kind: "partyDetailsChanged",
      details: { party: "alice", isLocal: true, localMetadata: metadata, identityProviderId: "" },
    },
    {
      kind: "userChanged",
      user: {
        id: "alice",
        primaryParty: "alice",
        isDeactivated: false,
        metadata,
        identityProviderId: "provider",
        primaryPartyAuthentication: true,
        rights: new Map([["CanActAs/alice", { kind: "CanActAs", party: "alice" }]]),
      },
    },
    { kind: "userDeleted", userId: "bob" },
    { kind: "identityProviderChanged", config: provider },
    { kind: "identityProviderDeleted", identityProviderId: "other" },
    { kind: "partyProposed", party: "carol" },
    {
      kind: "signingKeysRegistered",
      party: "carol",
      synchronizerId: east,
      signingKeys: {
        keys: [{ fingerprint: "1220aa", spec: "p256", spki: Uint8Array.of(1, 2, 3) }],
        threshold: 1,
      },
    },
  ],
  [everything()],
  [unassignedEvent(2, "moved", contract)],
  [assignedEvent(3, "moved", contract)],
  [refused()],
  [rejectedEvent(5)],
  [
    {
      kind: "topologyChanged",
      update: {
        kind: "topology",
        updateId: "1220cd",
        offset: 6,
        synchronizerId: west,
        recordTime: 6000n,
        events: [
          {
            kind: "changed",
            party: "alice",
            participantId: "participant::1220",
            permission: "submission",
            before: "observation",
          },
        ],
      },
    },
  ],
  [{ kind: "historyRecorded", records }],
  [unassignedEvent(7, "moving", contract)],
  [{ kind: "pruned", upTo: 2 }],
];
