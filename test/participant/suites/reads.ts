import { expect } from "chai";

import {
  type CaseLedger,
  type Committed,
  createdIn,
  eventFormatFor,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  type Update,
  withBlobs,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, Joint, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Holding, Iou } from "../../support/iou-package.ts";

const activeContracts = "/v2/state/active-contracts";

const snapshot = (api: CaseLedger, parties: readonly string[], more: Fields = {}) => ({
  activeAtOffset: api.end,
  eventFormat: eventFormatFor(parties),
  ...more,
});

const idsOf = (contracts: readonly { readonly contractId: string }[]) =>
  contracts.map(({ contractId }) => contractId);

const consume = (contractId: string) => exercise(Note.reference, contractId, "Consume");

const iouOf = (issuer: string, owner: string) =>
  Iou.create({ issuer, owner, amount: "1.0", watchers: [] });

const interfaceOnly = {
  cumulative: [
    {
      identifierFilter: {
        InterfaceFilter: {
          value: {
            interfaceId: Holding.reference,
            includeInterfaceView: true,
            includeCreatedEventBlob: false,
          },
        },
      },
    },
  ],
};

export const activeContractsService: Suite = {
  name: "ActiveContractsServiceIT",
  cases: {
    ACSemptyResponse: async (api) => {
      const alice = await api.party("alice");
      expect(await api.activeContracts([alice])).to.deep.equal([]);
    },
    ACSallContracts: async (api) => {
      const alice = await api.party("alice");
      const ids = [await api.create(alice, noteOf(alice)), await api.create(alice, noteOf(alice))];
      const found = await api.activeContracts([alice]);
      expect(idsOf(found)).to.deep.equal(ids);
      expect(found[0]).to.deep.include({
        createArgument: { owner: alice, readers: [], text: "" },
        signatories: [alice],
        observers: [],
        packageName: "models",
      });
    },
    ACSfilterContracts: async (api) => {
      const alice = await api.party("alice");
      await api.create(alice, noteOf(alice));
      const joint = await api.create(alice, Joint.create({ owners: [alice] }));
      const found = await api.activeContracts([alice], templateOnly(Joint.reference));
      expect(idsOf(found)).to.deep.equal([joint]);
    },
    ACSarchivedContracts: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      await api.submit(alice, consume(contractId));
      expect(await api.activeContracts([alice])).to.deep.equal([]);
    },
    ACSusableOffset: async (api) => {
      const alice = await api.party("alice");
      await api.create(alice, noteOf(alice));
      const { end } = api;
      const [old] = await api.activeContracts([alice]);
      const next = await api.create(alice, noteOf(alice));
      const includeTransactions = formatFor([alice], "TRANSACTION_SHAPE_ACS_DELTA");
      const since = await api.updates({ includeTransactions }, { beginExclusive: end });
      const created = since.map(({ update }) => createdIn(committedIn(update)).contractId);
      expect(created).to.deep.equal([next]);
      expect(old?.contractId).to.not.equal(next);
    },
    ACSmultiParty: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const [his, hers] = [
        await api.create(alice, noteOf(alice)),
        await api.create(bob, noteOf(bob)),
      ];
      expect(idsOf(await api.activeContracts([alice]))).to.deep.equal([his]);
      expect(idsOf(await api.activeContracts([bob]))).to.deep.equal([hers]);
      expect(idsOf(await api.activeContracts([alice, bob]))).to.deep.equal([his, hers]);
    },
    ACSEventOffset: async (api) => {
      const alice = await api.party("alice");
      const { offset } = await api.submit(alice, noteOf(alice));
      expect((await api.activeContracts([alice]))[0]).to.include({ offset });
    },
    ACSnoWitnessedContracts: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const iou = await api.create(alice, iouOf(alice, bob));
      await api.submit(bob, exercise(Iou.reference, iou, "Transfer", { newOwner: alice }));
      expect(await api.activeContracts([bob])).to.deep.equal([]);
    },
    ACSnoSignatoryObservers: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await api.create(alice, noteOf(alice, [alice, bob]));
      const [note] = await api.activeContracts([alice]);
      expect(note).to.deep.include({ signatories: [alice], observers: [bob] });
    },
    ACFilterWitnesses: async (api) => {
      const [alice, bob, carol] = await api.parties("alice", "bob", "carol");
      await api.create(alice, noteOf(alice, [bob, carol]));
      const [note] = await api.activeContracts([bob, alice]);
      expect(note?.witnessParties).to.have.members([alice, bob]);
    },
    ACSFilterCombinations: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const note = await api.create(alice, noteOf(alice));
      const iou = await api.create(alice, iouOf(alice, bob));
      const joint = await api.create(alice, Joint.create({ owners: [alice] }));
      const both = {
        cumulative: [
          ...interfaceOnly.cumulative,
          ...(templateOnly(Note.reference)["cumulative"] as never[]),
        ],
      };
      expect(idsOf(await api.activeContracts([alice], both))).to.deep.equal([note, iou]);
      const eventFormat = {
        filtersByParty: { [alice]: templateOnly(Joint.reference), [bob]: interfaceOnly },
        verbose: false,
      };
      const items = await api.post<readonly Fields[]>(
        activeContracts,
        snapshot(api, [], { eventFormat }),
      );
      expect(JSON.stringify(items)).to.include(iou).and.include(joint).and.not.include(note);
    },
    ActiveAtOffsetInfluencesAcs: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { end } = api;
      await api.submit(alice, consume(contractId));
      const then = await api.post<readonly unknown[]>(
        activeContracts,
        snapshot(api, [alice], { activeAtOffset: end }),
      );
      expect(then).to.have.length(1);
      expect(await api.activeContracts([alice])).to.deep.equal([]);
    },
    AcsAtPruningOffsetIsAllowed: async (api) => {
      const { alice, pruned } = await prunedNotes(api);
      const body = snapshot(api, [alice], { activeAtOffset: pruned });
      expect(await api.post<readonly unknown[]>(activeContracts, body)).to.have.length(3);
    },
    AcsBeforePruningOffsetIsDisallowed: async (api) => {
      const { alice, pruned } = await prunedNotes(api);
      const body = snapshot(api, [alice], { activeAtOffset: pruned - 1 });
      await api.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", activeContracts, body]);
    },
    ActiveAtOffsetInvalidInput: async (api) => {
      const alice = await api.party("alice");
      const body = snapshot(api, [alice], { activeAtOffset: -1 });
      await api.refused(400, "NEGATIVE_OFFSET", ["POST", activeContracts, body]);
    },
    ActiveAtOffsetAfterLedgerEnd: async (api) => {
      const alice = await api.party("alice");
      const body = snapshot(api, [alice], { activeAtOffset: api.end + 1 });
      await api.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", activeContracts, body]);
    },
    AcsInvalidContinuationToken: async (api) => {
      const alice = await api.party("alice");
      const body = snapshot(api, [alice], { streamContinuationToken: "AAAA" });
      await api.refused(400, "INVALID_FIELD", ["POST", activeContracts, body]);
    },
    ACSMultipleContracts: async (api) => {
      const alice = await api.party("alice");
      const { events } = await api.submit(
        alice,
        Array.from({ length: 50 }, () => noteOf(alice)),
      );
      const created = events.flatMap(({ CreatedEvent }) => CreatedEvent ?? []);
      expect(idsOf(await api.activeContracts([alice]))).to.have.members(idsOf(created));
    },
  },
};

const committedIn = ({ Transaction }: Update["update"]): Committed =>
  Transaction?.value ?? expect.fail("it is no transaction");

const prunedNotes = async (api: CaseLedger) => {
  const alice = await api.party("alice");
  for (let times = 0; times < 3; times++) await api.create(alice, noteOf(alice));
  const pruned = api.end;
  await api.create(alice, noteOf(alice));
  await api.ledger.prune(pruned);
  return { alice, pruned };
};

type Way = "Id" | "Offset";
type Shape = "LedgerEffects" | "AcsDelta";

const shapes = {
  LedgerEffects: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  AcsDelta: "TRANSACTION_SHAPE_ACS_DELTA",
} as const;

interface LookedFor {
  readonly way: Way;
  readonly shape: Shape;
}

/** Returns the request for an update by its id or its offset: method, path and body. */
const lookUp = (
  { way, shape }: LookedFor,
  of: { readonly updateId: string; readonly offset: number },
  parties: readonly string[],
  filters: Fields = {},
) => {
  const updateFormat = { includeTransactions: formatFor(parties, shapes[shape], filters) };
  return way === "Id"
    ? (["POST", "/v2/updates/update-by-id", { updateId: of.updateId, updateFormat }] as const)
    : (["POST", "/v2/updates/update-by-offset", { offset: of.offset, updateFormat }] as const);
};

const found = async (
  api: CaseLedger,
  of: { readonly updateId: string; readonly offset: number },
  request: readonly [LookedFor, readonly string[]],
) => {
  const [looked, parties] = request;
  const [, path, body] = lookUp(looked, of, parties);
  return committedIn((await api.post<Update>(path, body)).update);
};

const unknownUpdate = { updateId: `1220${"ab".repeat(32)}`, offset: 100 };

const lookUps = (
  looked: LookedFor,
): Readonly<Record<"basic" | "otherParty" | "otherTemplate" | "unknown", Case>> => ({
  basic: async (api) => {
    const alice = await api.party("alice");
    const committed = await api.submit(alice, noteOf(alice));
    const again = await found(api, committed, [looked, [alice]]);
    expect(again).to.include({ updateId: committed.updateId, offset: committed.offset });
    expect(createdIn(again).createArgument).to.deep.equal({ owner: alice, readers: [], text: "" });
  },
  otherParty: async (api) => {
    const [alice, bob] = await api.parties("alice", "bob");
    const committed = await api.submit(alice, noteOf(alice));
    await api.refused(404, "UPDATE_NOT_FOUND", lookUp(looked, committed, [bob]));
  },
  otherTemplate: async (api) => {
    const alice = await api.party("alice");
    const committed = await api.submit(alice, noteOf(alice));
    const request = lookUp(looked, committed, [alice], templateOnly(Joint.reference));
    await api.refused(404, "UPDATE_NOT_FOUND", request);
  },
  unknown: async (api) => {
    const alice = await api.party("alice");
    await api.refused(404, "UPDATE_NOT_FOUND", lookUp(looked, unknownUpdate, [alice]));
  },
});

const effectsById = lookUps({ way: "Id", shape: "LedgerEffects" });
const deltaById = lookUps({ way: "Id", shape: "AcsDelta" });
const effectsByOffset = lookUps({ way: "Offset", shape: "LedgerEffects" });
const deltaByOffset = lookUps({ way: "Offset", shape: "AcsDelta" });

/**
 * Returns a case: a transaction that does not change the set of active contracts is not found in
 * the shape ACS delta, but is found in the shape ledger effects.
 */
const nothingLasts =
  (way: Way, commandsOf: (alice: string, contractId: string) => object): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const contractId = await api.create(alice, noteOf(alice));
    const committed = await api.submit(alice, commandsOf(alice, contractId));
    await api.refused(
      404,
      "UPDATE_NOT_FOUND",
      lookUp({ way, shape: "AcsDelta" }, committed, [alice]),
    );
    const effects = await found(api, committed, [{ way, shape: "LedgerEffects" }, [alice]]);
    expect(kindsIn(effects)).to.include("ExercisedEvent");
  };

const transient = (owner: string) => ({
  CreateAndExerciseCommand: {
    templateId: Note.reference,
    createArguments: { owner, readers: [], text: "" },
    choice: "Consume",
    choiceArgument: {},
  },
});

const keep = (_: string, contractId: string) => exercise(Note.reference, contractId, "Keep");

const topologyFormat = (parties: readonly string[]) => ({
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
});

const topologyOf = (api: CaseLedger, parties: readonly string[]) =>
  api.post<Update>("/v2/updates/update-by-offset", {
    offset: api.end,
    updateFormat: topologyFormat(parties),
  });

const invisibleTopology =
  (request: (api: CaseLedger, bob: string) => Fields & { readonly by: string }): Case =>
  async (api) => {
    const [bob] = await api.parties("bob", "alice");
    const { by, ...body } = request(api, bob);
    await api.refused(404, "UPDATE_NOT_FOUND", [
      "POST",
      `/v2/updates/update-by-${by}`,
      { ...body, updateFormat: topologyFormat([bob]) },
    ]);
  };

export const updateQueries: Suite = {
  name: "UpdateServiceQueryIT",
  cases: {
    TXTransactionByIdLedgerEffectsBasic: effectsById.basic,
    TXLedgerEffectsInvisibleUpdateByIdOtherParty: effectsById.otherParty,
    TXLedgerEffectsInvisibleUpdateByIdOtherTemplate: effectsById.otherTemplate,
    TXLedgerEffectsUpdateByIdNotFound: effectsById.unknown,
    TXAcsDeltaUpdateByIdBasic: deltaById.basic,
    TXAcsDeltaUpdateByIdCreateArgumentsNonEmpty: deltaById.basic,
    TXAcsDeltaInvisibleUpdateByIdOtherParty: deltaById.otherParty,
    TXAcsDeltaInvisibleUpdateByIdOtherTemplate: deltaById.otherTemplate,
    TXAcsDeltaUpdateByIdNotFound: deltaById.unknown,
    TXLedgerEffectsUpdateByOffsetBasic: effectsByOffset.basic,
    TXLegerEffectsInvisibleUpdateByOffsetOtherParty: effectsByOffset.otherParty,
    TXLegerEffectsInvisibleUpdateByOffsetOtherTemplate: effectsByOffset.otherTemplate,
    TXLegerEffectsUpdateByOffsetNotFound: effectsByOffset.unknown,
    TXAcsDeltaUpdateByOffsetBasic: deltaByOffset.basic,
    TXAcsDeltaUpdateByOffsetCreateArgumentsNonEmpty: deltaByOffset.basic,
    TXAcsDeltaInvisibleUpdateByOffsetOtherParty: deltaByOffset.otherParty,
    TXAcsDeltaInvisibleUpdateByOffsetOtherTemplate: deltaByOffset.otherTemplate,
    TXAcsDeltaUpdateByOffsetNotFound: deltaByOffset.unknown,
    TXUpdateByIdTransientContract: nothingLasts("Id", transient),
    TXUpdateByOffsetTransientContract: nothingLasts("Offset", transient),
    TXUpdateByIdNonConsumingChoice: nothingLasts("Id", keep),
    TXUpdateByOffsetNonConsumingChoice: nothingLasts("Offset", keep),
    TopologyTXByOffsetBasic: async (api) => {
      const alice = await api.party("alice");
      const { update } = await topologyOf(api, [alice]);
      expect(update.TopologyTransaction?.value).to.include({ offset: api.end });
    },
    TopologyTXPartyWildcard: async (api) => {
      await api.party("alice");
      const { update } = await topologyOf(api, []);
      expect(JSON.stringify(update)).to.include("ParticipantAuthorizationAdded");
    },
    TopologyTXInvisibleByIdOtherParty: async (api) => {
      const bob = await api.party("bob");
      const { update } = await topologyOf(api, [bob]);
      const [carol] = await api.parties("carol");
      await api.refused(404, "UPDATE_NOT_FOUND", [
        "POST",
        "/v2/updates/update-by-id",
        {
          updateId: update.TopologyTransaction?.value["updateId"],
          updateFormat: topologyFormat([carol]),
        },
      ]);
    },
    TopologyTXInvisibleById: invisibleTopology(() => ({
      by: "id",
      updateId: unknownUpdate.updateId,
    })),
    TopologyTXInvisibleByOffsetOtherParty: invisibleTopology(({ end }) => ({
      by: "offset",
      offset: end,
    })),
    TopologyTXInvisibleByOffset: invisibleTopology(() => ({ by: "offset", offset: 100 })),
  },
};

const eventsOf = (contractId: string, parties: readonly string[], filters: Fields = {}) =>
  [
    "POST",
    "/v2/events/events-by-contract-id",
    { contractId, eventFormat: eventFormatFor(parties, filters) },
  ] as const;

const eventsFound = async (api: CaseLedger, ...of: Parameters<typeof eventsOf>) => {
  const [, path, body] = eventsOf(...of);
  return api.post<{ readonly created: unknown; readonly archived: unknown }>(path, body);
};

export const eventQueries: Suite = {
  name: "EventQueryServiceIT",
  cases: {
    TXEventsByContractIdBasic: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { created, archived } = await eventsFound(api, contractId, [alice]);
      expect(JSON.stringify(created)).to.include(contractId);
      expect(archived ?? null).to.equal(null);
    },
    TXEventsByContractIdConsumed: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      await api.submit(alice, consume(contractId));
      const { archived } = await eventsFound(api, contractId, [alice]);
      expect(JSON.stringify(archived)).to.include(contractId);
    },
    TXEventsByContractIdNotExistent: async (api) => {
      const alice = await api.party("alice");
      const nothing = eventsOf("00".repeat(33), [alice]);
      await api.refused(404, "CONTRACT_EVENTS_NOT_FOUND", nothing);
    },
    TXEventsByContractIdNotVisible: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, noteOf(alice));
      await api.refused(404, "CONTRACT_EVENTS_NOT_FOUND", eventsOf(contractId, [bob]));
    },
    TXEventsByContractIdFilterCombinations: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      await eventsFound(api, contractId, [alice], templateOnly(Note.reference));
      const other = eventsOf(contractId, [alice], templateOnly(Joint.reference));
      await api.refused(404, "CONTRACT_EVENTS_NOT_FOUND", other);
    },
    TXEventsByContractIdTransient: async (api) => {
      const alice = await api.party("alice");
      const { events } = await api.submit(alice, transient(alice));
      const { contractId } = createdIn({ events });
      const { created, archived } = await eventsFound(api, contractId, [alice]);
      expect([JSON.stringify(created), JSON.stringify(archived)].join()).to.include(contractId);
    },
  },
};

const contractById = (contractId: string, queryingParties: readonly string[]) =>
  ["POST", "/v2/contracts/contract-by-id", { contractId, queryingParties }] as const;

export const contractService: Suite = {
  name: "ContractServiceIT",
  options: { precedence: "participant" },
  cases: {
    CSNotFound: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, noteOf(alice));
      await api.refused(404, "CONTRACT_PAYLOAD_NOT_FOUND", contractById(contractId, [bob]));
    },
    CSanyParty: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const [, path, body] = contractById(contractId, []);
      const { createdEvent } = await api.post<{ readonly createdEvent: Fields }>(path, body);
      expect(createdEvent["createdEventBlob"]).to.be.a("string").and.not.equal("");
    },
    CSforParty: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const [note] = await api.activeContracts([alice], withBlobs);
      const [, path, body] = contractById(contractId, [alice]);
      const { createdEvent } = await api.post<{ readonly createdEvent: Fields }>(path, body);
      expect(createdEvent).to.include({ contractId, createdEventBlob: note?.createdEventBlob });
    },
  },
};

/** Creates a note of alice that bob reads. Returns the command id that each of them sees, in a shape. */
const commandIdsSeen = async (api: CaseLedger, shape: Shape) => {
  const [alice, bob] = await api.parties("alice", "bob");
  const { commandId, offset } = await api.submit(alice, noteOf(alice, [bob]));
  const seenBy = async (party: string) => {
    const includeTransactions = formatFor([party], shapes[shape]);
    const [update] = await api.updates({ includeTransactions }, { beginExclusive: offset - 1 });
    return committedIn(update?.update ?? {}).commandId;
  };
  return { commandId, alice: await seenBy(alice), bob: await seenBy(bob) };
};

const hidesCommandId =
  (shape: Shape): Case =>
  async (api) => {
    expect((await commandIdsSeen(api, shape)).bob).to.equal("");
  };

const showsCommandId =
  (shape: Shape): Case =>
  async (api) => {
    const { commandId, alice } = await commandIdsSeen(api, shape);
    expect(alice).to.equal(commandId).and.not.equal("");
  };

const witnessesIn =
  (shape: Shape): Case =>
  async (api) => {
    const [alice, bob, carol] = await api.parties("alice", "bob", "carol");
    const { offset } = await api.submit(alice, noteOf(alice, [bob, carol]));
    const includeTransactions = formatFor([bob, carol], shapes[shape]);
    const [update] = await api.updates({ includeTransactions }, { beginExclusive: offset - 1 });
    const { witnessParties } = createdIn(committedIn(update?.update ?? {}));
    expect(witnessParties).to.have.members([bob, carol]);
  };

export const visibility: Suite = {
  name: "TransactionServiceVisibilityIT",
  cases: {
    TXLedgerEffectsHideCommandIdToNonSubmittingStakeholders: hidesCommandId("LedgerEffects"),
    TXHideCommandIdToNonSubmittingStakeholders: hidesCommandId("AcsDelta"),
    TXLedgerEffectsHideCommandIdToNonSubmittingSameParticipantStakeholders:
      hidesCommandId("LedgerEffects"),
    TXAcsDeltaHideCommandIdToNonSubmittingSameParticipantStakeholders: hidesCommandId("AcsDelta"),
    TXLedgerEffectsShowCommandIdToSubmittingStakeholders: showsCommandId("LedgerEffects"),
    TXAcsDeltaShowCommandIdToSubmittingStakeholders: showsCommandId("AcsDelta"),
    TXRequestingPartiesWitnessVisibility: witnessesIn("AcsDelta"),
    TXLedgerEffectsRequestingPartiesWitnessVisibility: witnessesIn("LedgerEffects"),
    TXNotDivulge: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await api.submit(alice, noteOf(alice));
      const includeTransactions = formatFor([bob], shapes.LedgerEffects);
      expect(await api.updates({ includeTransactions })).to.deep.equal([]);
    },
    TXDiscloseCreateToObservers: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, noteOf(alice, [bob]));
      expect(idsOf(await api.activeContracts([bob]))).to.deep.equal([contractId]);
    },
    TXTreeLastDescendant: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const deep = exercise(Note.reference, contractId, "Deep", { levels: "3" });
      const { events } = await api.submit(alice, deep);
      const last = events.map(({ ExercisedEvent }) => ExercisedEvent?.["lastDescendantNodeId"]);
      expect(last).to.deep.equal([3, 3, 3, 3]);
    },
    TXFlatTransactionsVisibility: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const iou = await api.create(alice, iouOf(alice, bob));
      const { offset } = await api.submit(
        bob,
        exercise(Iou.reference, iou, "Transfer", { newOwner: alice }),
      );
      const seenBy = async (party: string, shape: Shape) => {
        const includeTransactions = formatFor([party], shapes[shape]);
        const [update] = await api.updates({ includeTransactions }, { beginExclusive: offset - 1 });
        return kindsIn(committedIn(update?.update ?? {}));
      };
      expect(await seenBy(alice, "AcsDelta")).to.deep.equal(["ArchivedEvent", "CreatedEvent"]);
      expect(await seenBy(bob, "AcsDelta")).to.deep.equal(["ArchivedEvent"]);
      expect(await seenBy(bob, "LedgerEffects")).to.deep.equal(["ExercisedEvent", "CreatedEvent"]);
    },
  },
};
