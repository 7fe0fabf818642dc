import { expect } from "chai";

import { type Offset, submitAndWait, submitAsync } from "../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import { createMemoryStore, type Micros } from "../../../lib/store.ts";
import { appendOnlyStore } from "../../support/append-only-store.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { untyped } from "../../support/untyped.ts";

const second = 1_000_000n;
const minute = 60n * second;
const noonOfMachine = 1_704_110_400n * second;

/** Resolves in the next iteration of the event loop, after all pending promise jobs. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Times {
  readonly effectiveAt: Micros;
  readonly recordTime: Micros;
}

const timesAt = (ledger: Ledger, offset: Offset): Times => {
  const update = ledger.state.log.get(offset)?.update;
  if (update?.kind !== "transaction") return expect.fail("no transaction");
  return { effectiveAt: update.effectiveAt, recordTime: update.recordTime };
};

describe("ledger time", () => {
  let given: IouLedger;
  let ledger: Ledger;
  let noon: Micros;

  beforeEach(async () => {
    given = await iouLedger();
    ({ ledger } = given);
    noon = ledger.clock.now();
  });

  const body = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
    commandsBody(
      given.alice,
      Iou.create({ issuer: given.alice, owner: given.alice, amount: "1", watchers: [] }),
      fields,
    );

  const submit = (fields: Readonly<Record<string, unknown>> = {}) =>
    submitAndWait(ledger, untyped(body(fields)));

  it("is the time of the ledger's clock, and so is record time", async () => {
    ledger.clock.advance(5n * second);
    const { completionOffset } = await submit();
    expect(timesAt(ledger, completionOffset)).to.deep.equal({
      effectiveAt: noon + 5n * second,
      recordTime: noon + 5n * second,
    });
  });

  it("is the time that contract code reads, and createdAt of its contracts", async () => {
    ledger.clock.advance(second);
    const created = await ledger.submit({
      actAs: given.alice,
      commands: Iou.create({ issuer: given.alice, owner: given.alice, amount: "1", watchers: [] }),
    });
    const [iou] = created.created(Iou);
    if (iou === undefined) return expect.fail("no contract");
    expect(ledger.state.contracts.get(iou.contractId)?.contract.createdAt).to.equal(noon + second);
    ledger.clock.advance(second);
    const { exerciseResults } = await ledger.submit({
      actAs: given.alice,
      commands: iou.exercise(Iou.Now),
    });
    expect(exerciseResults).to.deep.equal(["2024-01-01T12:00:02Z"]);
  });

  it("is not delayed by a minimum time in the past", async () => {
    const { completionOffset } = await submit({ minLedgerTimeAbs: "2024-01-01T11:00:00Z" });
    expect(timesAt(ledger, completionOffset).effectiveAt).to.equal(noon);
  });

  for (const fields of [
    { minLedgerTimeAbs: "2024-01-01T12:00:30Z" },
    { minLedgerTimeRel: { seconds: 30 } },
  ]) {
    it(`C.9+ is not before ${Object.keys(fields).join()}; the commands wait until then`, async () => {
      const waiting = submit(fields);
      const other = await submit();
      ledger.clock.advance(29n * second);
      const another = await submit();
      expect(completionsOn(ledger)).to.have.length(2);
      ledger.clock.advance(second);
      const { completionOffset } = await waiting;
      expect([other.completionOffset, another.completionOffset, completionOffset]).to.deep.equal([
        4, 5, 6,
      ]);
      expect(timesAt(ledger, completionOffset)).to.deep.equal({
        effectiveAt: noon + 30n * second,
        recordTime: noon + 30n * second,
      });
    });
  }

  it("is not awaited for commands that cannot succeed; they are rejected immediately", async () => {
    const error = await rejectionOf(
      submit({
        minLedgerTimeRel: { seconds: 30 },
        commands: [Iou.create({ issuer: given.bob, owner: given.bob, amount: "1", watchers: [] })],
      }),
    );
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("delays commands, which count as in flight until then", async () => {
    const fields = { commandId: "later", minLedgerTimeRel: { seconds: 30 } };
    const waiting = submit(fields);
    expect((await rejectionOf(submit(fields))).code).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
    expect((await rejectionOf(submitAsync(ledger, untyped(body(fields))))).code).to.equal(
      "SUBMISSION_ALREADY_IN_FLIGHT",
    );
    ledger.clock.advance(30n * second);
    expect(await waiting).to.have.property("updateId");
  });

  it("is awaited by a limited number of commands, per user and in total, which do not block other commands", async () => {
    const small = await iouLedger({
      limits: { maxCommandsInFlight: 1, maxCommandsHeldBack: 3, maxCommandsHeldBackPerUser: 2 },
    });
    const iou = Iou.create({ issuer: small.alice, owner: small.bob, amount: "1", watchers: [] });
    const submitAs = (userId: string, fields: object = {}) =>
      submitAndWait(small.ledger, commandsBody(small.alice, iou, { userId, ...fields }));
    const later = (userId: string) => submitAs(userId, { minLedgerTimeRel: { seconds: 1 } });
    const waiting = [later("one"), later("one")];
    for (const refused of [later("one"), later("one")]) {
      const error = await rejectionOf(refused);
      expect(error.code).to.equal("PARTICIPANT_BACKPRESSURE");
      expect(error.context).to.have.property("reason");
    }
    waiting.push(later("two"));
    expect((await rejectionOf(later("three"))).code).to.equal("PARTICIPANT_BACKPRESSURE");
    expect(await submitAs("one")).to.have.property("updateId");
    small.ledger.clock.advance(second);
    await Promise.all(waiting);
    const last = later("one");
    small.ledger.clock.advance(second);
    expect(await last).to.have.property("updateId");
  });

  it("is refused immediately if it is later than the maximum for which a participant waits", async () => {
    const years = (count: bigint) => Number(count * 31_556_952n);
    const error = await rejectionOf(submit({ minLedgerTimeRel: { seconds: years(293n) } }));
    expect(error).to.include({ code: "LEDGER_API_INTERNAL_ERROR", path: "minLedgerTimeAbs" });
    const noAmount = commandsBody(
      given.alice,
      Iou.create({ issuer: given.alice, owner: given.alice, amount: "-1", watchers: [] }),
      { minLedgerTimeRel: { seconds: years(293n) } },
    );
    expect((await rejectionOf(submitAndWait(ledger, noAmount))).code).to.not.equal(error.code);
    const waiting = submit({ minLedgerTimeRel: { seconds: years(292n) } });
    ledger.clock.advance(300n * second);
    expect((await rejectionOf(waiting)).code).to.equal("REQUEST_TIME_OUT");
  });

  it("may be later than the request timeout; the commands are then executed after the response", async () => {
    const waiting = submit({ minLedgerTimeRel: { seconds: 301 } });
    ledger.clock.advance(300n * second);
    expect((await rejectionOf(waiting)).code).to.equal("REQUEST_TIME_OUT");
    expect(completionsOn(ledger)).to.deep.equal([]);
    ledger.clock.advance(second);
    await submit();
    expect(completionsOn(ledger)).to.have.length(2);
  });

  it("ends the wait as soon as the clock reaches it, even if the clock jumps far", async () => {
    const waiting = submit({ minLedgerTimeRel: { seconds: 301 } });
    ledger.clock.advance(10n * minute);
    const { completionOffset } = await waiting;
    expect(timesAt(ledger, completionOffset).effectiveAt).to.equal(noon + 10n * minute);
  });

  it("is no longer awaited when the ledger is reverted: the commands are rejected", async () => {
    const snapshot = ledger.snapshot();
    const waiting = rejectionOf(submit({ minLedgerTimeRel: { seconds: 30 } }));
    await ledger.revert(snapshot);
    expect((await waiting).code).to.equal("SUBMISSION_DURING_SHUTDOWN");
    ledger.clock.advance(minute);
    await submit();
    expect(completionsOn(ledger)).to.have.length(1);
  });

  it("is no longer awaited if the ledger is reverted just before the time: the commands are rejected", async () => {
    const snapshot = ledger.snapshot();
    const waiting = rejectionOf(submit({ minLedgerTimeRel: { seconds: 30 } }));
    ledger.clock.advance(30n * second);
    await ledger.revert(snapshot);
    expect((await waiting).code).to.equal("SUBMISSION_DURING_SHUTDOWN");
    expect(completionsOn(ledger)).to.deep.equal([]);
  });

  describe("ledger that is reverted while its store does not answer", () => {
    const time = new ManualTime(noonOfMachine);
    let answer: () => void;

    beforeEach(async () => {
      const store = appendOnlyStore();
      const append = store.append.bind(store);
      let answers = Promise.resolve();
      given = await iouLedger({ store, timeSource: time, clock: "real" });
      ({ ledger } = given);
      store.append = async (position, events) => {
        await answers;
        return append(position, events);
      };
      answers = new Promise((resolve) => (answer = resolve));
    });

    for (const [title, come] of [
      ["has passed on the clock that the revert restores", () => time.advance(60_000)],
      ["was reached before the revert", () => ledger.clock.advance(minute)],
    ] as const) {
      it(`rejects waiting commands immediately, even if their time ${title}`, async () => {
        const snapshot = ledger.snapshot();
        ledger.clock.freeze();
        const waiting = rejectionOf(submit({ minLedgerTimeRel: { seconds: 30 } }));
        await settled();
        await come();
        const reverted = ledger.revert(snapshot);
        const next = submit({ commandId: "next" });
        await reverted;
        // The store has not yet responded for the next command.
        expect((await waiting).code).to.equal("SUBMISSION_DURING_SHUTDOWN");
        answer();
        await next;
        expect(completionsOn(ledger)).to.have.length(1);
      });
    }
  });

  it("is awaited by dozens of commands without Node's warning about too many listeners", async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", hear);
    const waiting = Array.from({ length: 40 }, (_, index) =>
      submit({ commandId: `waits-${index}`, minLedgerTimeRel: { seconds: 30 } }),
    );
    ledger.clock.advance(minute);
    await Promise.all(waiting);
    await settled();
    process.off("warning", hear);
    expect(warnings).to.deep.equal([]);
  });

  it("is no longer awaited when the ledger closes: the commands are rejected", async () => {
    const waiting = rejectionOf(submit({ minLedgerTimeRel: { seconds: 30 } }));
    await ledger.close();
    expect((await waiting).code).to.equal("SERVICE_NOT_RUNNING");
  });

  describe("ledger time on a clock that is behind the journal", () => {
    const behind = async (clock: string) => {
      const store = createMemoryStore();
      const { ledger: first, alice } = await iouLedger({ store });
      const create = Iou.create({ issuer: alice, owner: alice, amount: "1", watchers: [] });
      const [iou] = (await first.submit({ actAs: alice, commands: create })).created(Iou);
      if (iou === undefined) return expect.fail("no contract");
      const second = await createLedger({ packages: [iouPackage], store });
      // Unlike the option, this also sets the clock back.
      second.clock.freeze(clock);
      return { second, alice, create, iou };
    };

    it("is at least the creation time of an input", async () => {
      const { second, alice, iou } = await behind("2024-01-01T11:59:30Z");
      const { offset } = await second.submit({ actAs: alice, commands: iou.exercise(Iou.Now) });
      expect(timesAt(second, offset)).to.deep.equal({ effectiveAt: noon, recordTime: noon });
    });

    it("is at least the record time, which never decreases", async () => {
      const { second, alice, create } = await behind("2024-01-01T11:59:30Z");
      const { offset } = await second.submit({ actAs: alice, commands: create });
      expect(timesAt(second, offset)).to.deep.equal({
        effectiveAt: noon - 30n * 1_000_000n,
        recordTime: noon,
      });
    });

    it("is refused if the record time differs more than tolerated", async () => {
      const { second, alice, create } = await behind("2024-01-01T11:58:59Z");
      const error = await rejectionOf(second.submit({ actAs: alice, commands: create }));
      expect(error.code).to.equal("LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND");
      expect(completionsOn(second).at(-1)?.outcome.kind).to.equal("rejected");
    });
  });
});
