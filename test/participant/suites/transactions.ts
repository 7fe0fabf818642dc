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
import { exercise, Joint, Note, noteOf, valuesJson } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Holding, Iou } from "../../support/iou-package.ts";

const wait = "/v2/commands/submit-and-wait";
const delta = "TRANSACTION_SHAPE_ACS_DELTA";
const effects = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
type Shape = typeof delta | typeof effects;

const transactions = (updates: readonly Update[]): readonly Committed[] =>
  updates.flatMap(({ update }) => update.Transaction?.value ?? []);

const seenBy = async (
  api: CaseLedger,
  parties: readonly string[],
  shape: Shape,
  more: Fields = {},
) => transactions(await api.updates({ includeTransactions: formatFor(parties, shape) }, more));

/** Creates notes of alice: one is archived, and one can be read by bob. */
const history = async (api: CaseLedger) => {
  const [alice, bob] = await api.parties("alice", "bob");
  const begin = api.end;
  const first = await api.create(alice, noteOf(alice));
  await api.create(alice, noteOf(alice, [bob]));
  const middle = api.end;
  await api.submit(alice, exercise(Note.reference, first, "Copy"));
  await api.submit(alice, exercise(Note.reference, first, "Keep")).catch(() => undefined);
  api.refusals.length = 0;
  return { alice, bob, begin, middle };
};

const idsOf = (of: readonly Committed[]) => of.map(({ updateId }) => updateId);

const inTwoParts = (shape: Shape) => async (api: CaseLedger) => {
  const { alice, middle } = await history(api);
  const all = await seenBy(api, [alice], shape);
  const parts = [
    ...(await seenBy(api, [alice], shape, { endInclusive: middle })),
    ...(await seenBy(api, [alice], shape, { beginExclusive: middle })),
  ];
  expect(parts).to.deep.equal(all);
};

const sameByLookUp =
  (shape: Shape): Case =>
  async (api) => {
    const { alice } = await history(api);
    for (const transaction of await seenBy(api, [alice], shape)) {
      const { update } = await api.post<Update>("/v2/updates/update-by-id", {
        updateId: transaction.updateId,
        updateFormat: { includeTransactions: formatFor([alice], shape) },
      });
      expect(update.Transaction?.value).to.deep.equal(transaction);
    }
  };

const nodesOf = ({ events, offset }: Committed) => {
  const parts = events.flatMap((event) => Object.values(event) as readonly Fields[]);
  for (const part of parts) expect(part["offset"]).to.equal(offset);
  return parts.map((part) => Number(part["nodeId"]));
};

const numbered =
  (shape: Shape): Case =>
  async (api) => {
    const { alice } = await history(api);
    for (const transaction of await seenBy(api, [alice], shape)) {
      const nodes = nodesOf(transaction);
      expect(nodes).to.deep.equal(nodes.toSorted((left, right) => left - right));
      expect(new Set(nodes).size).to.equal(nodes.length);
    }
  };

const inOrder =
  (partiesOf: (alice: string, bob: string) => readonly string[]): Case =>
  async (api) => {
    const { alice, bob } = await history(api);
    const living = new Set<unknown>();
    for (const { events } of await seenBy(api, partiesOf(alice, bob), delta)) {
      for (const { CreatedEvent, ArchivedEvent } of events) {
        if (CreatedEvent !== undefined) living.add(CreatedEvent.contractId);
        if (ArchivedEvent !== undefined) {
          expect(living.delete(ArchivedEvent["contractId"])).to.equal(true);
        }
      }
    }
    expect(living.size).to.be.greaterThan(0);
  };

export const correctness: Suite = {
  name: "TransactionServiceCorrectnessIT",
  cases: {
    TXProcessInTwoChunks: inTwoParts(delta),
    TXParallel: async (api) => {
      const { alice } = await history(api);
      const all = await Promise.all(Array.from({ length: 5 }, () => seenBy(api, [alice], effects)));
      for (const one of all) expect(one).to.deep.equal(all[0]);
    },
    TXSingleMultiSameBasic: async (api) => {
      const { alice, bob } = await history(api);
      const [carol] = await api.parties("carol");
      expect(idsOf(await seenBy(api, [alice, carol], delta))).to.deep.equal(
        idsOf(await seenBy(api, [alice], delta)),
      );
      expect(idsOf(await seenBy(api, [alice, bob], delta))).to.deep.equal(
        idsOf(await seenBy(api, [alice], delta)),
      );
    },
    TXSingleMultiSameLedgerEffectsBasic: async (api) => {
      const { alice } = await history(api);
      const includeTransactions = {
        eventFormat: { filtersByParty: {}, filtersForAnyParty: {}, verbose: false },
        transactionShape: effects,
      };
      const anybody = transactions(await api.updates({ includeTransactions }));
      expect(idsOf(await seenBy(api, [alice], effects))).to.deep.equal(idsOf(anybody));
    },
    TXSingleMultiSameStakeholders: async (api) => {
      const { bob, begin } = await history(api);
      const [shared] = await seenBy(api, [bob], delta, { beginExclusive: begin });
      expect(createdIn(shared ?? expect.fail("nothing is shared")).observers).to.deep.equal([bob]);
    },
    TXSingleMultiSameLedgerEffectsStakeholders: async (api) => {
      const { bob } = await history(api);
      expect(idsOf(await seenBy(api, [bob], effects))).to.deep.equal(
        idsOf(await seenBy(api, [bob], delta)),
      );
    },
    TXExposesPaidTrafficCost: async (api) => {
      const { alice } = await history(api);
      const [transaction] = await seenBy(api, [alice], delta);
      expect(transaction?.["paidTrafficCost"]).to.equal(0);
    },
    TXTransactionByIdLedgerEffectsSameAsTransactionStream: sameByLookUp(effects),
    TXTransactionByIdAcsDeltaSameAsTransactionStream: sameByLookUp(delta),
    TXAcsDeltaTransactionEvents: numbered(delta),
    TXTransactionLedgerEffectsEvents: numbered(effects),
    TXAcsDeltaSubsetOfLedgerEffects: async (api) => {
      const { alice } = await history(api);
      const all = await seenBy(api, [alice], effects);
      for (const { updateId, events } of await seenBy(api, [alice], delta)) {
        const whole = all.find((each) => each.updateId === updateId);
        const nodes = nodesOf(whole ?? expect.fail("it is not among them"));
        const kept = events.flatMap((event) => Object.values(event) as readonly Fields[]);
        expect(nodes).to.include.members(kept.map(({ nodeId }) => nodeId));
      }
    },
    TXAcsDeltaWitnessesSubsetOfLedgerEffects: async (api) => {
      const { alice, bob } = await history(api);
      const witnesses = async (shape: Shape) =>
        (await seenBy(api, [alice, bob], shape)).flatMap(({ events }) =>
          events.flatMap((event) =>
            (Object.values(event) as readonly Fields[]).flatMap(
              ({ witnessParties }) => witnessParties as readonly string[],
            ),
          ),
        );
      expect(await witnesses(effects)).to.include.members(await witnesses(delta));
    },
    TXSingleSubscriptionInOrder: inOrder((alice) => [alice]),
    TXMultiSubscriptionInOrder: inOrder((alice, bob) => [alice, bob]),
  },
};

const transient = (owner: string, readers: readonly string[] = []) => ({
  CreateAndExerciseCommand: {
    templateId: Note.reference,
    createArguments: { owner, readers, text: "" },
    choice: "Consume",
    choiceArgument: {},
  },
});

export const stakeholders: Suite = {
  name: "TransactionServiceStakeholdersIT",
  cases: {
    TXStakeholders: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const created = createdIn(await api.submit(alice, noteOf(alice, [bob])));
      expect(created).to.deep.include({ signatories: [alice], observers: [bob] });
    },
    TXnoSignatoryObservers: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const created = createdIn(await api.submit(alice, noteOf(alice, [alice, bob])));
      expect(created).to.deep.include({ signatories: [alice], observers: [bob] });
    },
    TXTransientObservableSubmitter: async (api) => {
      const alice = await api.party("alice");
      await api.submit(alice, transient(alice));
      expect(await seenBy(api, [alice], delta)).to.deep.equal([]);
    },
    TXTransientNotObservableNoSubmitters: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await api.submit(alice, transient(alice, [bob]));
      expect(await seenBy(api, [bob], delta)).to.deep.equal([]);
    },
    TXTransientSubmitAndWaitForTransaction: async (api) => {
      const alice = await api.party("alice");
      const { transaction } = await api.post<{ readonly transaction: Committed }>(
        "/v2/commands/submit-and-wait-for-transaction",
        { commands: api.commands(alice, transient(alice)) },
      );
      expect(transaction.events).to.deep.equal([]);
    },
  },
};

const byId = "/v2/updates/update-by-id";
const byOffset = "/v2/updates/update-by-offset";

export const validation: Suite = {
  name: "TransactionServiceValidationIT",
  cases: {
    TXRejectEmptyFilter: async (api) => {
      await api.party("alice");
      const eventFormat = { filtersByParty: {}, verbose: false };
      const includeTransactions = { eventFormat, transactionShape: delta };
      const body = {
        beginExclusive: 0,
        endInclusive: api.end,
        updateFormat: { includeTransactions },
      };
      await api.refused(400, "INVALID_ARGUMENT", ["POST", "/v2/updates", body]);
    },
    TXRejectBeginAfterEnd: async (api) => {
      const alice = await api.party("alice");
      await api.create(alice, noteOf(alice));
      const updateFormat = { includeTransactions: formatFor([alice], delta) };
      const body = { beginExclusive: api.end, endInclusive: api.end - 1, updateFormat };
      await api.refused(400, "OFFSET_OUT_OF_RANGE", ["POST", "/v2/updates", body]);
    },
    TXUpdateByIdWithoutParty: (api) =>
      api.refused(400, "MISSING_FIELD", ["POST", byId, { updateId: `1220${"ab".repeat(32)}` }]),
    TXUpdateByOffsetWithoutParty: (api) =>
      api.refused(400, "MISSING_FIELD", ["POST", byOffset, { offset: 1 }]),
    TXTransactionByOffsetInvalid: async (api) => {
      const alice = await api.party("alice");
      const updateFormat = { includeTransactions: formatFor([alice], delta) };
      for (const offset of [0, -1]) {
        await api.refused(400, "NON_POSITIVE_OFFSET", ["POST", byOffset, { offset, updateFormat }]);
      }
    },
  },
};

const interfaceFilter = (includeCreatedEventBlob: boolean) => ({
  identifierFilter: {
    InterfaceFilter: {
      value: {
        interfaceId: Holding.reference,
        includeInterfaceView: true,
        includeCreatedEventBlob,
      },
    },
  },
});

const templateFilter = (includeCreatedEventBlob: boolean) => ({
  identifierFilter: {
    TemplateFilter: { value: { templateId: Iou.reference, includeCreatedEventBlob } },
  },
});

const iouOf = (issuer: string, owner: string) =>
  Iou.create({ issuer, owner, amount: "1.0", watchers: [] });

/** Returns a case: expects whether the filters return a view and a blob. */
const giving =
  (filters: readonly object[], expected: readonly [view: boolean, blob: boolean]): Case =>
  async (api) => {
    const [alice, bob] = await api.parties("alice", "bob");
    await api.create(alice, iouOf(alice, bob));
    const [iou] = await api.activeContracts([alice], { cumulative: filters });
    const views = iou?.["interfaceViews"] as readonly unknown[] | undefined;
    expect([(views ?? []).length > 0, iou?.createdEventBlob !== ""]).to.deep.equal(expected);
  };

const wildcardArguments =
  (shape: Shape): Case =>
  async (api) => {
    const alice = await api.party("alice");
    await api.create(alice, noteOf(alice));
    const [transaction] = await seenBy(api, [alice], shape);
    const { createArgument } = createdIn(transaction ?? expect.fail("there is none"));
    expect(createArgument).to.deep.equal({ owner: alice, readers: [], text: "" });
  };

export const filters: Suite = {
  name: "TransactionServiceFiltersIT",
  cases: {
    TSFInterfaceTemplatePlainFilters: giving(
      [interfaceFilter(false), templateFilter(false)],
      [true, false],
    ),
    TSFInterfaceTemplateFiltersWithEventBlobs: giving(
      [interfaceFilter(false), templateFilter(true)],
      [true, true],
    ),
    TSFInterfaceWithEventBlobsTemplatePlainFilters: giving(
      [interfaceFilter(true), templateFilter(false)],
      [true, true],
    ),
    TSFInterfaceWithEventBlobsTemplateFiltersWithEventBlobs: giving(
      [interfaceFilter(true), templateFilter(true)],
      [true, true],
    ),
    TSFTemplateWildcardFiltersWithEventBlobs: async (api) => {
      const alice = await api.party("alice");
      await api.create(alice, noteOf(alice));
      const [note] = await api.activeContracts([alice], withBlobs);
      expect(note?.createdEventBlob).to.not.equal("");
    },
    TSFExercisedTemplateFilters: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const joint = await api.create(alice, Joint.create({ owners: [alice] }));
      const { offset } = await api.submit(alice, [
        exercise(Note.reference, contractId, "Keep"),
        exercise(Joint.reference, joint, "Join", { others: [] }),
      ]);
      const includeTransactions = formatFor([alice], effects, templateOnly(Note.reference));
      const updates = await api.updates({ includeTransactions }, { beginExclusive: offset - 1 });
      const [transaction] = transactions(updates);
      const choices = transaction?.events.map(({ ExercisedEvent }) => ExercisedEvent?.choice);
      expect(choices).to.deep.equal(["Keep"]);
    },
    TransactionAcsDeltaWildcardFilters: wildcardArguments(delta),
    TransactionLedgerEffectsWildcardFilters: wildcardArguments(effects),
  },
};

export const exercises: Suite = {
  name: "TransactionServiceExerciseIT",
  cases: {
    TXUseCreateToExercise: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { events } = await api.submit(alice, exercise(Note.reference, contractId, "Copy"));
      const copy = String(events[0]?.ExercisedEvent?.["exerciseResult"]);
      await api.submit(alice, exercise(Note.reference, copy, "Consume"));
    },
    TXContractIdFromExerciseWhenFilter: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { offset, events } = await api.submit(
        alice,
        exercise(Note.reference, contractId, "Copy"),
      );
      const includeTransactions = formatFor([alice], effects, templateOnly(Note.reference));
      const updates = await api.updates({ includeTransactions }, { beginExclusive: offset - 1 });
      const [transaction] = transactions(updates);
      expect(transaction?.events[0]?.ExercisedEvent?.["exerciseResult"]).to.equal(
        createdIn({ events }).contractId,
      );
    },
    TXNotArchiveNonConsuming: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      await api.submit(alice, exercise(Note.reference, contractId, "Keep"));
      expect(await api.activeContracts([alice])).to.have.length(1);
    },
    TXFetchContractCreatedInTransaction: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { events } = await api.submit(alice, exercise(Note.reference, contractId, "CopyTwice"));
      expect(kindsIn({ events })).to.deep.equal([
        "ExercisedEvent",
        "CreatedEvent",
        "ExercisedEvent",
        "CreatedEvent",
      ]);
    },
    TXRejectOnFailingAssertion: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const later = { time: "2030-01-01T00:00:00Z" };
      const commands = api.commands(alice, exercise(Note.reference, contractId, "After", later));
      await api.refused(400, "DAML_FAILURE", ["POST", wait, commands]);
    },
  },
};

export const outputs: Suite = {
  name: "TransactionServiceOutputsIT",
  cases: {
    TXUnitAsArgumentToNothing: async (api) => {
      const alice = await api.party("alice");
      const created = createdIn(await api.submit(alice, valuesJson(alice)));
      expect(created.createArgument).to.not.have.any.keys("last", "other");
    },
    ...Object.fromEntries(
      (
        [
          ["TXVerboseNoTrailingNones", true],
          ["TXNonVerboseNoTrailingNones", false],
        ] as const
      ).map(([id, verbose]): [string, Case] => [
        id,
        async (api) => {
          const alice = await api.party("alice");
          await api.submit(alice, valuesJson(alice));
          const eventFormat = { ...eventFormatFor([alice]), verbose };
          const includeTransactions = { eventFormat, transactionShape: delta };
          const [transaction] = transactions(await api.updates({ includeTransactions }));
          const { createArgument } = createdIn(transaction ?? expect.fail("there is none"));
          expect(createArgument).to.include.keys("owner").and.not.have.any.keys("last", "other");
        },
      ]),
    ),
  },
};

/** Creates an IOU of alice for bob. */
const owed = async (api: CaseLedger) => {
  const [alice, bob, carol] = await api.parties("alice", "bob", "carol");
  const contractId = await api.create(alice, iouOf(alice, bob));
  const transfer = exercise(Iou.reference, contractId, "Transfer", { newOwner: carol });
  return { alice, bob, carol, contractId, transfer };
};

export const semantics: Suite = {
  name: "SemanticTests",
  cases: {
    SemanticDoubleSpendBasic: async (api) => {
      const { bob, transfer } = await owed(api);
      await api.submit(bob, transfer);
      await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, api.commands(bob, transfer)]);
    },
    SemanticConcurrentDoubleSpend: async (api) => {
      const { bob, transfer } = await owed(api);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => api.send("POST", wait, api.commands(bob, transfer))),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    },
    SemanticDoubleSpendSameTx: async (api) => {
      const { bob, transfer } = await owed(api);
      const commands = api.commands(bob, [transfer, transfer]);
      await api.refused(404, "CONTRACT_NOT_ACTIVE", ["POST", wait, commands]);
    },
    SemanticDoubleSpendShared: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create([alice, bob], Joint.create({ owners: [alice, bob] }));
      const join = exercise(Joint.reference, contractId, "Join", { others: [] });
      await api.submit([alice, bob], join);
      const again = api.commands([alice, bob], join);
      await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, again]);
    },
    SemanticPartialSignatories: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const commands = api.commands(alice, Joint.create({ owners: [alice, bob] }));
      await api.refused(400, "DAML_AUTHORIZATION_ERROR", ["POST", wait, commands]);
    },
    SemanticAcceptOnBehalf: async (api) => {
      const { carol, bob, transfer } = await owed(api);
      const commands = api.commands(carol, transfer, { readAs: [bob] });
      await api.refused(400, "DAML_AUTHORIZATION_ERROR", ["POST", wait, commands]);
    },
  },
};

export const divulgence: Suite = {
  name: "DivulgenceIT",
  cases: {
    ImmediateDivulgenceTx: async (api) => {
      const { bob, carol, transfer } = await owed(api);
      await api.submit(bob, transfer);
      const seen = await seenBy(api, [bob], delta);
      expect(seen.map((each) => kindsIn(each))).to.deep.equal([
        ["CreatedEvent"],
        ["ArchivedEvent"],
      ]);
      expect(await api.activeContracts([carol])).to.have.length(1);
    },
    DivulgenceAcs: async (api) => {
      const { bob, transfer } = await owed(api);
      await api.submit(bob, transfer);
      expect(await api.activeContracts([bob])).to.deep.equal([]);
    },
  },
};

/** Returns a case: expects the last descendant of each exercise, by node id. */
const descendants =
  (
    choice: string,
    argument: Fields,
    expected: readonly (readonly [node: number, last: number])[],
  ): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const contractId = await api.create(alice, noteOf(alice));
    const { events } = await api.submit(
      alice,
      exercise(Note.reference, contractId, choice, argument),
    );
    const found = events.flatMap(({ ExercisedEvent }) =>
      ExercisedEvent === undefined
        ? []
        : [[ExercisedEvent["nodeId"], ExercisedEvent["lastDescendantNodeId"]]],
    );
    expect(found).to.deep.equal(expected);
  };

export const descendantNodes: Suite = {
  name: "EventsDescendantsIT",
  cases: {
    SingleConsumingExercisedDescendants: descendants("Consume", {}, [[0, 0]]),
    SingleCreatedInExercisedDescendants: descendants("Copy", {}, [[0, 1]]),
    // The fetch is a node without an event.
    DescendantsWithFetch: descendants("CopyTwice", {}, [
      [0, 4],
      [3, 4],
    ]),
    DeeplyNestedDescendants: descendants("Deep", { levels: "2" }, [
      [0, 2],
      [1, 2],
      [2, 2],
    ]),
  },
};

export const manySignatories: Suite = {
  name: "ValueLimitsIT",
  cases: {
    VLLargeSubmittersNumberCreateContract: async (api) => {
      const names = Array.from({ length: 50 }, (_, index) => `party-${index}`);
      const owners: string[] = [];
      for (const name of names) owners.push(await api.party(name));
      const { events } = await api.submit(owners, Joint.create({ owners }));
      expect(createdIn({ events }).signatories).to.have.members(owners);
    },
  },
};
