import { expect } from "chai";

import {
  type CaseLedger,
  type Committed,
  createdIn,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  withBlobs,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, Joint, Note, noteOf, valuesJson } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const wait = "/v2/commands/submit-and-wait";
const forTransaction = "/v2/commands/submit-and-wait-for-transaction";

/** Creates a note of alice, or runs `command`. Returns the transaction in a format. */
const inFormat = async (api: CaseLedger, transactionFormat: Fields, command?: object) => {
  const [alice] = await api.parties("alice");
  const commands = api.commands(alice, command ?? noteOf(alice));
  const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
    commands,
    transactionFormat,
  });
  return transaction;
};

const duplicateOf = async (api: CaseLedger, path: string, wrap: (commands: Fields) => unknown) => {
  const alice = await api.party("alice");
  const body = wrap(api.commands(alice, noteOf(alice)));
  await api.post(path, body);
  const { end } = api;
  await api.refused(409, "DUPLICATE_COMMAND", ["POST", path, body]);
  expect(await api.activeContracts([alice])).to.have.length(1);
  expect(api.end).to.be.at.most(end + 1);
};

const invalidSynchronizer = async (
  api: CaseLedger,
  path: string,
  wrap: (commands: Fields) => unknown,
) => {
  const alice = await api.party("alice");
  const commands = api.commands(alice, noteOf(alice), { synchronizerId: "nowhere" });
  await api.refused(400, "INVALID_FIELD", ["POST", path, wrap(commands)]);
};

const onSynchronizer = async (api: CaseLedger) => {
  const alice = await api.party("alice");
  const { synchronizerId } = api;
  const { updateId } = await api.post(wait, api.commands(alice, noteOf(alice), { synchronizerId }));
  const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
    commands: api.commands(alice, noteOf(alice), { synchronizerId }),
  });
  expect(updateId).to.match(/^1220/);
  expect(transaction.synchronizerId).to.equal(synchronizerId);
};

const refusedCommand = async (
  api: CaseLedger,
  code: string,
  commandOf: (alice: string) => object,
) => {
  const alice = await api.party("alice");
  const { end } = api;
  await api.refused(400, code, ["POST", wait, api.commands(alice, commandOf(alice))]);
  expect(api.end).to.equal(end);
};

const createAndExercise = (owner: string, choice: string, choiceArgument: unknown = {}) => ({
  CreateAndExerciseCommand: {
    templateId: Note.reference,
    createArguments: { owner, readers: [], text: "" },
    choice,
    choiceArgument,
  },
});

const same = (commands: Fields): unknown => commands;
const nested = (commands: Fields): unknown => ({ commands });

export const commandService: Suite = {
  name: "CommandServiceIT",
  cases: {
    CSsubmitAndWaitBasic: async (api) => {
      const alice = await api.party("alice");
      const { updateId } = await api.post(wait, api.commands(alice, noteOf(alice)));
      expect(updateId).to.match(/^1220[0-9a-f]{64}$/);
      expect(await api.activeContracts([alice])).to.have.length(1);
    },
    CSsubmitAndWaitForTransactionBasic: async (api) => {
      const alice = await api.party("alice");
      const transaction = await api.submit(alice, noteOf(alice));
      expect(transaction.offset).to.equal(api.end);
      const { signatories, createArgument } = createdIn(transaction);
      expect(signatories).to.deep.equal([alice]);
      expect(createArgument).to.deep.equal({ owner: alice, readers: [], text: "" });
    },
    CSsubmitAndWaitForTransactionLedgerEffectsBasic: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const transaction = await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
      expect(kindsIn(transaction)).to.deep.equal(["ExercisedEvent"]);
      expect(transaction.events[0]?.ExercisedEvent).to.include({
        choice: "Consume",
        consuming: true,
      });
    },
    CSduplicateSubmitAndWaitBasic: (api) => duplicateOf(api, wait, same),
    CSDuplicateSubmitAndWaitForTransactionData: (api) => duplicateOf(api, forTransaction, nested),
    CSSubmitAndWaitForTransactionFilterByParty: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
        commands: api.commands(alice, [noteOf(alice, [bob]), noteOf(alice)]),
        transactionFormat: formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA"),
      });
      expect(kindsIn(transaction)).to.deep.equal(["CreatedEvent"]);
      expect(createdIn(transaction).witnessParties).to.deep.equal([bob]);
    },
    CSSubmitAndWaitForTransactionFilterByWrongParty: async (api) => {
      const bob = await api.party("bob");
      const format = formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA");
      expect((await inFormat(api, format)).events).to.deep.equal([]);
    },
    CSSubmitAndWaitForTransactionFilterAnyParty: async (api) => {
      const eventFormat = { filtersByParty: {}, filtersForAnyParty: {}, verbose: false };
      const format = { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" };
      expect(kindsIn(await inFormat(api, format))).to.deep.equal(["CreatedEvent"]);
    },
    CSSubmitAndWaitForTransactionFilterTemplate: async (api) => {
      const alice = await api.party("alice");
      const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
        commands: api.commands(alice, [noteOf(alice), Joint.create({ owners: [alice] })]),
        transactionFormat: formatFor(
          [alice],
          "TRANSACTION_SHAPE_ACS_DELTA",
          templateOnly(Joint.reference),
        ),
      });
      expect(kindsIn(transaction)).to.deep.equal(["CreatedEvent"]);
      expect(createdIn(transaction).templateId).to.match(/:Models:Joint$/);
    },
    CSSubmitAndWaitForTransactionExplicitDisclosure: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, noteOf(alice));
      const [note] = await api.activeContracts([alice], withBlobs);
      const { synchronizerId } = api;
      const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
        commands: api.commands(bob, exercise(Note.reference, contractId, "Read", { reader: bob }), {
          disclosedContracts: [
            {
              templateId: note?.templateId,
              contractId,
              createdEventBlob: note?.createdEventBlob,
              synchronizerId,
            },
          ],
        }),
        transactionFormat: formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA"),
      });
      expect(transaction.events).to.deep.equal([]);
    },
    CSsubmitAndWaitInvalidSynchronizerId: (api) => invalidSynchronizer(api, wait, same),
    CSsubmitAndWaitForTransactionInvalidSynchronizerId: (api) =>
      invalidSynchronizer(api, forTransaction, nested),
    CSsubmitAndWaitPrescribedSynchronizerId: onSynchronizer,
    CSsubmitAndWaitForTransactionPrescribedSynchronizerId: onSynchronizer,
    CSRefuseBadParameter: (api) =>
      refusedCommand(api, "COMMAND_PREPROCESSING_FAILED", (alice) => ({
        CreateCommand: {
          templateId: Note.reference,
          createArguments: { holder: alice, readers: [], text: "" },
        },
      })),
    CSReturnStackTrace: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const failing = api.commands(alice, exercise(Note.reference, contractId, "Fail"));
      const { status, json } = await api.send("POST", wait, failing);
      const { context } = json as { readonly context: Fields };
      expect(status).to.equal(400);
      expect(context["exercise_trace"]).to.match(
        /in choice [0-9a-f]{8}:Models:Note:Fail on contract/,
      );
    },
    CSDiscloseCreateToObservers: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, noteOf(alice, [bob]));
      const found = await api.activeContracts([bob]);
      expect(found.map((created) => created.contractId)).to.deep.equal([contractId]);
    },
    CSDiscloseExerciseToObservers: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, noteOf(alice, [bob]));
      const { end } = api;
      await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
      const includeTransactions = formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA");
      const [update] = await api.updates({ includeTransactions }, { beginExclusive: end });
      const [event] = update?.update.Transaction?.value.events ?? [];
      expect(event?.ArchivedEvent).to.deep.include({ contractId, witnessParties: [bob] });
    },
    CSHugeCommandSubmission: async (api) => {
      const alice = await api.party("alice");
      const { end } = api;
      const commands = Array.from({ length: 15 }, () => noteOf(alice));
      expect((await api.submit(alice, commands)).events).to.have.length(15);
      expect(api.end).to.equal(end + 1);
    },
    CSCallablePayout: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
        commands: api.commands(alice, exercise(Note.reference, contractId, "Copy")),
      });
      expect(kindsIn(transaction)).to.deep.equal(["ArchivedEvent", "CreatedEvent"]);
      expect(transaction.events[0]?.ArchivedEvent?.["contractId"]).to.equal(contractId);
    },
    CSReadyForExercise: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
      expect(await api.activeContracts([alice])).to.deep.equal([]);
    },
    CSBadNumericValues: async (api) => {
      const alice = await api.party("alice");
      for (const amount of ["0.00000000005", `1${"0".repeat(28)}`, `-1${"0".repeat(28)}`]) {
        const commands = api.commands(alice, valuesJson(alice, { amount }));
        await api.refused(400, "COMMAND_PREPROCESSING_FAILED", ["POST", wait, commands]);
      }
    },
    CSCreateAndExercise: async (api) => {
      const alice = await api.party("alice");
      await api.submit(alice, createAndExercise(alice, "Consume"));
      expect(await api.activeContracts([alice])).to.deep.equal([]);
    },
    CSBadCreateAndExercise: (api) =>
      refusedCommand(api, "COMMAND_PREPROCESSING_FAILED", (alice) => ({
        CreateAndExerciseCommand: {
          ...createAndExercise(alice, "Consume").CreateAndExerciseCommand,
          createArguments: {},
        },
      })),
    CSCreateAndBadExerciseArguments: (api) =>
      refusedCommand(api, "COMMAND_PREPROCESSING_FAILED", (alice) =>
        createAndExercise(alice, "Read", {}),
      ),
    CSCreateAndBadExerciseChoice: (api) =>
      refusedCommand(api, "INVALID_ARGUMENT", (alice) => createAndExercise(alice, "Nothing")),
    CSsubmitAndWaitCompletionOffset: async (api) => {
      const alice = await api.party("alice");
      const { completionOffset } = await api.post(wait, api.commands(alice, noteOf(alice)));
      expect(completionOffset).to.equal(api.end);
    },
    CSSubmitAndWaitForTransactionNonConsumingChoice: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const { transaction } = await api.post<{ readonly transaction: Committed }>(forTransaction, {
        commands: api.commands(alice, exercise(Note.reference, contractId, "Keep")),
      });
      expect(transaction.events).to.deep.equal([]);
    },
  },
};
