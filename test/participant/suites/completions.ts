import { expect } from "chai";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import { Note, noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const submit = "/v2/commands/async/submit";
const wait = "/v2/commands/submit-and-wait";
const completions = "/v2/commands/completions?stream_idle_timeout_ms=1";

const refusedSubmission = async (
  api: CaseLedger,
  [status, code]: readonly [number, string],
  more: Fields,
  command?: object,
) => {
  const alice = await api.party("alice");
  const commands = api.commands(alice, command ?? noteOf(alice), more);
  await api.refused(status, code, ["POST", submit, commands]);
  expect(await api.completions([alice])).to.deep.equal([]);
};

export const submissionCompletion: Suite = {
  name: "CommandSubmissionCompletionIT",
  cases: {
    CSCCompletions: async (api) => {
      const alice = await api.party("alice");
      const commands = api.commands(alice, noteOf(alice));
      await api.post(submit, commands);
      const [completion] = await api.completions([alice]);
      expect(completion).to.deep.include({
        commandId: commands["commandId"],
        userId: "ann",
        actAs: [alice],
      });
      expect(completion?.status.code).to.equal(0);
    },
    CSCParticipantBeginCompletions: async (api) => {
      const alice = await api.party("alice");
      await api.post(submit, api.commands(alice, noteOf(alice)));
      await api.post(submit, api.commands(alice, noteOf(alice)));
      expect(await api.completions([alice], { beginExclusive: 0 })).to.have.length(2);
    },
    CSCNoCompletionsWithoutRightUserId: async (api) => {
      const alice = await api.party("alice");
      await api.post(submit, api.commands(alice, noteOf(alice)));
      expect(await api.completions([alice], { userId: "somebody" })).to.deep.equal([]);
    },
    CSCAfterEnd: async (api) => {
      const alice = await api.party("alice");
      const body = { userId: "ann", parties: [alice], beginExclusive: api.end + 100 };
      await api.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", completions, body]);
    },
    CSCNoCompletionsWithoutRightParty: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await api.post(submit, api.commands(alice, noteOf(alice)));
      expect(await api.completions([bob])).to.deep.equal([]);
    },
    CSCRefuseBadChoice: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const exercised = {
        templateId: Note.reference,
        contractId,
        choice: "None",
        choiceArgument: {},
      };
      const commands = api.commands(alice, { ExerciseCommand: exercised });
      await api.refused(400, "INVALID_ARGUMENT", ["POST", submit, commands]);
    },
    CSCDisallowEmptyTransactionsSubmission: async (api) => {
      const alice = await api.party("alice");
      await api.refused(400, "MISSING_FIELD", ["POST", submit, api.commands(alice, [])]);
    },
    CSCHandleMultiPartySubscriptions: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      for (const party of [alice, bob]) {
        await api.post(submit, api.commands(party, noteOf(party)));
      }
      const found = await api.completions([alice, bob]);
      expect(found.map(({ actAs }) => actAs)).to.deep.equal([[alice], [bob]]);
    },
    CSCSubmitInvalidSynchronizerId: (api) =>
      refusedSubmission(api, [400, "INVALID_FIELD"], { synchronizerId: "nowhere" }),
    CSCSubmitUnknownSynchronizerId: (api) =>
      refusedSubmission(api, [400, "INVALID_PRESCRIBED_SYNCHRONIZER_ID"], {
        synchronizerId: `unknown::1220${"ab".repeat(32)}`,
      }),
    CSCSubmitWithPrescribedSynchronizerId: async (api) => {
      const alice = await api.party("alice");
      const { synchronizerId } = api;
      await api.post(submit, api.commands(alice, noteOf(alice), { synchronizerId }));
      const [completion] = await api.completions([alice]);
      expect(completion?.["synchronizerTime"]).to.include({ synchronizerId });
    },
  },
};

const periods = {
  seconds: (seconds: number) => ({
    deduplicationPeriod: {
      DeduplicationDuration: {
        value: { seconds, nanos: 0, unknownFields: { fields: {} } },
      },
    },
  }),
  from: (value: number) => ({ deduplicationPeriod: { DeduplicationOffset: { value } } }),
};

/** Submits the same command to two endpoints. Returns the completions. */
const twice = async (api: CaseLedger, ways: readonly [string, string], more: Fields = {}) => {
  const alice = await api.party("alice");
  const commands = api.commands(alice, noteOf(alice), more);
  await api.post(ways[0], commands);
  if (ways[1] === wait) await api.refused(409, "DUPLICATE_COMMAND", ["POST", wait, commands]);
  else await api.post(submit, commands);
  const found = await api.completions([alice]);
  return found.map(({ status }) => status.code);
};

const bothParties = async (api: CaseLedger, path: string) => {
  const [alice, bob] = await api.parties("alice", "bob");
  for (const party of [alice, bob]) {
    await api.post(path, api.commands(party, noteOf(party), { commandId: "shared" }));
  }
  const found = await api.completions([alice, bob]);
  expect(found.map(({ status }) => status.code)).to.deep.equal([0, 0]);
};

const parallel = async (api: CaseLedger, paths: readonly string[]) => {
  const alice = await api.party("alice");
  const commands = api.commands(alice, noteOf(alice));
  await Promise.all(paths.map((path) => api.send("POST", path, commands)));
  expect(await api.activeContracts([alice])).to.have.length(1);
  for (const { status, code } of api.refusals) {
    expect(status).to.equal(409);
    expect(code).to.be.oneOf(["DUPLICATE_COMMAND", "SUBMISSION_ALREADY_IN_FLIGHT"]);
  }
  const found = await api.completions([alice]);
  expect(found.filter(({ status }) => status.code === 0)).to.have.length(1);
};

export const deduplication: Suite = {
  name: "CommandDeduplicationIT",
  cases: {
    SimpleDeduplicationBasic: async (api) => {
      expect(await twice(api, [submit, submit])).to.deep.equal([0, 6]);
    },
    SimpleDeduplicationCommandClient: async (api) => {
      const alice = await api.party("alice");
      const commands = api.commands(alice, noteOf(alice), { submissionId: "first" });
      await api.post(wait, commands);
      const { json } = await api.send("POST", wait, { ...commands, submissionId: "second" });
      expect((json as { readonly context: Fields }).context).to.include({
        accepted: "true",
        existingSubmissionId: "Some(first)",
        completion_offset: String(api.end - 1),
      });
    },
    StopOnSubmissionFailure: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const commands = api.commands(alice, noteOf(bob));
      await api.refused(400, "DAML_AUTHORIZATION_ERROR", ["POST", wait, commands]);
      await api.post(wait, { ...commands, commands: [noteOf(alice)] });
    },
    DeduplicationMixedClients: async (api) => {
      expect(await twice(api, [submit, wait])).to.deep.equal([0, 6]);
    },
    DeduplicateSubmitterBasic: (api) => bothParties(api, submit),
    DeduplicateSubmitterCommandClient: (api) => bothParties(api, wait),
    DeduplicateUsingDurations: async (api) => {
      expect(await twice(api, [wait, wait], periods.seconds(60))).to.deep.equal([0, 6]);
      const [accepted] = api.refusals;
      expect(accepted).to.include({ code: "DUPLICATE_COMMAND" });
    },
    DeduplicateUsingOffsets: async (api) => {
      const alice = await api.party("alice");
      const { end } = api;
      const commands = api.commands(alice, noteOf(alice), periods.from(end));
      await api.post(wait, commands);
      await api.refused(409, "DUPLICATE_COMMAND", ["POST", wait, commands]);
      await api.post(wait, { ...commands, ...periods.from(api.end) });
    },
  },
};

export const parallelDeduplication: Suite = {
  name: "CommandDeduplicationParallelIT",
  cases: {
    DeduplicateParallelSubmissionsUsingCommandSubmissionService: (api) =>
      parallel(api, [submit, submit, submit]),
    DeduplicateParallelSubmissionsUsingCommandService: (api) => parallel(api, [wait, wait, wait]),
    DeduplicateParallelSubmissionsUsingMixedCommandServiceAndCommandSubmissionService: (api) =>
      parallel(api, [wait, submit, wait, submit]),
  },
};

const withPeriod = async (api: CaseLedger, period: Fields, refusal?: readonly [number, string]) => {
  const alice = await api.party("alice");
  const commands = api.commands(alice, noteOf(alice), period);
  if (refusal === undefined) await api.post(wait, commands);
  else await api.refused(...refusal, ["POST", wait, commands]);
};

export const deduplicationPeriods: Suite = {
  name: "CommandDeduplicationPeriodValidationIT",
  cases: {
    ValidDeduplicationDuration: (api) => withPeriod(api, periods.seconds(60)),
    NegativeDeduplicationDuration: (api) =>
      withPeriod(api, periods.seconds(-60), [400, "INVALID_FIELD"]),
    NegativeOffset: (api) => withPeriod(api, periods.from(-12), [400, "NEGATIVE_OFFSET"]),
    ZeroOffset: (api) => withPeriod(api, periods.from(0)),
    OffsetPruned: async (api) => {
      const alice = await api.party("alice");
      for (let times = 0; times < 3; times++) await api.submit(alice, noteOf(alice));
      await api.ledger.prune(api.end - 1);
      await withPeriodOf(api, alice, periods.from(1));
    },
  },
};

const withPeriodOf = async (api: CaseLedger, party: string, period: Fields) => {
  const commands = api.commands(party, noteOf(party), period);
  await api.refused(400, "INVALID_DEDUPLICATION_PERIOD", ["POST", wait, commands]);
};

const toldIn = async (api: CaseLedger, path: string) => {
  const alice = await api.party("alice");
  const more = { submissionId: "submission", ...periods.seconds(60) };
  await api.post(path, api.commands(alice, noteOf(alice), more));
  const [completion] = await api.completions([alice]);
  expect(completion).to.include({ submissionId: "submission", userId: "ann" });
  expect(completion?.["deduplicationPeriod"]).to.have.any.keys(
    "DeduplicationDuration",
    "DeduplicationOffset",
  );
};

export const deduplicationInfo: Suite = {
  name: "CompletionDeduplicationInfoIT",
  cases: {
    CCDIIncludeDedupInfoCommandService: (api) => toldIn(api, wait),
    CCDIIncludeDedupInfoCommandSubmissionService: (api) => toldIn(api, submit),
  },
};
