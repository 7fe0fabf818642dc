import { expect } from "chai";

import { submitAndWait, submitAndWaitForTransaction, submitAsync } from "../../../lib/api.ts";
import {
  type Command,
  type ContractIdHex,
  createLedger,
  type Ledger,
  type LedgerOptions,
} from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { contractOf } from "../../support/contract-of.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Iou, iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { waitUntilSettled } from "../../support/virtual-timers.ts";

const delayMillis = 100;
const delay = BigInt(delayMillis) * 1000n;

/** A ledger and helpers that send each command with a new command id. */
class Market {
  readonly ledger: Ledger;
  readonly given: IouLedger;
  #commands = 0;

  constructor(given: IouLedger) {
    this.given = given;
    this.ledger = given.ledger;
  }

  /** The clock is frozen by default. */
  static async open(options: LedgerOptions = {}): Promise<Market> {
    const market = new Market(await iouLedger(options));
    market.ledger.delayCommits(delayMillis);
    return market;
  }

  body(command: Command, fields: Readonly<Record<string, unknown>> = {}) {
    const commandId = `command ${++this.#commands}`;
    return commandsBody(this.given.alice, command, { commandId, ...fields });
  }

  submit(command: Command, fields?: Readonly<Record<string, unknown>>) {
    return submitAndWait(this.ledger, this.body(command, fields));
  }

  send(command: Command, fields?: Readonly<Record<string, unknown>>) {
    return submitAsync(this.ledger, this.body(command, fields));
  }

  /** Creates an IOU of alice and returns its contract id. */
  async iou(amount = "1"): Promise<ContractIdHex> {
    this.ledger.delayCommits(0);
    const { alice: issuer, alice: owner } = this.given;
    const create = Iou.create({ issuer, owner, amount, watchers: [] });
    const { transaction } = await submitAndWaitForTransaction(this.ledger, {
      commands: this.body(create),
    });
    this.ledger.delayCommits(delayMillis);
    const [event] = transaction.events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  }

  create(amount = "1"): Command {
    const { alice: issuer, alice: owner } = this.given;
    return Iou.create({ issuer, owner, amount, watchers: [] });
  }

  async arrive(): Promise<void> {
    this.ledger.clock.advance(delay);
    await this.ledger.settled();
  }
}

const transfer = (contractId: ContractIdHex, { bob: newOwner }: IouLedger): Command =>
  contractOf(Iou, contractId).exercise(Iou.Transfer, { newOwner });
const inspect = (contractId: ContractIdHex): Command =>
  contractOf(Iou, contractId).exercise(Iou.Inspect);

describe("commands with a commit delay", () => {
  let market: Market;

  beforeEach(async () => {
    market = await Market.open();
  });

  it("are committed when the clock has advanced by the delay, not before", async () => {
    const { ledger } = market;
    const before = ledger.state.ledgerEnd;
    const submitted = market.submit(market.create());
    ledger.clock.advance(delay - 1n);
    await ledger.settled();
    expect(ledger.state.ledgerEnd).to.equal(before);
    ledger.clock.advance(1n);
    expect(await submitted).to.have.property("completionOffset", before + 1);
  });

  it("are recorded when they are committed, with the ledger time of their submission", async () => {
    const { ledger } = market;
    const departure = ledger.clock.now();
    const submitted = market.submit(market.create());
    await waitUntilSettled();
    ledger.clock.advance(1_000_000n);
    const { completionOffset } = await submitted;
    const update = ledger.state.log.get(completionOffset)?.update;
    expect(update).to.include({ recordTime: departure + delay, effectiveAt: departure });
  });

  it("are rejected as locked if another command consumes their contract first; a retry does not find the contract", async () => {
    const iou = await market.iou();
    const [first, ...others] = [transfer, transfer, inspect].map((use) =>
      market.submit(use(iou, market.given)),
    );
    const errors = others.map((other) => rejectionOf(other));
    await market.arrive();
    expect(await first).to.have.property("updateId");
    for (const error of await Promise.all(errors)) {
      expect(error.code).to.equal("LOCAL_VERDICT_LOCKED_CONTRACTS");
      expect(error.resources).to.deep.equal([["CONTRACT_ID", iou]]);
      expect(error.context).to.include({ CONTRACT_ID: `List(${iou})` });
    }
    const again = await rejectionOf(market.submit(inspect(iou)));
    expect(again.code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("do not block a command that consumes a contract which they use without consuming it", async () => {
    const iou = await market.iou();
    const both = [
      market.submit(inspect(iou)),
      market.submit(transfer(iou, market.given)),
      market.submit(market.create()),
    ];
    await market.arrive();
    for (const { updateId } of await Promise.all(both)) expect(updateId).to.match(/^1220/u);
  });

  it("are rejected if an earlier command archives their contract meanwhile", async () => {
    const iou = await market.iou();
    const used = market.submit(inspect(iou));
    market.ledger.delayCommits(0);
    await market.submit(transfer(iou, market.given));
    const error = rejectionOf(used);
    await market.arrive();
    expect((await error).code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
  });

  it("unlock their contracts when they are rejected", async () => {
    const [locked, own] = [await market.iou("1"), await market.iou("2")];
    const first = market.submit(transfer(locked, market.given));
    const both = [locked, own].map((each) => transfer(each, market.given));
    const second = rejectionOf(
      submitAndWait(market.ledger, { ...market.body(both[0] ?? inspect(own)), commands: both }),
    );
    const third = rejectionOf(market.submit(inspect(own)));
    await market.arrive();
    await first;
    expect((await second).resources).to.deep.equal([["CONTRACT_ID", locked]]);
    expect((await third).resources).to.deep.equal([["CONTRACT_ID", own]]);
    const retried = market.submit(transfer(own, market.given));
    await market.arrive();
    expect(await retried).to.have.property("updateId");
  });

  it("cause a duplicate to be refused while they are in flight, with the first submission named", async () => {
    const body = market.body(market.create());
    const first = submitAndWait(market.ledger, { ...body, submissionId: "first" });
    const error = await rejectionOf(submitAndWait(market.ledger, body));
    const [synchronizerId = ""] = market.ledger.state.synchronizers.map(({ id }) => id);
    expect(error.code).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
    expect(error.context).to.include({
      existingSubmissionId: "Some(first)",
      existingSubmissionSynchronizerId: synchronizerId,
      physicalSynchronizerId: `${synchronizerId}::35-0`,
    });
    await market.arrive();
    await first;
    expect((await rejectionOf(submitAndWait(market.ledger, body))).code).to.equal(
      "DUPLICATE_COMMAND",
    );
  });

  it("are rejected immediately if they cannot succeed, even if they duplicate a command in flight", async () => {
    const gone = await market.iou();
    const transferred = market.submit(transfer(gone, market.given));
    await market.arrive();
    await transferred;
    const body = market.body(market.create());
    const flying = submitAndWait(market.ledger, body);
    const wrong = { ...body, commands: [inspect(gone)] };
    expect((await rejectionOf(submitAndWait(market.ledger, wrong))).code).to.equal(
      "CONTRACT_NOT_FOUND",
    );
    expect(completionsOn(market.ledger)).to.have.length(2);
    await market.arrive();
    await flying;
  });

  it("return immediately from asynchronous submission, and report in completions", async () => {
    const { ledger } = market;
    const iou = await market.iou();
    const known = completionsOn(ledger).length;
    expect(await market.send(transfer(iou, market.given), { submissionId: "a" })).to.deep.equal({});
    expect(await market.send(transfer(iou, market.given), { submissionId: "b" })).to.deep.equal({});
    expect(completionsOn(ledger)).to.have.length(known);
    await market.arrive();
    const told = completionsOn(ledger).slice(known);
    expect(
      told.map(({ submission, outcome }) => [
        submission.submissionId,
        outcome.kind === "rejected" ? outcome.error.code : outcome.kind,
      ]),
    ).to.deep.equal([
      ["a", "accepted"],
      ["b", "LOCAL_VERDICT_LOCKED_CONTRACTS"],
    ]);
  });

  it("are limited to the maximum number in flight", async () => {
    const few = await Market.open({ limits: { maxCommandsInFlight: 2 } });
    const flying = [few.submit(few.create()), few.submit(few.create())];
    const error = await rejectionOf(few.submit(few.create()));
    expect(error.code).to.equal("PARTICIPANT_BACKPRESSURE");
    await few.arrive();
    await Promise.all(flying);
    const next = few.submit(few.create());
    await few.arrive();
    await next;
  });

  it("of one user do not use up the quota of another user", async () => {
    const few = await Market.open({ limits: { maxCommandsInFlight: 16 } });
    const submit = (userId: string) => few.submit(few.create(), { userId });
    const flying = Array.from({ length: 16 }, () => submit("much"));
    expect((await rejectionOf(submit("much"))).code).to.equal("PARTICIPANT_BACKPRESSURE");
    flying.push(submit("little"), submit("little"));
    expect((await rejectionOf(submit("little"))).code).to.equal("PARTICIPANT_BACKPRESSURE");
    const others = Array.from({ length: 14 }, (_, index) => submit(`other-${index}`));
    expect((await rejectionOf(submit("another"))).code).to.equal("PARTICIPANT_BACKPRESSURE");
    await few.arrive();
    await Promise.all([...flying, ...others]);
  });

  it("have distinct ids, even if nothing is written between them", async () => {
    const sent = [1, 2, 3].map(() => market.send(market.create()));
    await Promise.all(sent);
    await market.arrive();
    const ids = completionsOn(market.ledger).map(({ submission }) => submission.submissionId);
    expect(new Set(ids).size).to.equal(3);
    expect(market.ledger.state.active.all.size).to.equal(3);
  });

  it("wait for their ledger time before the delay", async () => {
    const { ledger } = market;
    const minLedgerTimeRel = { seconds: 10, nanos: 0 };
    const submitted = market.submit(market.create(), { minLedgerTimeRel });
    await waitUntilSettled();
    ledger.clock.advance(10_000_000n);
    await waitUntilSettled();
    const before = ledger.state.ledgerEnd;
    await market.arrive();
    expect((await submitted).completionOffset).to.equal(before + 1);
  });

  it("lock a contract that they find by its key", async () => {
    const { alice: owner } = market.given;
    market.ledger.delayCommits(0);
    await market.submit(Counter.create({ owner, name: "c", count: 0n }));
    market.ledger.delayCommits(delayMillis);
    const increment = Counter.exerciseByKey({ owner, name: "c" }, Counter.Increment);
    const [first, second] = [market.submit(increment), rejectionOf(market.submit(increment))];
    await market.arrive();
    await first;
    expect((await second).code).to.equal("LOCAL_VERDICT_LOCKED_CONTRACTS");
    const third = market.submit(increment);
    await market.arrive();
    expect(await third).to.have.property("updateId");
  });

  describe("commands with a commit delay on a ledger that ends", () => {
    it("are rejected when it is reverted, and unlock their contracts", async () => {
      const { ledger } = market;
      const iou = await market.iou();
      const before = ledger.snapshot();
      const flying = rejectionOf(market.submit(transfer(iou, market.given)));
      await waitUntilSettled();
      await ledger.revert(before);
      expect((await flying).code).to.equal("SUBMISSION_DURING_SHUTDOWN");
      const again = market.submit(inspect(iou));
      await market.arrive();
      expect(await again).to.have.property("updateId");
    });

    it("are rejected when it is closed", async () => {
      const flying = rejectionOf(market.submit(market.create()));
      await market.send(market.create());
      await market.ledger.close();
      expect((await flying).code).to.equal("SERVICE_NOT_RUNNING");
    });

    it("are not committed on forks", async () => {
      const flying = market.submit(market.create());
      await waitUntilSettled();
      const fork = await market.ledger.fork();
      expect(fork.commitDelayMillis).to.equal(delayMillis);
      fork.clock.advance(delay);
      await fork.settled();
      expect(fork.state.ledgerEnd).to.equal(market.ledger.state.ledgerEnd);
      await market.arrive();
      await flying;
    });
  });

  it("have the same result for the same seed, and after a replay of the journal", async () => {
    const run = async () => {
      const store = createMemoryStore();
      const each = await Market.open({ store });
      const iou = await each.iou();
      const commands = [transfer(iou, each.given), inspect(iou), each.create("7")];
      await Promise.all(commands.map((command) => each.send(command)));
      await each.arrive();
      const again = await createLedger({ packages: [iouPackage], store });
      expect(completionsOn(again)).to.deep.equal(completionsOn(each.ledger));
      return completionsOn(each.ledger);
    };
    const [first, second] = [await run(), await run()];
    expect(first).to.have.length(4);
    expect(second).to.deep.equal(first);
  });

  it("are committed by a stepping clock without further calls", async () => {
    const stepping = await Market.open({
      clock: { start: "2024-01-01T12:00:00Z", step: 10n },
    });
    const iou = await stepping.iou();
    const [first, second] = [
      stepping.submit(transfer(iou, stepping.given)),
      rejectionOf(stepping.submit(transfer(iou, stepping.given))),
    ];
    expect(await first).to.have.property("updateId");
    expect((await second).code).to.equal("LOCAL_VERDICT_LOCKED_CONTRACTS");
  });

  it("are committed by a timer on the machine's clock", async () => {
    const time = new ManualTime();
    const real = await Market.open({ clock: "real", timeSource: time });
    const iou = await real.iou();
    const [first, second] = [
      real.submit(transfer(iou, real.given)),
      rejectionOf(real.submit(transfer(iou, real.given))),
    ];
    await time.advance(delayMillis);
    expect(await first).to.have.property("updateId");
    expect((await second).code).to.equal("LOCAL_VERDICT_LOCKED_CONTRACTS");
    await real.given.ledger.close();
    expect(time.pending).to.equal(0);
  });
});

describe("commit delay", () => {
  it("is zero by default, can be set, and is at most a minute", async () => {
    expect((await iouLedger()).ledger.commitDelayMillis).to.equal(0);
    expect((await iouLedger({ commitDelayMillis: 0 })).ledger.commitDelayMillis).to.equal(0);
    const { ledger } = await iouLedger();
    ledger.delayCommits(60_000);
    expect(ledger.commitDelayMillis).to.equal(60_000);
    for (const wrong of [-1, 0.5, 60_001, Number.NaN]) {
      expect(() => ledger.delayCommits(wrong), `${wrong}`).to.throw(/INVALID_ARGUMENT/u);
      expect((await rejectionOf(iouLedger({ commitDelayMillis: wrong }))).code).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });
});
