import { expect } from "chai";

import { submitAndWait } from "../../../lib/api.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";

type Fields = Readonly<Record<string, unknown>>;

const lasting = (value: object): Fields => ({
  deduplicationPeriod: { DeduplicationDuration: { value } },
});

const seconds = (count: number): Fields => lasting({ seconds: count });

const after = (offset: number): Fields => ({
  deduplicationPeriod: { DeduplicationOffset: { value: offset } },
});

const second = 1_000_000n;

describe("command deduplication", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  /** Submits a command, by default always with the same change id. */
  const submit = (fields: Fields = {}): ReturnType<typeof submitAndWait> =>
    submitAndWait(
      given.ledger,
      commandsBody(
        given.alice,
        Iou.create({ issuer: given.alice, owner: given.bob, amount: "1", watchers: [] }),
        { commandId: "pay", ...fields },
      ),
    );

  const refuses = async (fields: Fields = {}): Promise<void> => {
    expect((await rejectionOf(submit(fields))).code).to.equal("DUPLICATE_COMMAND");
  };

  it("C.10- refuses a second command with the same change id", async () => {
    const { completionOffset } = await submit({ submissionId: "first" });
    const error = await rejectionOf(submit());
    expect(error.code).to.equal("DUPLICATE_COMMAND");
    expect(error.definiteAnswer).to.equal(true);
    const [{ id } = expect.fail("no synchronizer")] = given.ledger.state.synchronizers;
    expect(error.context).to.deep.equal({
      accepted: "true",
      completion_offset: String(completionOffset),
      existingSubmissionId: "Some(first)",
      changeId: `ChangeId(ann,pay,Set(${given.alice}))`,
      psid: `${id.slice(0, id.lastIndexOf("::") + 14)}...::35-0`,
    });
    expect(error.resources).to.deep.equal([]);
  });

  it("leaves a rejected completion of the duplicate", async () => {
    const { completionOffset } = await submit();
    await refuses();
    const completion = completionsOn(given.ledger)[1];
    expect(completion?.offset).to.equal(completionOffset + 1);
    expect(completion?.outcome).to.have.nested.property("error.code", "DUPLICATE_COMMAND");
    expect(completion?.deduplicationPeriod).to.deep.equal({
      kind: "offset",
      offset: completionOffset - 1,
    });
  });

  for (const [what, fields] of [
    ["user", { userId: "ben" }],
    ["command id", { commandId: "pay again" }],
  ] as const) {
    it(`treats a command with another ${what} as another change`, async () => {
      await submit();
      expect(await submit(fields)).to.have.property("updateId");
    });
  }

  it("C.10+ treats a command with other acting parties as another change", async () => {
    await submit();
    expect(await submit({ actAs: [given.alice, given.bob] })).to.have.property("updateId");
  });

  it("ignores the order of the acting parties", async () => {
    await submit({ actAs: [given.alice, given.bob] });
    await refuses({ actAs: [given.bob, given.alice, given.bob] });
  });

  it("ignores readAs, submission id, workflow id and content", async () => {
    await submit();
    await refuses({
      readAs: [given.bob],
      submissionId: "other",
      workflowId: "other",
      commands: [
        Iou.create({ issuer: given.alice, owner: given.carol, amount: "2", watchers: [] }),
      ],
    });
  });

  it("ignores rejected commands", async () => {
    const commands = [
      Iou.create({ issuer: given.alice, owner: given.bob, amount: "-1", watchers: [] }),
    ];
    await rejectionOf(submit({ commands }));
    expect(await submit()).to.have.property("updateId");
  });

  it("reports the offset of the previous acceptance, or 0", async () => {
    const { completionOffset } = await submit();
    await submit(seconds(0));
    const periods = completionsOn(given.ledger).map(
      ({ deduplicationPeriod }) => deduplicationPeriod,
    );
    expect(periods).to.deep.equal([
      { kind: "offset", offset: 0 },
      { kind: "offset", offset: completionOffset },
    ]);
  });

  it("C.11+ C.11- covers seven days by default", async () => {
    await submit();
    given.ledger.clock.advance(7n * 86_400n * second);
    await refuses({ deduplicationPeriod: { Empty: {} } });
    given.ledger.clock.advance(1n);
    expect(await submit()).to.have.property("updateId");
  });

  it("covers a duration, including its first instant", async () => {
    await submit();
    given.ledger.clock.advance(10n * second);
    await refuses(seconds(10));
    expect(await submit(seconds(9))).to.have.property("updateId");
  });

  it("covers nothing for a duration of zero", async () => {
    await submit();
    expect(await submit(seconds(0))).to.have.property("updateId");
  });

  it("refuses durations finer than microseconds with an internal error, like a participant", async () => {
    const unforeseen = { code: "LEDGER_API_INTERNAL_ERROR", path: "deduplicationPeriod" };
    for (const finer of [{ nanos: 1 }, { seconds: 1, nanos: 1_500 }, { seconds: 1, nanos: -1 }]) {
      expect(await rejectionOf(submit(lasting(finer)))).to.include(unforeseen);
    }
    expect(await rejectionOf(submit(lasting({ seconds: 1, nanos: -1_000_000_001 })))).to.include({
      code: "INVALID_FIELD",
    });
    expect(completionsOn(given.ledger)).to.deep.equal([]);
    expect(await submit(lasting({ seconds: 1, nanos: -1_000 }))).to.have.property("updateId");
    await refuses(lasting({ nanos: 1_000 }));
  });

  it("refuses a period that starts before year 1", async () => {
    // Seconds from year 1 to 2024-01-01T12:00Z.
    const longest = 63_839_707_200;
    await submit(seconds(longest));
    for (const count of [longest + 1, Number.MAX_SAFE_INTEGER]) {
      const error = await rejectionOf(submit(seconds(count)));
      expect(error).to.deep.include({ code: "INVALID_DEDUPLICATION_PERIOD", definiteAnswer: true });
      expect(error.context).to.include({ longest_duration: "PT17733252H" });
      expect(error.context).to.include.keys("changeId", "psid");
      expect(completionsOn(given.ledger).at(-1)?.deduplicationPeriod).to.deep.equal({
        kind: "duration",
        micros: 0n,
      });
    }
  });

  it("covers updates after an offset, without the offset itself", async () => {
    const { completionOffset } = await submit();
    await refuses(after(completionOffset - 1));
    expect(await submit(after(completionOffset))).to.have.property("updateId");
  });

  it("refuses a submission while one of the same change is in flight", async () => {
    const first = submit();
    const error = await rejectionOf(submit());
    expect(error.code).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
    await first;
    expect(completionsOn(given.ledger)).to.have.length(1);
  });

  it("accepts the same change again after a submission in flight is decided", async () => {
    await rejectionOf(submit({ commands: [{ CreateCommand: 1 }] }));
    await submit();
    await refuses();
  });

  describe("command deduplication on a pruned ledger", () => {
    let prunedUpTo: number;

    beforeEach(async () => {
      prunedUpTo = (await submit({ commandId: "pruned" })).completionOffset;
      given.ledger.clock.advance(60n * second);
      await submit({ commandId: "kept" });
      await given.ledger.commit(() => ({
        events: [{ kind: "pruned", upTo: prunedUpTo }],
        outcome: undefined,
      }));
      given.ledger.clock.advance(60n * second);
    });

    it("refuses a period that starts in the pruned part", async () => {
      for (const fields of [after(prunedUpTo - 1), seconds(120)]) {
        const error = await rejectionOf(submit(fields));
        expect(error).to.deep.include({
          code: "INVALID_DEDUPLICATION_PERIOD",
          definiteAnswer: true,
        });
        expect(error.context).to.deep.include({ earliest_offset: String(prunedUpTo) });
        expect(completionsOn(given.ledger).at(-1)?.deduplicationPeriod).to.deep.equal({
          kind: "duration",
          micros: 0n,
        });
      }
    });

    it("reports for a new command that it was compared with updates after the pruning offset", async () => {
      await submit({ commandId: "new" });
      expect(completionsOn(given.ledger).at(-1)?.deduplicationPeriod).to.deep.equal({
        kind: "offset",
        offset: prunedUpTo,
      });
    });

    it("reports a duplicate even for a period that starts in the pruned part", async () => {
      for (const fields of [after(prunedUpTo - 1), seconds(120)]) {
        await refuses({ ...fields, commandId: "kept" });
      }
      expect(await submit({ ...seconds(9), commandId: "kept" })).to.have.property("updateId");
    });

    it("refuses a period that starts with the oldest remaining update", async () => {
      const error = await rejectionOf(submit(seconds(60)));
      expect(error.code).to.equal("INVALID_DEDUPLICATION_PERIOD");
    });

    describe("command deduplication on a completely pruned ledger", () => {
      let head: number;

      beforeEach(async () => {
        head = (await submit({ commandId: "last" })).completionOffset;
        await given.ledger.commit(() => ({
          events: [{ kind: "pruned", upTo: head }],
          outcome: undefined,
        }));
        given.ledger.clock.advance(60n * second);
      });

      it("refuses a period that starts with the last record time", async () => {
        const error = await rejectionOf(submit({ ...seconds(60), commandId: "new" }));
        expect(error.code).to.equal("INVALID_DEDUPLICATION_PERIOD");
        expect(error.context).to.deep.include({ earliest_offset: String(head) });
      });

      it("accepts a duration of zero at the time of the oldest remaining update", async () => {
        await submit({ commandId: "new" });
        expect(await submit({ ...seconds(0), commandId: "newer" })).to.have.property("updateId");
      });

      it("accepts a period that starts after the last record time", async () => {
        expect(await submit({ ...seconds(59), commandId: "new" })).to.have.property("updateId");
      });
    });

    it("accepts a period that starts after the pruning offset, and a command without a period", async () => {
      expect(await submit(after(prunedUpTo))).to.have.property("updateId");
      expect(await submit({ ...seconds(59), commandId: "b" })).to.have.property("updateId");
      expect(await submit({ commandId: "c" })).to.have.property("updateId");
    });
  });
});
