import { expect } from "chai";

import {
  type CaseLedger,
  createdIn,
  type Fields,
  formatFor,
  withBlobs,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Deed, Link, workPackage } from "../../support/catalogue/worker.ts";
import { deedOf, keptBy, runOf, wait, workerOf } from "./work.ts";

const byKey = (
  [owner, name]: readonly [owner: string, name: string],
  choice: string,
  choiceArgument: unknown = {},
) => ({
  ExerciseByKeyCommand: {
    templateId: Deed.reference,
    contractKey: { owner, name },
    choice,
    choiceArgument,
  },
});

const refusedCommand = (
  api: CaseLedger,
  [status, code]: readonly [number, string],
  actAs: string | readonly string[],
  command: object,
  more: Fields = {},
) => api.refused(status, code, ["POST", wait, api.commands(actAs, command, more)]);

const noKey = [404, "CONTRACT_KEY_NOT_FOUND"] as const;
const noAuthority = [400, "DAML_AUTHORIZATION_ERROR"] as const;

/** Creates a deed. Returns it as a disclosed contract whose template has a package id. */
const disclosedDeed = async (api: CaseLedger, owner: string) => {
  const { transaction } = await api.post<{
    readonly transaction: Parameters<typeof createdIn>[0];
  }>("/v2/commands/submit-and-wait-for-transaction", {
    commands: api.commands(owner, deedOf(owner, "d")),
    transactionFormat: formatFor([owner], "TRANSACTION_SHAPE_ACS_DELTA", withBlobs),
  });
  const { contractId, templateId, createdEventBlob } = createdIn(transaction);
  const disclosure = { contractId, templateId, createdEventBlob, synchronizerId: "" };
  return { contractId, disclosedContracts: [disclosure] };
};

export const contractKeys: Suite = {
  name: "ContractKeysIT",
  cases: {
    CKNoContractKey: async (api) => {
      const alice = await api.party("alice");
      const { contractKey } = createdIn(await api.submit(alice, noteOf(alice)));
      expect(contractKey).to.equal(null);
    },
    CKExposedByTemplate: async (api) => {
      const alice = await api.party("alice");
      const { contractKey } = createdIn(await api.submit(alice, deedOf(alice, "d")));
      expect(contractKey).to.deep.equal({ owner: alice, name: "d" });
    },
    CKNoFetchUndisclosed: async (api) => {
      const { alice, bob, deed } = await keptBy(api);
      const worker = await api.create(bob, workerOf(bob));
      const run = (program: string) => runOf(worker, program, { owner: alice, deed });
      await refusedCommand(api, noKey, bob, run("fetchByKey"));
      await refusedCommand(api, [404, "CONTRACT_NOT_FOUND"], bob, run("fetch"));
    },
    CKMaintainerScoped: async (api) => {
      const { alice, bob, deed } = await keptBy(api, { readers: ["bob"] });
      const worker = await api.create(bob, workerOf(bob));
      const own = await api.create(alice, workerOf(alice));
      // An observer may fetch the contract by its key, but may not run a lookup that also shows the absence
      // of a contract.
      await api.submit(bob, runOf(worker, "fetchByKey", { owner: alice, deed }));
      await refusedCommand(api, noAuthority, bob, runOf(worker, "some", { owner: alice, deed }));
      await refusedCommand(
        api,
        noKey,
        bob,
        runOf(worker, "fetchByKey", { owner: alice, name: "e" }),
      );
      await api.submit(alice, runOf(own, "some fetchByKey", { owner: alice, deed }));
      await api.submit(alice, runOf(own, "none", { owner: alice, name: "e" }));
      await refusedCommand(api, noAuthority, bob, deedOf(alice, "f"));
    },
    CKRecreate: async (api) => {
      const { alice, deed } = await keptBy(api);
      const worker = await api.create(alice, workerOf(alice));
      const { events } = await api.submit(
        alice,
        runOf(worker, "use create", { owner: alice, deed }),
      );
      const { contractId, contractKey } = createdIn({ events });
      expect(contractId).not.to.equal(deed);
      expect(contractKey).to.deep.equal({ owner: alice, name: "d" });
    },
    CKTransients: async (api) => {
      const alice = await api.party("alice");
      const transient = {
        CreateAndExerciseCommand: {
          ...deedOf(alice, "d").CreateCommand,
          choice: "Use",
          choiceArgument: {},
        },
      };
      await api.submit(alice, transient);
      await refusedCommand(api, noKey, alice, byKey([alice, "d"], "Touch"));
      await api.submit(alice, deedOf(alice, "d"));
      await api.submit(alice, byKey([alice, "d"], "Touch"));
    },
    CKExerciseByKey: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await refusedCommand(api, noKey, alice, byKey([alice, "d"], "Use"));
      await api.submit(alice, deedOf(alice, "d"));
      await refusedCommand(api, noKey, bob, byKey([alice, "d"], "Use"));
      await api.submit(alice, byKey([alice, "d"], "Use"));
      await refusedCommand(api, noKey, alice, byKey([alice, "d"], "Use"));
    },
    CKLocalLookupByKeyVisibility: (api) => ownProgram(api, "create some"),
    CKLocalFetchByKeyVisibility: (api) => ownProgram(api, "create fetchByKey"),
    CKDisclosedContractKeyReusabilityAsSubmitter: async (api) => {
      const { alice } = await keptBy(api);
      for (let round = 0; round < 2; round++) {
        await api.submit(alice, byKey([alice, "d"], "Use"));
        await api.submit(alice, deedOf(alice, "d"));
      }
      await api.submit(alice, byKey([alice, "d"], "Touch"));
    },
    CKGlocalKeyVisibility: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const { disclosedContracts } = await disclosedDeed(api, alice);
      const show = byKey([alice, "d"], "Show", { reader: bob });
      await refusedCommand(api, noKey, bob, show);
      await api.submit(bob, show, { disclosedContracts });
      await api.submit(bob, show, { readAs: [alice] });
    },
  },
};

const ownProgram = async (api: CaseLedger, program: string) => {
  const alice = await api.party("alice");
  const worker = await api.create(alice, workerOf(alice));
  await api.submit(alice, runOf(worker, program, { owner: alice }));
};

/** Runs a program of bob that uses alice's contract, with or without reading as her. */
const workOfBob = async (api: CaseLedger, { sees = false, signed = false } = {}) => {
  const { alice, bob, deed } = await keptBy(api, sees ? { readers: ["bob"] } : {});
  const signers = signed ? [alice] : [];
  const worker = await api.create([bob, ...signers], workerOf(bob, signers));
  return { alice, bob, run: (program: string) => runOf(worker, program, { owner: alice, deed }) };
};

export const multiPartyKeys: Suite = {
  name: "ContractKeysMultiPartySubmissionIT",
  cases: {
    MPSFetchOtherByKeyOtherSuccess: async (api) => {
      const { alice, bob, run } = await workOfBob(api, { signed: true });
      await api.submit(bob, run("fetchByKey"), { readAs: [alice] });
    },
    MPSFetchOtherByKeyInsufficientAuthorization: async (api) => {
      const { alice, bob, run } = await workOfBob(api);
      await refusedCommand(api, noAuthority, bob, run("fetchByKey"), { readAs: [alice] });
    },
    MPSFetchOtherByKeyInvisible: async (api) => {
      const { bob, run } = await workOfBob(api);
      await refusedCommand(api, noKey, bob, run("fetchByKey"));
    },
    MPSLookupOtherByKeyOtherSuccess: async (api) => {
      const { alice, bob, run } = await workOfBob(api, { signed: true });
      await api.submit(bob, run("some"), { readAs: [alice] });
    },
    MPSLookupOtherByKeyInsufficientAuthorization: async (api) => {
      const { alice, bob, run } = await workOfBob(api);
      await refusedCommand(api, noAuthority, bob, run("some"), { readAs: [alice] });
    },
    MPSLookupOtherByKeyInvisible: async (api) => {
      const { bob, run } = await workOfBob(api, { signed: true });
      await refusedCommand(api, [400, "DAML_FAILURE"], bob, run("some"));
      const [refusal] = api.refusals;
      expect((refusal?.["context"] as Fields | undefined)?.["exercise_trace"]).to.include(
        "Work:Worker:Run",
      );
    },
  },
};

/** Two contract ids: one without the suffix that contracts of a ledger have, and one with it. */
const bare = `00${"ab".repeat(32)}`;
const suffixed = `${bare}ca121220${"cd".repeat(32)}`;

const places: Readonly<Record<string, (owner: string, link: string, at: string) => object>> = {
  CreatePayload: (owner, _, at) => Link.create({ owner, at }),
  ExerciseTarget: (_, link, target) => exercise(Link.reference, target, "Change", { at: link }),
  ChoiceArgument: (_, link, at) => exercise(Link.reference, link, "Change", { at }),
  CreateAndExercisePayload: (owner, link, at) => createAndChange({ owner, at }, link),
  CreateAndExerciseChoiceArgument: (owner, link, at) => createAndChange({ owner, at: link }, at),
  ExerciseByKey: (owner, _, at) => ({
    ExerciseByKeyCommand: {
      templateId: Link.reference,
      contractKey: { owner },
      choice: "Change",
      choiceArgument: { at },
    },
  }),
};

const createAndChange = (createArguments: object, at: string) => ({
  CreateAndExerciseCommand: {
    templateId: Link.reference,
    createArguments,
    choice: "Change",
    choiceArgument: { at },
  },
});

const linked = async (api: CaseLedger) => {
  const { alice, deed } = await keptBy(api);
  return { alice, link: await api.create(alice, Link.create({ owner: alice, at: deed })) };
};

export const keyedContractIds: Suite = {
  name: "ContractKeysContractIdIT",
  cases: Object.fromEntries(
    Object.entries(places).flatMap(([place, commandOf]): readonly (readonly [string, Case])[] => [
      [
        `RejectNonSuffixedV1CKCid${place}`,
        async (api) => {
          const { alice, link } = await linked(api);
          const refusal = [400, "COMMAND_PREPROCESSING_FAILED"] as const;
          await refusedCommand(api, refusal, alice, commandOf(alice, link, bare));
        },
      ],
      [
        `AcceptSuffixedV1CKCid${place}`,
        async (api) => {
          const { alice, link } = await linked(api);
          const command = commandOf(alice, link, suffixed);
          if (place === "ExerciseTarget") {
            await refusedCommand(api, [404, "CONTRACT_NOT_FOUND"], alice, command);
          } else {
            await api.submit(alice, command);
          }
        },
      ],
    ]),
  ),
};

export const keyedDisclosure: Suite = {
  name: "ContractKeysExplicitDisclosureIT",
  cases: {
    EDExerciseByKeyDisclosedContract: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const { disclosedContracts } = await disclosedDeed(api, alice);
      const show = byKey([alice, "d"], "Show", { reader: bob });
      await refusedCommand(api, noKey, bob, show);
      await api.submit(bob, show, { disclosedContracts });
    },
  },
};

export const keyedDivulgence: Suite = {
  name: "ContractKeysDivulgenceIT",
  cases: {
    DivulgenceKeys: async (api) => {
      const { alice, bob, deed } = await keptBy(api);
      const worker = await api.create([alice, bob], workerOf(bob, [alice]));
      const work = runOf(worker, "fetchByKey touch use create", { owner: alice, deed });
      await api.submit([alice, bob], work);
      // Bob has seen the created contracts, but is not a stakeholder of any.
      const held = await api.activeContracts([bob]);
      expect(held.map(({ contractId }) => contractId)).to.deep.equal([worker]);
    },
  },
};

export const keyedWrongType: Suite = {
  name: "ContractKeysWronglyTypedContractIdIT",
  cases: {
    WTFetchFails: async (api) => {
      const alice = await api.party("alice");
      const worker = await api.create(alice, workerOf(alice));
      const deed = await api.create(alice, noteOf(alice));
      const run = runOf(worker, "fetch", { owner: alice, deed });
      await refusedCommand(api, [400, "WRONGLY_TYPED_CONTRACT"], alice, run);
    },
  },
};

export const keyPrefetching: Suite = {
  name: "PrefetchContractKeysIT",
  cases: {
    // The JSON decoder does not detect a key of another type.
    CSprefetchContractKeysWronglyTyped: async (api) => {
      const { alice } = await keptBy(api);
      const templateId = `${workPackage.packageId}:Work:Deed`;
      const prefetchContractKeys = [{ templateId, contractKey: alice }];
      await refusedCommand(
        api,
        [500, "LEDGER_API_INTERNAL_ERROR"],
        alice,
        byKey([alice, "d"], "Touch"),
        { prefetchContractKeys },
      );
    },
  },
};

export const keyedDeduplication: Suite = {
  name: "ContractKeysCommandDeduplicationIT",
  cases: {
    StopOnCompletionFailure: async (api) => {
      const { alice } = await keptBy(api);
      const consume = byKey([alice, "d"], "Use");
      const twice = [1, 2].map(() => api.send("POST", wait, api.commands(alice, consume)));
      const answers = await Promise.all(twice);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404]);
    },
  },
};

/** Submits all commands concurrently. Returns the offsets of those that succeeded. */
const race = async (api: CaseLedger, actAs: string, commands: readonly object[]) => {
  const answers = await Promise.all(
    commands.map((command) => api.send("POST", wait, api.commands(actAs, command))),
  );
  return answers.map(({ status, json }) =>
    status === 200 ? (json as { readonly completionOffset: number }).completionOffset : undefined,
  );
};

/**
 * Returns a case: archives a deed while other commands use it, and expects that all successful ones precede
 * the archival.
 */
const archivalAgainst =
  (other: (deed: string, worker: string, owner: string) => object): Case =>
  async (api) => {
    const { alice, deed } = await keptBy(api);
    const worker = await api.create(alice, workerOf(alice));
    const use = other(deed, worker, alice);
    const archive = exercise(Deed.reference, deed, "Archive");
    const [first, archived, ...later] = await race(api, alice, [use, archive, use, use]);
    expect(first).to.be.lessThan(archived ?? 0);
    expect(later).to.deep.equal([undefined, undefined]);
  };

const program = (words: string) => (deed: string, worker: string, owner: string) =>
  runOf(worker, words, { owner, deed });

export const races: Suite = {
  name: "RaceConditionIT",
  cases: {
    WWDoubleArchive: async (api) => {
      const { alice, deed } = await keptBy(api);
      const archive = exercise(Deed.reference, deed, "Archive");
      const found = await race(
        api,
        alice,
        Array.from({ length: 5 }, () => archive),
      );
      expect(found.filter((offset) => offset !== undefined)).to.have.length(1);
    },
    RWArchiveVsNonConsumingChoice: archivalAgainst((deed) =>
      exercise(Deed.reference, deed, "Touch"),
    ),
    RWArchiveVsFetch: archivalAgainst(program("fetch")),
    RWArchiveVsLookupByKey: archivalAgainst(program("some")),
  },
};

export const racesWithExceptions: Suite = {
  name: "ExceptionRaceConditionIT",
  cases: {
    RWArchiveVsRollbackNonConsumingChoice: archivalAgainst(program("( touch throw )")),
    RWArchiveVsRollbackFetch: archivalAgainst(program("( fetch throw )")),
    RWArchiveVsRollbackLookupByKey: archivalAgainst(program("( some throw )")),
    // The ledger refuses to roll back an archival in both orders of the commands.
    RWArchiveVsRollbackConsumingChoice: async (api) => {
      const { alice, deed } = await keptBy(api);
      const worker = await api.create(alice, workerOf(alice));
      const undone = runOf(worker, "( use throw )", { owner: alice, deed });
      const archive = exercise(Deed.reference, deed, "Archive");
      const [first, archived, last] = await race(api, alice, [undone, archive, undone]);
      expect([first, last]).to.deep.equal([undefined, undefined]);
      expect(archived).to.be.a("number");
    },
  },
};
