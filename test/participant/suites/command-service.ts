import { expect } from "chai";

import {
  type Asked,
  type Committed,
  createdIn,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  withBlobs,
} from "../../support/catalogue/asked.ts";
import { exercise, Joint, Note, noteOf, valuesJson } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const wait = "/v2/commands/submit-and-wait";
const forTransaction = "/v2/commands/submit-and-wait-for-transaction";

/** The transaction of a new note of alice, in a format. */
const inFormat = async (asked: Asked, transactionFormat: Fields, command?: object) => {
  const [alice] = await asked.parties("alice");
  const commands = asked.commands(alice, command ?? noteOf(alice));
  const { transaction } = await asked.post<{ readonly transaction: Committed }>(forTransaction, {
    commands,
    transactionFormat,
  });
  return transaction;
};

const duplicateOf = async (asked: Asked, path: string, wrap: (commands: Fields) => unknown) => {
  const alice = await asked.party("alice");
  const body = wrap(asked.commands(alice, noteOf(alice)));
  await asked.post(path, body);
  const { end } = asked;
  await asked.refused(409, "DUPLICATE_COMMAND", ["POST", path, body]);
  expect(await asked.activeContracts([alice])).to.have.length(1);
  expect(asked.end).to.be.at.most(end + 1);
};

const invalidSynchronizer = async (
  asked: Asked,
  path: string,
  wrap: (commands: Fields) => unknown,
) => {
  const alice = await asked.party("alice");
  const commands = asked.commands(alice, noteOf(alice), { synchronizerId: "nowhere" });
  await asked.refused(400, "INVALID_FIELD", ["POST", path, wrap(commands)]);
};

const onSynchronizer = async (asked: Asked) => {
  const alice = await asked.party("alice");
  const { synchronizerId } = asked;
  const { updateId } = await asked.post(
    wait,
    asked.commands(alice, noteOf(alice), { synchronizerId }),
  );
  const { transaction } = await asked.post<{ readonly transaction: Committed }>(forTransaction, {
    commands: asked.commands(alice, noteOf(alice), { synchronizerId }),
  });
  expect(updateId).to.match(/^1220/);
  expect(transaction.synchronizerId).to.equal(synchronizerId);
};

const refusedCommand = async (asked: Asked, code: string, commandOf: (alice: string) => object) => {
  const alice = await asked.party("alice");
  const { end } = asked;
  await asked.refused(400, code, ["POST", wait, asked.commands(alice, commandOf(alice))]);
  expect(asked.end).to.equal(end);
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
    CSsubmitAndWaitBasic: async (asked) => {
      const alice = await asked.party("alice");
      const { updateId } = await asked.post(wait, asked.commands(alice, noteOf(alice)));
      expect(updateId).to.match(/^1220[0-9a-f]{64}$/);
      expect(await asked.activeContracts([alice])).to.have.length(1);
    },
    CSsubmitAndWaitForTransactionBasic: async (asked) => {
      const alice = await asked.party("alice");
      const transaction = await asked.submit(alice, noteOf(alice));
      expect(transaction.offset).to.equal(asked.end);
      const { signatories, createArgument } = createdIn(transaction);
      expect(signatories).to.deep.equal([alice]);
      expect(createArgument).to.deep.equal({ owner: alice, readers: [], text: "" });
    },
    CSsubmitAndWaitForTransactionLedgerEffectsBasic: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const transaction = await asked.submit(
        alice,
        exercise(Note.reference, contractId, "Consume"),
      );
      expect(kindsIn(transaction)).to.deep.equal(["ExercisedEvent"]);
      expect(transaction.events[0]?.ExercisedEvent).to.include({
        choice: "Consume",
        consuming: true,
      });
    },
    CSduplicateSubmitAndWaitBasic: (asked) => duplicateOf(asked, wait, same),
    CSDuplicateSubmitAndWaitForTransactionData: (asked) =>
      duplicateOf(asked, forTransaction, nested),
    CSSubmitAndWaitForTransactionFilterByParty: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const { transaction } = await asked.post<{ readonly transaction: Committed }>(
        forTransaction,
        {
          commands: asked.commands(alice, [noteOf(alice, [bob]), noteOf(alice)]),
          transactionFormat: formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA"),
        },
      );
      expect(kindsIn(transaction)).to.deep.equal(["CreatedEvent"]);
      expect(createdIn(transaction).witnessParties).to.deep.equal([bob]);
    },
    CSSubmitAndWaitForTransactionFilterByWrongParty: async (asked) => {
      const bob = await asked.party("bob");
      const format = formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA");
      expect((await inFormat(asked, format)).events).to.deep.equal([]);
    },
    CSSubmitAndWaitForTransactionFilterAnyParty: async (asked) => {
      const eventFormat = { filtersByParty: {}, filtersForAnyParty: {}, verbose: false };
      const format = { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" };
      expect(kindsIn(await inFormat(asked, format))).to.deep.equal(["CreatedEvent"]);
    },
    CSSubmitAndWaitForTransactionFilterTemplate: async (asked) => {
      const alice = await asked.party("alice");
      const { transaction } = await asked.post<{ readonly transaction: Committed }>(
        forTransaction,
        {
          commands: asked.commands(alice, [noteOf(alice), Joint.create({ owners: [alice] })]),
          transactionFormat: formatFor(
            [alice],
            "TRANSACTION_SHAPE_ACS_DELTA",
            templateOnly(Joint.reference),
          ),
        },
      );
      expect(kindsIn(transaction)).to.deep.equal(["CreatedEvent"]);
      expect(createdIn(transaction).templateId).to.match(/:Models:Joint$/);
    },
    CSSubmitAndWaitForTransactionExplicitDisclosure: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create(alice, noteOf(alice));
      const [note] = await asked.activeContracts([alice], withBlobs);
      const { synchronizerId } = asked;
      const { transaction } = await asked.post<{ readonly transaction: Committed }>(
        forTransaction,
        {
          commands: asked.commands(
            bob,
            exercise(Note.reference, contractId, "Read", { reader: bob }),
            {
              disclosedContracts: [
                {
                  templateId: note?.templateId,
                  contractId,
                  createdEventBlob: note?.createdEventBlob,
                  synchronizerId,
                },
              ],
            },
          ),
          transactionFormat: formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA"),
        },
      );
      expect(transaction.events).to.deep.equal([]);
    },
    CSsubmitAndWaitInvalidSynchronizerId: (asked) => invalidSynchronizer(asked, wait, same),
    CSsubmitAndWaitForTransactionInvalidSynchronizerId: (asked) =>
      invalidSynchronizer(asked, forTransaction, nested),
    CSsubmitAndWaitPrescribedSynchronizerId: onSynchronizer,
    CSsubmitAndWaitForTransactionPrescribedSynchronizerId: onSynchronizer,
    CSRefuseBadParameter: (asked) =>
      refusedCommand(asked, "COMMAND_PREPROCESSING_FAILED", (alice) => ({
        CreateCommand: {
          templateId: Note.reference,
          createArguments: { holder: alice, readers: [], text: "" },
        },
      })),
    CSReturnStackTrace: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const failing = asked.commands(alice, exercise(Note.reference, contractId, "Fail"));
      const { status, json } = await asked.send("POST", wait, failing);
      const { context } = json as { readonly context: Fields };
      expect(status).to.equal(400);
      expect(context["exercise_trace"]).to.match(
        /in choice [0-9a-f]{8}:Models:Note:Fail on contract/,
      );
    },
    CSDiscloseCreateToObservers: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create(alice, noteOf(alice, [bob]));
      const found = await asked.activeContracts([bob]);
      expect(found.map((created) => created.contractId)).to.deep.equal([contractId]);
    },
    CSDiscloseExerciseToObservers: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create(alice, noteOf(alice, [bob]));
      const { end } = asked;
      await asked.submit(alice, exercise(Note.reference, contractId, "Consume"));
      const includeTransactions = formatFor([bob], "TRANSACTION_SHAPE_ACS_DELTA");
      const [update] = await asked.updates({ includeTransactions }, { beginExclusive: end });
      const [event] = update?.update.Transaction?.value.events ?? [];
      expect(event?.ArchivedEvent).to.deep.include({ contractId, witnessParties: [bob] });
    },
    CSHugeCommandSubmission: async (asked) => {
      const alice = await asked.party("alice");
      const { end } = asked;
      const commands = Array.from({ length: 15 }, () => noteOf(alice));
      expect((await asked.submit(alice, commands)).events).to.have.length(15);
      expect(asked.end).to.equal(end + 1);
    },
    CSCallablePayout: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const { transaction } = await asked.post<{ readonly transaction: Committed }>(
        forTransaction,
        {
          commands: asked.commands(alice, exercise(Note.reference, contractId, "Copy")),
        },
      );
      expect(kindsIn(transaction)).to.deep.equal(["ArchivedEvent", "CreatedEvent"]);
      expect(transaction.events[0]?.ArchivedEvent?.["contractId"]).to.equal(contractId);
    },
    CSReadyForExercise: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      await asked.submit(alice, exercise(Note.reference, contractId, "Consume"));
      expect(await asked.activeContracts([alice])).to.deep.equal([]);
    },
    CSBadNumericValues: async (asked) => {
      const alice = await asked.party("alice");
      for (const amount of ["0.00000000005", `1${"0".repeat(28)}`, `-1${"0".repeat(28)}`]) {
        const commands = asked.commands(alice, valuesJson(alice, { amount }));
        await asked.refused(400, "COMMAND_PREPROCESSING_FAILED", ["POST", wait, commands]);
      }
    },
    CSCreateAndExercise: async (asked) => {
      const alice = await asked.party("alice");
      await asked.submit(alice, createAndExercise(alice, "Consume"));
      expect(await asked.activeContracts([alice])).to.deep.equal([]);
    },
    CSBadCreateAndExercise: (asked) =>
      refusedCommand(asked, "COMMAND_PREPROCESSING_FAILED", (alice) => ({
        CreateAndExerciseCommand: {
          ...createAndExercise(alice, "Consume").CreateAndExerciseCommand,
          createArguments: {},
        },
      })),
    CSCreateAndBadExerciseArguments: (asked) =>
      refusedCommand(asked, "COMMAND_PREPROCESSING_FAILED", (alice) =>
        createAndExercise(alice, "Read", {}),
      ),
    CSCreateAndBadExerciseChoice: (asked) =>
      refusedCommand(asked, "INVALID_ARGUMENT", (alice) => createAndExercise(alice, "Nothing")),
    CSsubmitAndWaitCompletionOffset: async (asked) => {
      const alice = await asked.party("alice");
      const { completionOffset } = await asked.post(wait, asked.commands(alice, noteOf(alice)));
      expect(completionOffset).to.equal(asked.end);
    },
    CSSubmitAndWaitForTransactionNonConsumingChoice: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const { transaction } = await asked.post<{ readonly transaction: Committed }>(
        forTransaction,
        {
          commands: asked.commands(alice, exercise(Note.reference, contractId, "Keep")),
        },
      );
      expect(transaction.events).to.deep.equal([]);
    },
  },
};
