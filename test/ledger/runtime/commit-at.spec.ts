import { expect } from "chai";

import { createLedger, type Ledger, ledgerError, type LedgerOptions } from "../../../lib/index.ts";
import { createMemoryStore, type Micros } from "../../../lib/store.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { waitUntilSettled } from "../../support/virtual-timers.ts";

const start = 1_000_000n;

const frozen = (options: LedgerOptions = {}): Promise<Ledger> =>
  createLedger({ seed: 1, clock: { freeze: start }, ...options });

/** Records the decisions in their order, with their times. */
class Log {
  readonly lines: string[] = [];

  at(ledger: Ledger, time: Micros, name: string): Promise<string> {
    return ledger.commitAt(time, (_, { now }) => this.#write(name, now));
  }

  now(ledger: Ledger, name: string): Promise<string> {
    return ledger.commit((_, { now }) => this.#write(name, now));
  }

  #write(name: string, now: Micros) {
    this.lines.push(`${name} at ${now - start}`);
    return { events: [{ kind: "userDeleted", userId: name } as const], outcome: name };
  }
}

describe("Ledger.commitAt", () => {
  let log: Log;

  beforeEach(() => {
    log = new Log();
  });

  it("runs decisions when the clock reaches their times, the earliest first, each at its own time", async () => {
    const ledger = await frozen();
    const all = [
      log.at(ledger, start + 30n, "c"),
      log.at(ledger, start + 10n, "a"),
      log.at(ledger, start + 30n, "d"),
      log.at(ledger, start + 20n, "b"),
    ];
    ledger.clock.advance(9n);
    await ledger.settled();
    expect(log.lines).to.be.empty;
    ledger.clock.advance(91n);
    expect(await Promise.all(all)).to.deep.equal(["c", "a", "d", "b"]);
    expect(log.lines).to.deep.equal(["a at 10", "b at 20", "c at 30", "d at 30"]);
  });

  it("runs before other decisions at the same or a later time", async () => {
    const ledger = await frozen();
    const timed = log.at(ledger, start + 10n, "timed");
    ledger.clock.set(start + 10n);
    await Promise.all([log.now(ledger, "now"), timed]);
    expect(log.lines).to.deep.equal(["timed at 10", "now at 10"]);
  });

  it("is applied before `settled` resolves, after the clock has reached its time", async () => {
    const ledger = await frozen();
    const { position } = ledger.state;
    void log.at(ledger, start + 10n, "timed");
    ledger.clock.advance(10n);
    await ledger.settled();
    expect(ledger.state.position).to.equal(position + 1);
  });

  it("runs immediately if its time has passed", async () => {
    const ledger = await frozen();
    expect(await log.at(ledger, start, "due")).to.equal("due");
    expect(await log.at(ledger, start - 5n, "overdue")).to.equal("overdue");
  });

  it("rejects with the decision's error, without effect on other decisions", async () => {
    const ledger = await frozen();
    const failing = ledger.commitAt(start + 1n, () => {
      throw ledgerError("PARTY_NOT_FOUND", { cause: "No." });
    });
    const next = log.at(ledger, start + 1n, "next");
    const error = rejectionOf(failing);
    ledger.clock.advance(1n);
    expect(await log.now(ledger, "now")).to.equal("now");
    expect((await error).code).to.equal("PARTY_NOT_FOUND");
    expect(await next).to.equal("next");
  });

  it("runs the decision again if another process wrote first", async () => {
    const store = createMemoryStore();
    const [ledger, other] = [await frozen({ store }), await frozen({ store })];
    const timed = log.at(ledger, start + 1n, "timed");
    await log.now(other, "other");
    ledger.clock.advance(1n);
    expect(await timed).to.equal("timed");
    expect(log.lines).to.deep.equal(["other at 0", "timed at 1", "timed at 1"]);
    expect(ledger.state.position).to.equal(await store.position());
  });

  it("runs at its time on the machine's clock without further calls, and leaves no timer", async () => {
    const time = new ManualTime(start);
    const ledger = await createLedger({ clock: "real", timeSource: time });
    const timed = [log.at(ledger, start + 2_000n, "a"), log.at(ledger, start + 5_000n, "b")];
    await time.advance(2);
    expect(log.lines).to.deep.equal(["a at 2000"]);
    await time.advance(3);
    await Promise.all(timed);
    // The remaining timer is the watchdog of the store.
    expect(time.pending).to.equal(1);
    await ledger.close();
    expect(time.pending).to.equal(0);
  });

  it("advances a stepping clock by as many steps as needed", async () => {
    const ledger = await frozen({ clock: { start, step: 1n } });
    const begin = ledger.clock.now();
    const timed = log.at(ledger, begin + 100n, "timed");
    const before = log.now(ledger, "before");
    await Promise.all([timed, before]);
    expect(ledger.clock.now()).to.equal(begin + 101n);
    expect(log.lines.at(0)).to.match(/^timed/u);
    expect(await log.now(ledger, "after")).to.equal("after");
    expect(ledger.clock.now()).to.equal(begin + 102n);
  });

  it("is cancelled when the ledger is reverted", async () => {
    const ledger = await frozen();
    const snapshot = ledger.snapshot();
    const reverted = rejectionOf(log.at(ledger, start + 1n, "never"));
    await ledger.revert(snapshot);
    expect((await reverted).code).to.equal("SUBMISSION_DURING_SHUTDOWN");
    const closed = rejectionOf(log.at(ledger, start + 1n, "never"));
    const unasked = ledger.close();
    expect((await closed).code).to.equal("SERVICE_NOT_RUNNING");
    await unasked;
    expect((await rejectionOf(log.at(ledger, start, "late"))).code).to.equal("SERVICE_NOT_RUNNING");
    await waitUntilSettled();
    expect(log.lines).to.be.empty;
  });
});
