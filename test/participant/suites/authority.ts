import { expect } from "chai";

import { type CaseLedger, type Created, withBlobs } from "../../support/catalogue/case-ledger.ts";
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

const refusedFor = async (
  api: CaseLedger,
  actAs: readonly string[],
  command: object,
  more = {},
) => {
  await api.refused(400, "DAML_AUTHORIZATION_ERROR", [
    "POST",
    wait,
    api.commands(actAs, command, more),
  ]);
};

/** Creates two contracts: one of alice alone, and one that she does not see. */
const twoJoints = async (api: CaseLedger) => {
  const [alice, bob] = await api.parties("alice", "bob");
  const own = await api.create(alice, jointOf(alice));
  const other = await api.create(bob, jointOf(bob));
  return { alice, bob, own, look: exercise(Joint.reference, own, "LookAt", { other }) };
};

export const multiParty: Suite = {
  name: "MultiPartySubmissionIT",
  cases: {
    MPSSubmit: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await api.post(wait, api.commands([alice, bob], jointOf(alice, bob)));
      expect(await api.activeContracts([bob])).to.have.length(1);
    },
    MPSCreateSuccess: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const { events } = await api.submit([alice, bob], jointOf(alice, bob));
      expect(events[0]?.CreatedEvent?.signatories).to.have.members([alice, bob]);
    },
    MPSCreateInsufficientAuthorization: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await refusedFor(api, [alice], jointOf(alice, bob));
    },
    MPSAddSignatoriesSuccess: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, jointOf(alice));
      const join = exercise(Joint.reference, contractId, "Join", { others: [bob] });
      await api.submit([alice, bob], join);
      const [joint] = await api.activeContracts([bob]);
      expect(joint?.signatories).to.have.members([alice, bob]);
    },
    MPSAddSignatoriesInsufficientAuthorization: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(alice, jointOf(alice));
      const join = exercise(Joint.reference, contractId, "Join", { others: [bob] });
      await refusedFor(api, [alice], join, { readAs: [bob] });
    },
    MPSFetchOtherSuccess: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const contractId = await api.create(bob, noteOf(bob));
      const read = exercise(Note.reference, contractId, "Read", { reader: alice });
      const { events } = await api.submit(alice, read, { readAs: [bob] });
      expect(events[0]?.ExercisedEvent).to.include({ contractId });
    },
    MPSFetchOtherInsufficientAuthorization: async (api) => {
      const { alice, bob, look } = await twoJoints(api);
      await refusedFor(api, [alice], look, { readAs: [bob] });
    },
    MPSFetchOtherInvisible: async (api) => {
      const { alice, look } = await twoJoints(api);
      await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, api.commands(alice, look)]);
    },
  },
};

/** Creates a note of alice, and returns it as a disclosed contract for bob. */
const disclosed = async (api: CaseLedger) => {
  const [alice, bob] = await api.parties("alice", "bob");
  const contractId = await api.create(alice, noteOf(alice));
  const [note] = await api.activeContracts([alice], withBlobs);
  return { alice, bob, contractId, disclosure: disclosureOf(api, note) };
};

const disclosureOf = (api: CaseLedger, note: Created | undefined) => ({
  templateId: note?.templateId ?? "",
  contractId: note?.contractId ?? "",
  createdEventBlob: note?.createdEventBlob ?? "",
  synchronizerId: api.synchronizerId,
});

const readBy = (reader: string, contractId: string) =>
  exercise(Note.reference, contractId, "Read", { reader });

const refusedDisclosure = async (
  api: CaseLedger,
  [status, code]: readonly [number, string],
  change: (disclosure: ReturnType<typeof disclosureOf>) => readonly object[],
) => {
  const { bob, contractId, disclosure } = await disclosed(api);
  const { end } = api;
  const commands = api.commands(bob, readBy(bob, contractId), {
    disclosedContracts: change(disclosure),
  });
  await api.refused(status, code, ["POST", wait, commands]);
  expect(api.end).to.equal(end);
};

export const explicitDisclosure: Suite = {
  name: "ExplicitDisclosureIT",
  cases: {
    EDCorrectCreatedEventBlobDisclosure: async (api) => {
      const { bob, contractId, disclosure } = await disclosed(api);
      const read = api.commands(bob, readBy(bob, contractId));
      await api.refused(404, "CONTRACT_NOT_FOUND", ["POST", wait, read]);
      await api.submit(bob, readBy(bob, contractId), { disclosedContracts: [disclosure] });
    },
    EDSuperfluousDisclosure: async (api) => {
      const { bob, disclosure } = await disclosed(api);
      await api.submit(bob, noteOf(bob), { disclosedContracts: [disclosure] });
    },
    EDArchivedDisclosedContracts: async (api) => {
      const { alice, bob, contractId, disclosure } = await disclosed(api);
      await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
      const commands = api.commands(bob, readBy(bob, contractId), {
        disclosedContracts: [disclosure],
      });
      await api.refused(404, "LOCAL_VERDICT_INACTIVE_CONTRACTS", ["POST", wait, commands]);
    },
    EDDisclosedContractsArchiveRaceTest: async (api) => {
      const { alice, contractId, disclosure } = await disclosed(api);
      const consume = exercise(Note.reference, contractId, "Consume");
      const racing = [{}, { disclosedContracts: [disclosure] }].map((more) =>
        api.send("POST", wait, api.commands(alice, consume, more)),
      );
      const answers = await Promise.all(racing);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    },
    EDMalformedDisclosedContractCreatedEventBlob: (api) =>
      refusedDisclosure(api, [400, "INVALID_ARGUMENT"], (disclosure) => [
        { ...disclosure, createdEventBlob: "AAAA" },
      ]),
    EDInconsistentDisclosedContract: (api) =>
      refusedDisclosure(api, [400, "INVALID_ARGUMENT"], (disclosure) => [
        { ...disclosure, contractId: `00${"ab".repeat(32)}ca12${"cd".repeat(12)}` },
      ]),
    EDDuplicates: async (api) => {
      const { bob, contractId, disclosure } = await disclosed(api);
      const disclosedContracts = [disclosure, disclosure];
      await api.submit(bob, readBy(bob, contractId), { disclosedContracts });
    },
    EDRejectOnCreatedEventBlobNotSet: (api) =>
      refusedDisclosure(api, [400, "MISSING_FIELD"], (disclosure) => [
        { ...disclosure, createdEventBlob: "" },
      ]),
    EDDiscloseeUsesWitnessedContract: async (api) => {
      const { bob, contractId, disclosure } = await disclosed(api);
      const seen = await api.submit(bob, readBy(bob, contractId), {
        disclosedContracts: [disclosure],
      });
      expect(seen.events[0]?.ExercisedEvent).to.include({ contractId, choice: "Read" });
    },
    EDFailOnDisclosedContractIdMismatchWithPrescribedSynchronizerId: async (api) => {
      const { bob, contractId, disclosure } = await disclosed(api);
      const elsewhere = { ...disclosure, synchronizerId: `other::1220${"ab".repeat(32)}` };
      const commands = api.commands(bob, readBy(bob, contractId), {
        disclosedContracts: [elsewhere],
        synchronizerId: disclosure.synchronizerId,
      });
      await api.refused(400, "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH", ["POST", wait, commands]);
    },
  },
};

/** Two contract ids: one without the suffix that contracts of a ledger have, and one with it. */
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
        async (api: CaseLedger) => {
          const alice = await api.party("alice");
          const commands = api.commands(alice, commandOf(alice, bare));
          await api.refused(400, "COMMAND_PREPROCESSING_FAILED", ["POST", wait, commands]);
        },
      ],
      [
        `AcceptSuffixedV1Cid${place}`,
        async (api: CaseLedger) => {
          const alice = await api.party("alice");
          const commands = api.commands(alice, commandOf(alice, suffixed));
          const { status, text } = await api.send("POST", wait, commands);
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
      async (api: CaseLedger) => {
        const alice = await api.party("alice");
        const note = await api.create(alice, noteOf(alice));
        const joint = await api.create(alice, jointOf(alice));
        const wrong = exercise(Joint.reference, note, "Join", { others: [] });
        const right = exercise(Joint.reference, joint, "Join", { others: [] });
        const commands = api.commands(alice, index === 0 ? [wrong] : [right, wrong]);
        await api.refused(400, "WRONGLY_TYPED_CONTRACT", ["POST", wait, commands]);
        expect(await api.activeContracts([alice])).to.have.length(2);
      },
    ]),
  ),
};
