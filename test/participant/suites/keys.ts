import { expect } from "chai";

import {
  type Asked,
  createdIn,
  type Fields,
  formatFor,
  withBlobs,
} from "../../support/catalogue/asked.ts";
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
  asked: Asked,
  [status, code]: readonly [number, string],
  actAs: string | readonly string[],
  command: object,
  more: Fields = {},
) => asked.refused(status, code, ["POST", wait, asked.commands(actAs, command, more)]);

const noKey = [404, "CONTRACT_KEY_NOT_FOUND"] as const;
const noAuthority = [400, "DAML_AUTHORIZATION_ERROR"] as const;

/** A deed with its blob, and its template by package id. */
const disclosedDeed = async (asked: Asked, owner: string) => {
  const { transaction } = await asked.post<{
    readonly transaction: Parameters<typeof createdIn>[0];
  }>("/v2/commands/submit-and-wait-for-transaction", {
    commands: asked.commands(owner, deedOf(owner, "d")),
    transactionFormat: formatFor([owner], "TRANSACTION_SHAPE_ACS_DELTA", withBlobs),
  });
  const { contractId, templateId, createdEventBlob } = createdIn(transaction);
  const disclosure = { contractId, templateId, createdEventBlob, synchronizerId: "" };
  return { contractId, disclosedContracts: [disclosure] };
};

export const contractKeys: Suite = {
  name: "ContractKeysIT",
  cases: {
    CKNoContractKey: async (asked) => {
      const alice = await asked.party("alice");
      const { contractKey } = createdIn(await asked.submit(alice, noteOf(alice)));
      expect(contractKey).to.equal(null);
    },
    CKExposedByTemplate: async (asked) => {
      const alice = await asked.party("alice");
      const { contractKey } = createdIn(await asked.submit(alice, deedOf(alice, "d")));
      expect(contractKey).to.deep.equal({ owner: alice, name: "d" });
    },
    CKNoFetchUndisclosed: async (asked) => {
      const { alice, bob, deed } = await keptBy(asked);
      const worker = await asked.create(bob, workerOf(bob));
      const run = (program: string) => runOf(worker, program, { owner: alice, deed });
      await refusedCommand(asked, noKey, bob, run("fetchByKey"));
      await refusedCommand(asked, [404, "CONTRACT_NOT_FOUND"], bob, run("fetch"));
    },
    CKMaintainerScoped: async (asked) => {
      const { alice, bob, deed } = await keptBy(asked, { readers: ["bob"] });
      const worker = await asked.create(bob, workerOf(bob));
      const own = await asked.create(alice, workerOf(alice));
      // An observer may fetch the contract by its key, but not look up whether the key exists.
      await asked.submit(bob, runOf(worker, "fetchByKey", { owner: alice, deed }));
      await refusedCommand(asked, noAuthority, bob, runOf(worker, "some", { owner: alice, deed }));
      await refusedCommand(
        asked,
        noKey,
        bob,
        runOf(worker, "fetchByKey", { owner: alice, name: "e" }),
      );
      await asked.submit(alice, runOf(own, "some fetchByKey", { owner: alice, deed }));
      await asked.submit(alice, runOf(own, "none", { owner: alice, name: "e" }));
      await refusedCommand(asked, noAuthority, bob, deedOf(alice, "f"));
    },
    CKRecreate: async (asked) => {
      const { alice, deed } = await keptBy(asked);
      const worker = await asked.create(alice, workerOf(alice));
      const { events } = await asked.submit(
        alice,
        runOf(worker, "use create", { owner: alice, deed }),
      );
      const { contractId, contractKey } = createdIn({ events });
      expect(contractId).not.to.equal(deed);
      expect(contractKey).to.deep.equal({ owner: alice, name: "d" });
    },
    CKTransients: async (asked) => {
      const alice = await asked.party("alice");
      const transient = {
        CreateAndExerciseCommand: {
          ...deedOf(alice, "d").CreateCommand,
          choice: "Use",
          choiceArgument: {},
        },
      };
      await asked.submit(alice, transient);
      await refusedCommand(asked, noKey, alice, byKey([alice, "d"], "Touch"));
      await asked.submit(alice, deedOf(alice, "d"));
      await asked.submit(alice, byKey([alice, "d"], "Touch"));
    },
    CKExerciseByKey: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await refusedCommand(asked, noKey, alice, byKey([alice, "d"], "Use"));
      await asked.submit(alice, deedOf(alice, "d"));
      await refusedCommand(asked, noKey, bob, byKey([alice, "d"], "Use"));
      await asked.submit(alice, byKey([alice, "d"], "Use"));
      await refusedCommand(asked, noKey, alice, byKey([alice, "d"], "Use"));
    },
    CKLocalLookupByKeyVisibility: (asked) => ownProgram(asked, "create some"),
    CKLocalFetchByKeyVisibility: (asked) => ownProgram(asked, "create fetchByKey"),
    CKDisclosedContractKeyReusabilityAsSubmitter: async (asked) => {
      const { alice } = await keptBy(asked);
      for (let round = 0; round < 2; round++) {
        await asked.submit(alice, byKey([alice, "d"], "Use"));
        await asked.submit(alice, deedOf(alice, "d"));
      }
      await asked.submit(alice, byKey([alice, "d"], "Touch"));
    },
    CKGlocalKeyVisibility: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const { disclosedContracts } = await disclosedDeed(asked, alice);
      const show = byKey([alice, "d"], "Show", { reader: bob });
      await refusedCommand(asked, noKey, bob, show);
      await asked.submit(bob, show, { disclosedContracts });
      await asked.submit(bob, show, { readAs: [alice] });
    },
  },
};

const ownProgram = async (asked: Asked, program: string) => {
  const alice = await asked.party("alice");
  const worker = await asked.create(alice, workerOf(alice));
  await asked.submit(alice, runOf(worker, program, { owner: alice }));
};

/** Bob uses alice's contract, with or without reading as her. */
const workOfBob = async (asked: Asked, { sees = false, signed = false } = {}) => {
  const { alice, bob, deed } = await keptBy(asked, sees ? { readers: ["bob"] } : {});
  const signers = signed ? [alice] : [];
  const worker = await asked.create([bob, ...signers], workerOf(bob, signers));
  return { alice, bob, run: (program: string) => runOf(worker, program, { owner: alice, deed }) };
};

export const multiPartyKeys: Suite = {
  name: "ContractKeysMultiPartySubmissionIT",
  cases: {
    MPSFetchOtherByKeyOtherSuccess: async (asked) => {
      const { alice, bob, run } = await workOfBob(asked, { signed: true });
      await asked.submit(bob, run("fetchByKey"), { readAs: [alice] });
    },
    MPSFetchOtherByKeyInsufficientAuthorization: async (asked) => {
      const { alice, bob, run } = await workOfBob(asked);
      await refusedCommand(asked, noAuthority, bob, run("fetchByKey"), { readAs: [alice] });
    },
    MPSFetchOtherByKeyInvisible: async (asked) => {
      const { bob, run } = await workOfBob(asked);
      await refusedCommand(asked, noKey, bob, run("fetchByKey"));
    },
    MPSLookupOtherByKeyOtherSuccess: async (asked) => {
      const { alice, bob, run } = await workOfBob(asked, { signed: true });
      await asked.submit(bob, run("some"), { readAs: [alice] });
    },
    MPSLookupOtherByKeyInsufficientAuthorization: async (asked) => {
      const { alice, bob, run } = await workOfBob(asked);
      await refusedCommand(asked, noAuthority, bob, run("some"), { readAs: [alice] });
    },
    MPSLookupOtherByKeyInvisible: async (asked) => {
      const { bob, run } = await workOfBob(asked, { signed: true });
      await refusedCommand(asked, [400, "DAML_FAILURE"], bob, run("some"));
      const [refusal] = asked.refusals;
      expect((refusal?.["context"] as Fields | undefined)?.["exercise_trace"]).to.include(
        "Work:Worker:Run",
      );
    },
  },
};

/** One id without the suffix by which the ledger recognizes contracts, and one with it. */
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

const linked = async (asked: Asked) => {
  const { alice, deed } = await keptBy(asked);
  return { alice, link: await asked.create(alice, Link.create({ owner: alice, at: deed })) };
};

export const keyedContractIds: Suite = {
  name: "ContractKeysContractIdIT",
  cases: Object.fromEntries(
    Object.entries(places).flatMap(([place, commandOf]): readonly (readonly [string, Case])[] => [
      [
        `RejectNonSuffixedV1CKCid${place}`,
        async (asked) => {
          const { alice, link } = await linked(asked);
          const refusal = [400, "COMMAND_PREPROCESSING_FAILED"] as const;
          await refusedCommand(asked, refusal, alice, commandOf(alice, link, bare));
        },
      ],
      [
        `AcceptSuffixedV1CKCid${place}`,
        async (asked) => {
          const { alice, link } = await linked(asked);
          const command = commandOf(alice, link, suffixed);
          if (place === "ExerciseTarget") {
            await refusedCommand(asked, [404, "CONTRACT_NOT_FOUND"], alice, command);
          } else {
            await asked.submit(alice, command);
          }
        },
      ],
    ]),
  ),
};

export const keyedDisclosure: Suite = {
  name: "ContractKeysExplicitDisclosureIT",
  cases: {
    EDExerciseByKeyDisclosedContract: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const { disclosedContracts } = await disclosedDeed(asked, alice);
      const show = byKey([alice, "d"], "Show", { reader: bob });
      await refusedCommand(asked, noKey, bob, show);
      await asked.submit(bob, show, { disclosedContracts });
    },
  },
};

export const keyedDivulgence: Suite = {
  name: "ContractKeysDivulgenceIT",
  cases: {
    DivulgenceKeys: async (asked) => {
      const { alice, bob, deed } = await keptBy(asked);
      const worker = await asked.create([alice, bob], workerOf(bob, [alice]));
      const work = runOf(worker, "fetchByKey touch use create", { owner: alice, deed });
      await asked.submit([alice, bob], work);
      // Bob saw the result, and is a stakeholder of none of it.
      const held = await asked.activeContracts([bob]);
      expect(held.map(({ contractId }) => contractId)).to.deep.equal([worker]);
    },
  },
};

export const keyedWrongType: Suite = {
  name: "ContractKeysWronglyTypedContractIdIT",
  cases: {
    WTFetchFails: async (asked) => {
      const alice = await asked.party("alice");
      const worker = await asked.create(alice, workerOf(alice));
      const deed = await asked.create(alice, noteOf(alice));
      const run = runOf(worker, "fetch", { owner: alice, deed });
      await refusedCommand(asked, [400, "WRONGLY_TYPED_CONTRACT"], alice, run);
    },
  },
};

export const keyPrefetching: Suite = {
  name: "PrefetchContractKeysIT",
  cases: {
    // The JSON decoder does not detect a key of another type.
    CSprefetchContractKeysWronglyTyped: async (asked) => {
      const { alice } = await keptBy(asked);
      const templateId = `${workPackage.packageId}:Work:Deed`;
      const prefetchContractKeys = [{ templateId, contractKey: alice }];
      await refusedCommand(
        asked,
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
    StopOnCompletionFailure: async (asked) => {
      const { alice } = await keptBy(asked);
      const consume = byKey([alice, "d"], "Use");
      const twice = [1, 2].map(() => asked.send("POST", wait, asked.commands(alice, consume)));
      const answers = await Promise.all(twice);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404]);
    },
  },
};

/** Submits all commands at once. Returns the offsets of those that succeeded. */
const race = async (asked: Asked, actAs: string, commands: readonly object[]) => {
  const answers = await Promise.all(
    commands.map((command) => asked.send("POST", wait, asked.commands(actAs, command))),
  );
  return answers.map(({ status, json }) =>
    status === 200 ? (json as { readonly completionOffset: number }).completionOffset : undefined,
  );
};

/** Archives a deed while other commands use it: successful commands precede the archival. */
const archivalAgainst =
  (other: (deed: string, worker: string, owner: string) => object): Case =>
  async (asked) => {
    const { alice, deed } = await keptBy(asked);
    const worker = await asked.create(alice, workerOf(alice));
    const use = other(deed, worker, alice);
    const archive = exercise(Deed.reference, deed, "Archive");
    const [first, archived, ...later] = await race(asked, alice, [use, archive, use, use]);
    expect(first).to.be.lessThan(archived ?? 0);
    expect(later).to.deep.equal([undefined, undefined]);
  };

const program = (words: string) => (deed: string, worker: string, owner: string) =>
  runOf(worker, words, { owner, deed });

export const races: Suite = {
  name: "RaceConditionIT",
  cases: {
    WWDoubleArchive: async (asked) => {
      const { alice, deed } = await keptBy(asked);
      const archive = exercise(Deed.reference, deed, "Archive");
      const found = await race(
        asked,
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
    // A rollback of an archival is refused, whichever command is first.
    RWArchiveVsRollbackConsumingChoice: async (asked) => {
      const { alice, deed } = await keptBy(asked);
      const worker = await asked.create(alice, workerOf(alice));
      const undone = runOf(worker, "( use throw )", { owner: alice, deed });
      const archive = exercise(Deed.reference, deed, "Archive");
      const [first, archived, last] = await race(asked, alice, [undone, archive, undone]);
      expect([first, last]).to.deep.equal([undefined, undefined]);
      expect(archived).to.be.a("number");
    },
  },
};
