import { expect } from "chai";

import {
  type Asked,
  type Committed,
  createdIn,
  eventFormatFor,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  type Update,
  withBlobs,
} from "../../support/catalogue/asked.ts";
import { exercise, Joint, Note, noteOf, valuesJson } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Holding, Iou } from "../../support/iou-package.ts";

const wait = "/v2/commands/submit-and-wait";
const delta = "TRANSACTION_SHAPE_ACS_DELTA";
const effects = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
type Shape = typeof delta | typeof effects;

const transactions = (updates: readonly Update[]): readonly Committed[] =>
  updates.flatMap(({ update }) => update.Transaction?.value ?? []);

const seenBy = async (asked: Asked, parties: readonly string[], shape: Shape, more: Fields = {}) =>
  transactions(await asked.updates({ includeTransactions: formatFor(parties, shape) }, more));

/** Alice's notes, one of them consumed and one for bob. */
const history = async (asked: Asked) => {
  const [alice, bob] = await asked.parties("alice", "bob");
  const begin = asked.end;
  const first = await asked.create(alice, noteOf(alice));
  await asked.create(alice, noteOf(alice, [bob]));
  const middle = asked.end;
  await asked.submit(alice, exercise(Note.reference, first, "Copy"));
  await asked.submit(alice, exercise(Note.reference, first, "Keep")).catch(() => undefined);
  asked.refusals.length = 0;
  return { alice, bob, begin, middle };
};

const idsOf = (of: readonly Committed[]) => of.map(({ updateId }) => updateId);

const inTwoParts = (shape: Shape) => async (asked: Asked) => {
  const { alice, middle } = await history(asked);
  const all = await seenBy(asked, [alice], shape);
  const parts = [
    ...(await seenBy(asked, [alice], shape, { endInclusive: middle })),
    ...(await seenBy(asked, [alice], shape, { beginExclusive: middle })),
  ];
  expect(parts).to.deep.equal(all);
};

const sameByLookUp =
  (shape: Shape): Case =>
  async (asked) => {
    const { alice } = await history(asked);
    for (const transaction of await seenBy(asked, [alice], shape)) {
      const { update } = await asked.post<Update>("/v2/updates/update-by-id", {
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
  async (asked) => {
    const { alice } = await history(asked);
    for (const transaction of await seenBy(asked, [alice], shape)) {
      const nodes = nodesOf(transaction);
      expect(nodes).to.deep.equal(nodes.toSorted((left, right) => left - right));
      expect(new Set(nodes).size).to.equal(nodes.length);
    }
  };

const inOrder =
  (partiesOf: (alice: string, bob: string) => readonly string[]): Case =>
  async (asked) => {
    const { alice, bob } = await history(asked);
    const living = new Set<unknown>();
    for (const { events } of await seenBy(asked, partiesOf(alice, bob), delta)) {
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
    TXParallel: async (asked) => {
      const { alice } = await history(asked);
      const all = await Promise.all(
        Array.from({ length: 5 }, () => seenBy(asked, [alice], effects)),
      );
      for (const one of all) expect(one).to.deep.equal(all[0]);
    },
    TXSingleMultiSameBasic: async (asked) => {
      const { alice, bob } = await history(asked);
      const [carol] = await asked.parties("carol");
      expect(idsOf(await seenBy(asked, [alice, carol], delta))).to.deep.equal(
        idsOf(await seenBy(asked, [alice], delta)),
      );
      expect(idsOf(await seenBy(asked, [alice, bob], delta))).to.deep.equal(
        idsOf(await seenBy(asked, [alice], delta)),
      );
    },
    TXSingleMultiSameLedgerEffectsBasic: async (asked) => {
      const { alice } = await history(asked);
      const includeTransactions = {
        eventFormat: { filtersByParty: {}, filtersForAnyParty: {}, verbose: false },
        transactionShape: effects,
      };
      const anybody = transactions(await asked.updates({ includeTransactions }));
      expect(idsOf(await seenBy(asked, [alice], effects))).to.deep.equal(idsOf(anybody));
    },
    TXSingleMultiSameStakeholders: async (asked) => {
      const { bob, begin } = await history(asked);
      const [shared] = await seenBy(asked, [bob], delta, { beginExclusive: begin });
      expect(createdIn(shared ?? expect.fail("nothing is shared")).observers).to.deep.equal([bob]);
    },
    TXSingleMultiSameLedgerEffectsStakeholders: async (asked) => {
      const { bob } = await history(asked);
      expect(idsOf(await seenBy(asked, [bob], effects))).to.deep.equal(
        idsOf(await seenBy(asked, [bob], delta)),
      );
    },
    TXExposesPaidTrafficCost: async (asked) => {
      const { alice } = await history(asked);
      const [transaction] = await seenBy(asked, [alice], delta);
      expect(transaction?.["paidTrafficCost"]).to.equal(0);
    },
    TXTransactionByIdLedgerEffectsSameAsTransactionStream: sameByLookUp(effects),
    TXTransactionByIdAcsDeltaSameAsTransactionStream: sameByLookUp(delta),
    TXAcsDeltaTransactionEvents: numbered(delta),
    TXTransactionLedgerEffectsEvents: numbered(effects),
    TXAcsDeltaSubsetOfLedgerEffects: async (asked) => {
      const { alice } = await history(asked);
      const all = await seenBy(asked, [alice], effects);
      for (const { updateId, events } of await seenBy(asked, [alice], delta)) {
        const whole = all.find((each) => each.updateId === updateId);
        const nodes = nodesOf(whole ?? expect.fail("it is not among them"));
        const kept = events.flatMap((event) => Object.values(event) as readonly Fields[]);
        expect(nodes).to.include.members(kept.map(({ nodeId }) => nodeId));
      }
    },
    TXAcsDeltaWitnessesSubsetOfLedgerEffects: async (asked) => {
      const { alice, bob } = await history(asked);
      const witnesses = async (shape: Shape) =>
        (await seenBy(asked, [alice, bob], shape)).flatMap(({ events }) =>
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
    TXStakeholders: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const created = createdIn(await asked.submit(alice, noteOf(alice, [bob])));
      expect(created).to.deep.include({ signatories: [alice], observers: [bob] });
    },
    TXnoSignatoryObservers: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const created = createdIn(await asked.submit(alice, noteOf(alice, [alice, bob])));
      expect(created).to.deep.include({ signatories: [alice], observers: [bob] });
    },
    TXTransientObservableSubmitter: async (asked) => {
      const alice = await asked.party("alice");
      await asked.submit(alice, transient(alice));
      expect(await seenBy(asked, [alice], delta)).to.deep.equal([]);
    },
    TXTransientNotObservableNoSubmitters: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await asked.submit(alice, transient(alice, [bob]));
      expect(await seenBy(asked, [bob], delta)).to.deep.equal([]);
    },
    TXTransientSubmitAndWaitForTransaction: async (asked) => {
      const alice = await asked.party("alice");
      const { transaction } = await asked.post<{ readonly transaction: Committed }>(
        "/v2/commands/submit-and-wait-for-transaction",
        { commands: asked.commands(alice, transient(alice)) },
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
    TXRejectEmptyFilter: async (asked) => {
      await asked.party("alice");
      const eventFormat = { filtersByParty: {}, verbose: false };
      const includeTransactions = { eventFormat, transactionShape: delta };
      const body = {
        beginExclusive: 0,
        endInclusive: asked.end,
        updateFormat: { includeTransactions },
      };
      await asked.refused(400, "INVALID_ARGUMENT", ["POST", "/v2/updates", body]);
    },
    TXRejectBeginAfterEnd: async (asked) => {
      const alice = await asked.party("alice");
      await asked.create(alice, noteOf(alice));
      const updateFormat = { includeTransactions: formatFor([alice], delta) };
      const body = { beginExclusive: asked.end, endInclusive: asked.end - 1, updateFormat };
      await asked.refused(400, "OFFSET_OUT_OF_RANGE", ["POST", "/v2/updates", body]);
    },
    TXUpdateByIdWithoutParty: (asked) =>
      asked.refused(400, "MISSING_FIELD", ["POST", byId, { updateId: `1220${"ab".repeat(32)}` }]),
    TXUpdateByOffsetWithoutParty: (asked) =>
      asked.refused(400, "MISSING_FIELD", ["POST", byOffset, { offset: 1 }]),
    TXTransactionByOffsetInvalid: async (asked) => {
      const alice = await asked.party("alice");
      const updateFormat = { includeTransactions: formatFor([alice], delta) };
      for (const offset of [0, -1]) {
        await asked.refused(400, "NON_POSITIVE_OFFSET", [
          "POST",
          byOffset,
          { offset, updateFormat },
        ]);
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

/** Whether the filters return a view and a blob. */
const giving =
  (filters: readonly object[], expected: readonly [view: boolean, blob: boolean]): Case =>
  async (asked) => {
    const [alice, bob] = await asked.parties("alice", "bob");
    await asked.create(alice, iouOf(alice, bob));
    const [iou] = await asked.activeContracts([alice], { cumulative: filters });
    const views = iou?.["interfaceViews"] as readonly unknown[] | undefined;
    expect([(views ?? []).length > 0, iou?.createdEventBlob !== ""]).to.deep.equal(expected);
  };

const wildcardArguments =
  (shape: Shape): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    await asked.create(alice, noteOf(alice));
    const [transaction] = await seenBy(asked, [alice], shape);
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
    TSFTemplateWildcardFiltersWithEventBlobs: async (asked) => {
      const alice = await asked.party("alice");
      await asked.create(alice, noteOf(alice));
      const [note] = await asked.activeContracts([alice], withBlobs);
      expect(note?.createdEventBlob).to.not.equal("");
    },
    TSFExercisedTemplateFilters: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const joint = await asked.create(alice, Joint.create({ owners: [alice] }));
      const { offset } = await asked.submit(alice, [
        exercise(Note.reference, contractId, "Keep"),
        exercise(Joint.reference, joint, "Join", { others: [] }),
      ]);
      const includeTransactions = formatFor([alice], effects, templateOnly(Note.reference));
      const updates = await asked.updates({ includeTransactions }, { beginExclusive: offset - 1 });
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
    TXUseCreateToExercise: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const { events } = await asked.submit(alice, exercise(Note.reference, contractId, "Copy"));
      const copy = String(events[0]?.ExercisedEvent?.["exerciseResult"]);
      await asked.submit(alice, exercise(Note.reference, copy, "Consume"));
    },
    TXContractIdFromExerciseWhenFilter: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const { offset, events } = await asked.submit(
        alice,
        exercise(Note.reference, contractId, "Copy"),
      );
      const includeTransactions = formatFor([alice], effects, templateOnly(Note.reference));
      const updates = await asked.updates({ includeTransactions }, { beginExclusive: offset - 1 });
      const [transaction] = transactions(updates);
      expect(transaction?.events[0]?.ExercisedEvent?.["exerciseResult"]).to.equal(
        createdIn({ events }).contractId,
      );
    },
    TXNotArchiveNonConsuming: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      await asked.submit(alice, exercise(Note.reference, contractId, "Keep"));
      expect(await asked.activeContracts([alice])).to.have.length(1);
    },
    TXFetchContractCreatedInTransaction: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const { events } = await asked.submit(
        alice,
        exercise(Note.reference, contractId, "CopyTwice"),
      );
      expect(kindsIn({ events })).to.deep.equal([
        "ExercisedEvent",
        "CreatedEvent",
        "ExercisedEvent",
        "CreatedEvent",
      ]);
    },
    TXRejectOnFailingAssertion: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const later = { time: "2030-01-01T00:00:00Z" };
      const commands = asked.commands(alice, exercise(Note.reference, contractId, "After", later));
      await asked.refused(400, "DAML_FAILURE", ["POST", wait, commands]);
    },
  },
};

export const outputs: Suite = {
  name: "TransactionServiceOutputsIT",
  cases: {
    TXUnitAsArgumentToNothing: async (asked) => {
      const alice = await asked.party("alice");
      const created = createdIn(await asked.submit(alice, valuesJson(alice)));
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
        async (asked) => {
          const alice = await asked.party("alice");
          await asked.submit(alice, valuesJson(alice));
          const eventFormat = { ...eventFormatFor([alice]), verbose };
          const includeTransactions = { eventFormat, transactionShape: delta };
          const [transaction] = transactions(await asked.updates({ includeTransactions }));
          const { createArgument } = createdIn(transaction ?? expect.fail("there is none"));
          expect(createArgument).to.include.keys("owner").and.not.have.any.keys("last", "other");
        },
      ]),
    ),
  },
};

/** An IOU of alice for bob. */
const owed = async (asked: Asked) => {
  const [alice, bob, carol] = await asked.parties("alice", "bob", "carol");
  const contractId = await asked.create(alice, iouOf(alice, bob));
  const transfer = exercise(Iou.reference, contractId, "Transfer", { newOwner: carol });
  return { alice, bob, carol, contractId, transfer };
};

export const semantics: Suite = {
  name: "SemanticTests",
  cases: {
    SemanticDoubleSpendBasic: async (asked) => {
      const { bob, transfer } = await owed(asked);
      await asked.submit(bob, transfer);
      await asked.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, asked.commands(bob, transfer)]);
    },
    SemanticConcurrentDoubleSpend: async (asked) => {
      const { bob, transfer } = await owed(asked);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => asked.send("POST", wait, asked.commands(bob, transfer))),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    },
    SemanticDoubleSpendSameTx: async (asked) => {
      const { bob, transfer } = await owed(asked);
      const commands = asked.commands(bob, [transfer, transfer]);
      await asked.refused(404, "CONTRACT_NOT_ACTIVE", ["POST", wait, commands]);
    },
    SemanticDoubleSpendShared: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create([alice, bob], Joint.create({ owners: [alice, bob] }));
      const join = exercise(Joint.reference, contractId, "Join", { others: [] });
      await asked.submit([alice, bob], join);
      const again = asked.commands([alice, bob], join);
      await asked.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, again]);
    },
    SemanticPartialSignatories: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const commands = asked.commands(alice, Joint.create({ owners: [alice, bob] }));
      await asked.refused(400, "DAML_AUTHORIZATION_ERROR", ["POST", wait, commands]);
    },
    SemanticAcceptOnBehalf: async (asked) => {
      const { carol, bob, transfer } = await owed(asked);
      const commands = asked.commands(carol, transfer, { readAs: [bob] });
      await asked.refused(400, "DAML_AUTHORIZATION_ERROR", ["POST", wait, commands]);
    },
  },
};

export const divulgence: Suite = {
  name: "DivulgenceIT",
  cases: {
    ImmediateDivulgenceTx: async (asked) => {
      const { bob, carol, transfer } = await owed(asked);
      await asked.submit(bob, transfer);
      const seen = await seenBy(asked, [bob], delta);
      expect(seen.map((each) => kindsIn(each))).to.deep.equal([
        ["CreatedEvent"],
        ["ArchivedEvent"],
      ]);
      expect(await asked.activeContracts([carol])).to.have.length(1);
    },
    DivulgenceAcs: async (asked) => {
      const { bob, transfer } = await owed(asked);
      await asked.submit(bob, transfer);
      expect(await asked.activeContracts([bob])).to.deep.equal([]);
    },
  },
};

/** The descendants of each exercise, by node id. */
const descendants =
  (
    choice: string,
    argument: Fields,
    expected: readonly (readonly [node: number, last: number])[],
  ): Case =>
  async (asked) => {
    const alice = await asked.party("alice");
    const contractId = await asked.create(alice, noteOf(alice));
    const { events } = await asked.submit(
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
    VLLargeSubmittersNumberCreateContract: async (asked) => {
      const names = Array.from({ length: 50 }, (_, index) => `party-${index}`);
      const owners: string[] = [];
      for (const name of names) owners.push(await asked.party(name));
      const { events } = await asked.submit(owners, Joint.create({ owners }));
      expect(createdIn({ events }).signatories).to.have.members(owners);
    },
  },
};
