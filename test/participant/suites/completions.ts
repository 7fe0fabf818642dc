import { expect } from "chai";

import type { Asked, Fields } from "../../support/catalogue/asked.ts";
import { Note, noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const submit = "/v2/commands/async/submit";
const wait = "/v2/commands/submit-and-wait";
const completions = "/v2/commands/completions?stream_idle_timeout_ms=1";

const refusedSubmission = async (
  asked: Asked,
  [status, code]: readonly [number, string],
  more: Fields,
  command?: object,
) => {
  const alice = await asked.party("alice");
  const commands = asked.commands(alice, command ?? noteOf(alice), more);
  await asked.refused(status, code, ["POST", submit, commands]);
  expect(await asked.completions([alice])).to.deep.equal([]);
};

export const submissionCompletion: Suite = {
  name: "CommandSubmissionCompletionIT",
  cases: {
    CSCCompletions: async (asked) => {
      const alice = await asked.party("alice");
      const commands = asked.commands(alice, noteOf(alice));
      await asked.post(submit, commands);
      const [completion] = await asked.completions([alice]);
      expect(completion).to.deep.include({
        commandId: commands["commandId"],
        userId: "ann",
        actAs: [alice],
      });
      expect(completion?.status.code).to.equal(0);
    },
    CSCParticipantBeginCompletions: async (asked) => {
      const alice = await asked.party("alice");
      await asked.post(submit, asked.commands(alice, noteOf(alice)));
      await asked.post(submit, asked.commands(alice, noteOf(alice)));
      expect(await asked.completions([alice], { beginExclusive: 0 })).to.have.length(2);
    },
    CSCNoCompletionsWithoutRightUserId: async (asked) => {
      const alice = await asked.party("alice");
      await asked.post(submit, asked.commands(alice, noteOf(alice)));
      expect(await asked.completions([alice], { userId: "somebody" })).to.deep.equal([]);
    },
    CSCAfterEnd: async (asked) => {
      const alice = await asked.party("alice");
      const body = { userId: "ann", parties: [alice], beginExclusive: asked.end + 100 };
      await asked.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", completions, body]);
    },
    CSCNoCompletionsWithoutRightParty: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await asked.post(submit, asked.commands(alice, noteOf(alice)));
      expect(await asked.completions([bob])).to.deep.equal([]);
    },
    CSCRefuseBadChoice: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const exercised = {
        templateId: Note.reference,
        contractId,
        choice: "None",
        choiceArgument: {},
      };
      const commands = asked.commands(alice, { ExerciseCommand: exercised });
      await asked.refused(400, "INVALID_ARGUMENT", ["POST", submit, commands]);
    },
    CSCDisallowEmptyTransactionsSubmission: async (asked) => {
      const alice = await asked.party("alice");
      await asked.refused(400, "MISSING_FIELD", ["POST", submit, asked.commands(alice, [])]);
    },
    CSCHandleMultiPartySubscriptions: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      for (const party of [alice, bob]) {
        await asked.post(submit, asked.commands(party, noteOf(party)));
      }
      const found = await asked.completions([alice, bob]);
      expect(found.map(({ actAs }) => actAs)).to.deep.equal([[alice], [bob]]);
    },
    CSCSubmitInvalidSynchronizerId: (asked) =>
      refusedSubmission(asked, [400, "INVALID_FIELD"], { synchronizerId: "nowhere" }),
    CSCSubmitUnknownSynchronizerId: (asked) =>
      refusedSubmission(asked, [400, "INVALID_PRESCRIBED_SYNCHRONIZER_ID"], {
        synchronizerId: `unknown::1220${"ab".repeat(32)}`,
      }),
    CSCSubmitWithPrescribedSynchronizerId: async (asked) => {
      const alice = await asked.party("alice");
      const { synchronizerId } = asked;
      await asked.post(submit, asked.commands(alice, noteOf(alice), { synchronizerId }));
      const [completion] = await asked.completions([alice]);
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

/** Submits the same command twice, in two ways. Returns the completions. */
const twice = async (asked: Asked, ways: readonly [string, string], more: Fields = {}) => {
  const alice = await asked.party("alice");
  const commands = asked.commands(alice, noteOf(alice), more);
  await asked.post(ways[0], commands);
  if (ways[1] === wait) await asked.refused(409, "DUPLICATE_COMMAND", ["POST", wait, commands]);
  else await asked.post(submit, commands);
  const found = await asked.completions([alice]);
  return found.map(({ status }) => status.code);
};

const bothParties = async (asked: Asked, path: string) => {
  const [alice, bob] = await asked.parties("alice", "bob");
  for (const party of [alice, bob]) {
    await asked.post(path, asked.commands(party, noteOf(party), { commandId: "shared" }));
  }
  const found = await asked.completions([alice, bob]);
  expect(found.map(({ status }) => status.code)).to.deep.equal([0, 0]);
};

const parallel = async (asked: Asked, paths: readonly string[]) => {
  const alice = await asked.party("alice");
  const commands = asked.commands(alice, noteOf(alice));
  await Promise.all(paths.map((path) => asked.send("POST", path, commands)));
  expect(await asked.activeContracts([alice])).to.have.length(1);
  for (const { status, code } of asked.refusals) {
    expect(status).to.equal(409);
    expect(code).to.be.oneOf(["DUPLICATE_COMMAND", "SUBMISSION_ALREADY_IN_FLIGHT"]);
  }
  const found = await asked.completions([alice]);
  expect(found.filter(({ status }) => status.code === 0)).to.have.length(1);
};

export const deduplication: Suite = {
  name: "CommandDeduplicationIT",
  cases: {
    SimpleDeduplicationBasic: async (asked) => {
      expect(await twice(asked, [submit, submit])).to.deep.equal([0, 6]);
    },
    SimpleDeduplicationCommandClient: async (asked) => {
      const alice = await asked.party("alice");
      const commands = asked.commands(alice, noteOf(alice), { submissionId: "first" });
      await asked.post(wait, commands);
      const { json } = await asked.send("POST", wait, { ...commands, submissionId: "second" });
      expect((json as { readonly context: Fields }).context).to.include({
        accepted: "true",
        existingSubmissionId: "Some(first)",
        completion_offset: String(asked.end - 1),
      });
    },
    StopOnSubmissionFailure: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const commands = asked.commands(alice, noteOf(bob));
      await asked.refused(400, "DAML_AUTHORIZATION_ERROR", ["POST", wait, commands]);
      await asked.post(wait, { ...commands, commands: [noteOf(alice)] });
    },
    DeduplicationMixedClients: async (asked) => {
      expect(await twice(asked, [submit, wait])).to.deep.equal([0, 6]);
    },
    DeduplicateSubmitterBasic: (asked) => bothParties(asked, submit),
    DeduplicateSubmitterCommandClient: (asked) => bothParties(asked, wait),
    DeduplicateUsingDurations: async (asked) => {
      expect(await twice(asked, [wait, wait], periods.seconds(60))).to.deep.equal([0, 6]);
      const [accepted] = asked.refusals;
      expect(accepted).to.include({ code: "DUPLICATE_COMMAND" });
    },
    DeduplicateUsingOffsets: async (asked) => {
      const alice = await asked.party("alice");
      const { end } = asked;
      const commands = asked.commands(alice, noteOf(alice), periods.from(end));
      await asked.post(wait, commands);
      await asked.refused(409, "DUPLICATE_COMMAND", ["POST", wait, commands]);
      await asked.post(wait, { ...commands, ...periods.from(asked.end) });
    },
  },
};

export const parallelDeduplication: Suite = {
  name: "CommandDeduplicationParallelIT",
  cases: {
    DeduplicateParallelSubmissionsUsingCommandSubmissionService: (asked) =>
      parallel(asked, [submit, submit, submit]),
    DeduplicateParallelSubmissionsUsingCommandService: (asked) =>
      parallel(asked, [wait, wait, wait]),
    DeduplicateParallelSubmissionsUsingMixedCommandServiceAndCommandSubmissionService: (asked) =>
      parallel(asked, [wait, submit, wait, submit]),
  },
};

const withPeriod = async (asked: Asked, period: Fields, refusal?: readonly [number, string]) => {
  const alice = await asked.party("alice");
  const commands = asked.commands(alice, noteOf(alice), period);
  if (refusal === undefined) await asked.post(wait, commands);
  else await asked.refused(...refusal, ["POST", wait, commands]);
};

export const deduplicationPeriods: Suite = {
  name: "CommandDeduplicationPeriodValidationIT",
  cases: {
    ValidDeduplicationDuration: (asked) => withPeriod(asked, periods.seconds(60)),
    NegativeDeduplicationDuration: (asked) =>
      withPeriod(asked, periods.seconds(-60), [400, "INVALID_FIELD"]),
    NegativeOffset: (asked) => withPeriod(asked, periods.from(-12), [400, "NEGATIVE_OFFSET"]),
    ZeroOffset: (asked) => withPeriod(asked, periods.from(0)),
    OffsetPruned: async (asked) => {
      const alice = await asked.party("alice");
      for (let times = 0; times < 3; times++) await asked.submit(alice, noteOf(alice));
      await asked.ledger.prune(asked.end - 1);
      await withPeriodOf(asked, alice, periods.from(1));
    },
  },
};

const withPeriodOf = async (asked: Asked, party: string, period: Fields) => {
  const commands = asked.commands(party, noteOf(party), period);
  await asked.refused(400, "INVALID_DEDUPLICATION_PERIOD", ["POST", wait, commands]);
};

const toldIn = async (asked: Asked, path: string) => {
  const alice = await asked.party("alice");
  const more = { submissionId: "submission", ...periods.seconds(60) };
  await asked.post(path, asked.commands(alice, noteOf(alice), more));
  const [completion] = await asked.completions([alice]);
  expect(completion).to.include({ submissionId: "submission", userId: "ann" });
  expect(completion?.["deduplicationPeriod"]).to.have.any.keys(
    "DeduplicationDuration",
    "DeduplicationOffset",
  );
};

export const deduplicationInfo: Suite = {
  name: "CompletionDeduplicationInfoIT",
  cases: {
    CCDIIncludeDedupInfoCommandService: (asked) => toldIn(asked, wait),
    CCDIIncludeDedupInfoCommandSubmissionService: (asked) => toldIn(asked, submit),
  },
};
