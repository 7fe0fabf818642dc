import { expect } from "chai";

import { type Asked, type Created, withBlobs } from "../../support/catalogue/asked.ts";
import {
  exercise,
  Joint,
  Note,
  noteOf,
  Values,
  valuesJson,
} from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const wait = "/v2/commands/submit-and-wait";

const jointOf = (...owners: readonly string[]) => Joint.create({ owners });

const refusedFor = async (asked: Asked, actAs: readonly string[], command: object, more = {}) => {
  await asked.refused(400, "DAML_AUTHORIZATION_ERROR", [
    "POST",
    wait,
    asked.commands(actAs, command, more),
  ]);
};

/** Two contracts: one of alice alone, and one that she does not see. */
const twoJoints = async (asked: Asked) => {
  const [alice, bob] = await asked.parties("alice", "bob");
  const own = await asked.create(alice, jointOf(alice));
  const other = await asked.create(bob, jointOf(bob));
  return { alice, bob, own, look: exercise(Joint.reference, own, "LookAt", { other }) };
};

export const multiParty: Suite = {
  name: "MultiPartySubmissionIT",
  cases: {
    MPSSubmit: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await asked.post(wait, asked.commands([alice, bob], jointOf(alice, bob)));
      expect(await asked.activeContracts([bob])).to.have.length(1);
    },
    MPSCreateSuccess: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const { events } = await asked.submit([alice, bob], jointOf(alice, bob));
      expect(events[0]?.CreatedEvent?.signatories).to.have.members([alice, bob]);
    },
    MPSCreateInsufficientAuthorization: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await refusedFor(asked, [alice], jointOf(alice, bob));
    },
    MPSAddSignatoriesSuccess: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create(alice, jointOf(alice));
      const join = exercise(Joint.reference, contractId, "Join", { others: [bob] });
      await asked.submit([alice, bob], join);
      const [joint] = await asked.activeContracts([bob]);
      expect(joint?.signatories).to.have.members([alice, bob]);
    },
    MPSAddSignatoriesInsufficientAuthorization: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create(alice, jointOf(alice));
      const join = exercise(Joint.reference, contractId, "Join", { others: [bob] });
      await refusedFor(asked, [alice], join, { readAs: [bob] });
    },
    MPSFetchOtherSuccess: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const contractId = await asked.create(bob, noteOf(bob));
      const read = exercise(Note.reference, contractId, "Read", { reader: alice });
      const { events } = await asked.submit(alice, read, { readAs: [bob] });
      expect(events[0]?.ExercisedEvent).to.include({ contractId });
    },
    MPSFetchOtherInsufficientAuthorization: async (asked) => {
      const { alice, bob, look } = await twoJoints(asked);
      await refusedFor(asked, [alice], look, { readAs: [bob] });
    },
    MPSFetchOtherInvisible: async (asked) => {
      const { alice, look } = await twoJoints(asked);
      await asked.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, asked.commands(alice, look)]);
    },
  },
};

/** A note of alice that bob knows by its blob. */
const disclosed = async (asked: Asked) => {
  const [alice, bob] = await asked.parties("alice", "bob");
  const contractId = await asked.create(alice, noteOf(alice));
  const [note] = await asked.activeContracts([alice], withBlobs);
  return { alice, bob, contractId, disclosure: disclosureOf(asked, note) };
};

const disclosureOf = (asked: Asked, note: Created | undefined) => ({
  templateId: note?.templateId ?? "",
  contractId: note?.contractId ?? "",
  createdEventBlob: note?.createdEventBlob ?? "",
  synchronizerId: asked.synchronizerId,
});

const readBy = (reader: string, contractId: string) =>
  exercise(Note.reference, contractId, "Read", { reader });

const refusedDisclosure = async (
  asked: Asked,
  [status, code]: readonly [number, string],
  change: (disclosure: ReturnType<typeof disclosureOf>) => readonly object[],
) => {
  const { bob, contractId, disclosure } = await disclosed(asked);
  const { end } = asked;
  const commands = asked.commands(bob, readBy(bob, contractId), {
    disclosedContracts: change(disclosure),
  });
  await asked.refused(status, code, ["POST", wait, commands]);
  expect(asked.end).to.equal(end);
};

export const explicitDisclosure: Suite = {
  name: "ExplicitDisclosureIT",
  cases: {
    EDCorrectCreatedEventBlobDisclosure: async (asked) => {
      const { bob, contractId, disclosure } = await disclosed(asked);
      const read = asked.commands(bob, readBy(bob, contractId));
      await asked.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, read]);
      await asked.submit(bob, readBy(bob, contractId), { disclosedContracts: [disclosure] });
    },
    EDSuperfluousDisclosure: async (asked) => {
      const { bob, disclosure } = await disclosed(asked);
      await asked.submit(bob, noteOf(bob), { disclosedContracts: [disclosure] });
    },
    EDArchivedDisclosedContracts: async (asked) => {
      const { alice, bob, contractId, disclosure } = await disclosed(asked);
      await asked.submit(alice, exercise(Note.reference, contractId, "Consume"));
      const commands = asked.commands(bob, readBy(bob, contractId), {
        disclosedContracts: [disclosure],
      });
      await asked.refused(404, "LOCAL_VERDICT_INACTIVE_CONTRACTS", ["POST", wait, commands]);
    },
    EDDisclosedContractsArchiveRaceTest: async (asked) => {
      const { alice, contractId, disclosure } = await disclosed(asked);
      const consume = exercise(Note.reference, contractId, "Consume");
      const racing = [{}, { disclosedContracts: [disclosure] }].map((more) =>
        asked.send("POST", wait, asked.commands(alice, consume, more)),
      );
      const answers = await Promise.all(racing);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    },
    EDMalformedDisclosedContractCreatedEventBlob: (asked) =>
      refusedDisclosure(asked, [400, "INVALID_ARGUMENT"], (disclosure) => [
        { ...disclosure, createdEventBlob: "AAAA" },
      ]),
    EDInconsistentDisclosedContract: (asked) =>
      refusedDisclosure(asked, [400, "INVALID_ARGUMENT"], (disclosure) => [
        { ...disclosure, contractId: `00${"ab".repeat(32)}ca12${"cd".repeat(12)}` },
      ]),
    EDDuplicates: async (asked) => {
      const { bob, contractId, disclosure } = await disclosed(asked);
      const disclosedContracts = [disclosure, disclosure];
      await asked.submit(bob, readBy(bob, contractId), { disclosedContracts });
    },
    EDRejectOnCreatedEventBlobNotSet: (asked) =>
      refusedDisclosure(asked, [400, "MISSING_FIELD"], (disclosure) => [
        { ...disclosure, createdEventBlob: "" },
      ]),
    EDDiscloseeUsesWitnessedContract: async (asked) => {
      const { bob, contractId, disclosure } = await disclosed(asked);
      const seen = await asked.submit(bob, readBy(bob, contractId), {
        disclosedContracts: [disclosure],
      });
      expect(seen.events[0]?.ExercisedEvent).to.include({ contractId, choice: "Read" });
    },
    EDFailOnDisclosedContractIdMismatchWithPrescribedSynchronizerId: async (asked) => {
      const { bob, contractId, disclosure } = await disclosed(asked);
      const elsewhere = { ...disclosure, synchronizerId: `other::1220${"ab".repeat(32)}` };
      const commands = asked.commands(bob, readBy(bob, contractId), {
        disclosedContracts: [elsewhere],
        synchronizerId: disclosure.synchronizerId,
      });
      await asked.refused(400, "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH", ["POST", wait, commands]);
    },
  },
};

/** One id without the suffix by which the ledger recognizes contracts, and one with it. */
const bare = `00${"ab".repeat(32)}`;
const suffixed = `${bare}ca121220${"cd".repeat(32)}`;

const places: Readonly<Record<string, (owner: string, contractId: string) => object>> = {
  CreatePayload: (owner, other) => valuesJson(owner, { other }),
  ExerciseTarget: (_, contractId) => exercise(Note.reference, contractId, "Keep"),
  ChoiceArgument: (_, other) =>
    exercise(Values.reference, other, "Take", { items: [], byText: {}, other }),
  CreateAndExercisePayload: (owner, other) => ({
    CreateAndExerciseCommand: {
      ...valuesJson(owner, { other }).CreateCommand,
      choice: "Take",
      choiceArgument: { items: [], byText: {} },
    },
  }),
  CreateAndExerciseChoiceArgument: (owner, other) => ({
    CreateAndExerciseCommand: {
      ...valuesJson(owner).CreateCommand,
      choice: "Take",
      choiceArgument: { items: [], byText: {}, other },
    },
  }),
};

export const contractIds: Suite = {
  name: "ContractIdIT",
  cases: Object.fromEntries(
    Object.entries(places).flatMap(([place, commandOf]) => [
      [
        `RejectNonSuffixedV1Cid${place}`,
        async (asked: Asked) => {
          const alice = await asked.party("alice");
          const commands = asked.commands(alice, commandOf(alice, bare));
          await asked.refused(400, "COMMAND_PREPROCESSING_FAILED", ["POST", wait, commands]);
        },
      ],
      [
        `AcceptSuffixedV1Cid${place}`,
        async (asked: Asked) => {
          const alice = await asked.party("alice");
          const commands = asked.commands(alice, commandOf(alice, suffixed));
          const { status, text } = await asked.send("POST", wait, commands);
          expect([200, 404], text).to.include(status);
          if (status === 404) expect(text).to.include("CONTRACT_NOT_FOUND");
        },
      ],
    ]),
  ),
};

export const wrongTemplate: Suite = {
  name: "WronglyTypedContractIdIT",
  cases: Object.fromEntries(
    ["WTExerciseFails", "WTMultipleExerciseFails"].map((id, index) => [
      id,
      async (asked: Asked) => {
        const alice = await asked.party("alice");
        const note = await asked.create(alice, noteOf(alice));
        const joint = await asked.create(alice, jointOf(alice));
        const wrong = exercise(Joint.reference, note, "Join", { others: [] });
        const right = exercise(Joint.reference, joint, "Join", { others: [] });
        const commands = asked.commands(alice, index === 0 ? [wrong] : [right, wrong]);
        await asked.refused(400, "WRONGLY_TYPED_CONTRACT", ["POST", wait, commands]);
        expect(await asked.activeContracts([alice])).to.have.length(2);
      },
    ]),
  ),
};
