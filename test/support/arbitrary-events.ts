import fc, { type Arbitrary } from "fast-check";

import { createPartySet } from "../../lib/base/model/party-set.ts";
import type { CoinHistoryRecord } from "../../lib/history.ts";
import type { Contract, JournalEvent, Submission } from "../../lib/store.ts";
import {
  assignedEvent,
  committedEvent,
  completionAt,
  contractOf,
  east,
  rejectedEvent,
  unassignedEvent,
  west,
} from "./journal-events.ts";
import { create, exercise, rollback, type Step } from "./transactions.ts";

/** Few ids, so that events concern the same objects; some are names of Object.prototype. */
const ids = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor", "");
const offsets = fc.integer({ min: 1, max: 12 });
const parties = fc.uniqueArray(ids, { minLength: 1, maxLength: 3 }).map(createPartySet);

/** Several contracts may have the same id, which never happens on a ledger. */
const contracts: Arbitrary<Contract> = fc
  .record(
    {
      contractId: ids,
      signatories: parties,
      observers: fc.uniqueArray(ids, { maxLength: 2 }),
      keyHash: ids,
      template: fc.constantFrom("M:A", "M:B", "__proto__:constructor"),
    },
    { requiredKeys: ["contractId", "signatories", "observers", "template"] },
  )
  .map(({ contractId, observers, ...options }) => {
    const others = observers.filter((party) => !options.signatories.includes(party));
    return contractOf(contractId, { ...options, observers: createPartySet(others) });
  });

const { steps } = fc.letrec<{ steps: readonly Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 4, depthIdentifier: "steps" }),
  step: fc.oneof(
    { maxDepth: 3, depthIdentifier: "steps" },
    contracts.map(create),
    contracts.map((contract) => exercise(contract, contract.signatories)),
    fc
      .tuple(contracts, fc.boolean(), tie("steps"))
      .map(([contract, consuming, inner]) =>
        exercise(contract, contract.signatories, { consuming, choice: "Do" }, ...inner),
      ),
    tie("steps").map((inner) => rollback(...inner)),
  ),
}));

const submissions: Arbitrary<Submission> = fc.record({
  userId: ids,
  commandId: ids,
  workflowId: ids,
  submissionId: ids,
  actAs: parties,
});

const metadata = fc.record({
  resourceVersion: fc.nat(),
  annotations: fc.dictionary(ids, ids).map((entries) => new Map(Object.entries(entries))),
});

const historyRecords: Arbitrary<CoinHistoryRecord> = fc.record({
  eventId: ids,
  date: fc.bigInt(),
  synchronizerId: ids,
  offset: offsets,
  body: fc.record({ kind: fc.constantFrom("mint", "tap"), owner: ids, amount: fc.bigInt() }),
});

/** Events of every kind, weighted by their importance to the state. */
export const arbitraryEvent: Arbitrary<JournalEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(offsets, steps, submissions)
      .map(([offset, inner, submission]): JournalEvent => {
        const event = committedEvent(offset, ...inner);
        if (event.kind !== "transactionCommitted") return event;
        const update = { ...event.update, submission };
        return { ...event, update, completion: completionAt(offset, submission) };
      }),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(offsets, ids, fc.array(contracts, { maxLength: 3 }))
      .map(([offset, id, moved]) => unassignedEvent(offset, id, ...moved)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(offsets, ids, fc.array(contracts, { maxLength: 3 }))
      .map(([offset, id, moved]) => assignedEvent(offset, id, ...moved)),
  },
  fc.tuple(offsets, submissions).map(([offset, submission]) => rejectedEvent(offset, submission)),
  fc
    .tuple(ids, fc.constantFrom(east, west, "__proto__"), ids)
    .map(([party, synchronizerId, fingerprint]): JournalEvent => {
      const key = { fingerprint, spec: "ed25519", spki: new Uint8Array(44) } as const;
      const signingKeys = { keys: [key], threshold: 1 };
      return { kind: "signingKeysRegistered", party, synchronizerId, signingKeys };
    }),
  ids.map((party): JournalEvent => ({ kind: "partyProposed", party })),
  offsets.map((upTo): JournalEvent => ({ kind: "pruned", upTo })),
  ids.map((participantId): JournalEvent => ({ kind: "participantInitialized", participantId })),
  fc
    .tuple(ids, fc.constantFrom(east, west, "__proto__"))
    .map(([alias, synchronizerId]): JournalEvent => {
      return { kind: "synchronizerConnected", alias, synchronizerId };
    }),
  fc
    .record({
      party: ids,
      isLocal: fc.boolean(),
      localMetadata: metadata,
      identityProviderId: ids,
    })
    .map((details): JournalEvent => ({ kind: "partyDetailsChanged", details })),
  fc
    .record({
      id: ids,
      primaryParty: ids,
      isDeactivated: fc.boolean(),
      metadata,
      identityProviderId: ids,
      primaryPartyAuthentication: fc.boolean(),
      rights: fc.constant(new Map()),
    })
    .map((user): JournalEvent => ({ kind: "userChanged", user })),
  ids.map((userId): JournalEvent => ({ kind: "userDeleted", userId })),
  fc
    .record({
      identityProviderId: ids,
      isDeactivated: fc.boolean(),
      issuer: ids,
      jwksUrl: ids,
      audience: ids,
    })
    .map((config): JournalEvent => ({ kind: "identityProviderChanged", config })),
  ids.map((identityProviderId): JournalEvent => {
    return { kind: "identityProviderDeleted", identityProviderId };
  }),
  fc.tuple(ids, ids).map(([synchronizerId, packageId]): JournalEvent => {
    const vetting = { serial: 1, packages: new Map([[packageId, {}]]) };
    return { kind: "vettingChanged", synchronizerId, vetting };
  }),
  fc
    .tuple(offsets, ids, ids, fc.constantFrom("added", "changed", "revoked", "onboarding"))
    .map(([offset, party, participantId, kind]): JournalEvent => {
      const event = { kind, party, participantId, permission: "submission" } as const;
      const { synchronizerId, recordTime } = completionAt(offset);
      const common = { offset, synchronizerId, recordTime, updateId: party };
      const update = { kind: "topology", ...common, events: [event] } as const;
      return { kind: "topologyChanged", update };
    }),
  fc.array(ids).map((packageIds): JournalEvent => ({ kind: "packagesAdded", packageIds })),
  fc
    .array(historyRecords, { maxLength: 3 })
    .map((records): JournalEvent => ({ kind: "historyRecorded", records })),
);

/** The events of a ledger, in an order that need not make sense. */
export const arbitraryEvents = fc.array(arbitraryEvent, { maxLength: 25 });
