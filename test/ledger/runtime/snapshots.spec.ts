import { expect } from "chai";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import { errorOf, rejectionOf } from "../../support/error-of.ts";

const given = (): Promise<Ledger> =>
  createLedger({ seed: 1, clock: { freeze: "2030-01-01T00:00:00Z" } });

/** Commits an event. Returns the position and the random bytes of the decision. */
const step = (ledger: Ledger): Promise<readonly [number, string]> =>
  ledger.commit(({ position }, { seed }) => ({
    events: [{ kind: "userDeleted", userId: "nobody" }],
    outcome: [position, seed.join()],
  }));

describe("Ledger.revert", () => {
  it("restores the exact state, from which the same decisions have the same results", async () => {
    const ledger = await given();
    const snapshot = ledger.snapshot();
    const before = ledger.state;
    const first = [await step(ledger), await step(ledger)];
    await ledger.revert(snapshot);
    expect(ledger.state).to.equal(before);
    expect([await step(ledger), await step(ledger)]).to.deep.equal(first);
  });

  it("restores any snapshot of the ledger, earlier or later, repeatedly", async () => {
    const ledger = await given();
    const snapshots = [ledger.snapshot()];
    for (let count = 0; count < 3; count++) {
      await step(ledger);
      snapshots.push(ledger.snapshot());
    }
    for (const index of [1, 3, 0, 2, 2]) {
      const snapshot = snapshots[index];
      if (snapshot === undefined) continue;
      await ledger.revert(snapshot);
      expect(ledger.state).to.equal(snapshot.state);
      await step(ledger);
    }
  });

  it("takes effect before the call returns if the store is in memory and no decision is pending", async () => {
    const ledger = await given();
    const snapshot = ledger.snapshot();
    await step(ledger);
    const reverted = ledger.revert(snapshot);
    expect(ledger.state).to.equal(snapshot.state);
    await reverted;
    expect((await step(ledger))[0]).to.equal(snapshot.state.position);
  });

  it("throws for reads before an unfinished revert, and advises to await it", async () => {
    const ledger = await createLedger();
    const snapshot = ledger.snapshot();
    const under = step(ledger);
    const reverted = ledger.revert(snapshot);
    const reads = [
      () => ledger.contracts("#pkg:Main:Iou"),
      () => ledger.updates(),
      () => ledger.explain("", ""),
    ];
    for (const read of reads) {
      expect(errorOf(read)).to.have.property("cause").that.includes("`await ledger.revert(…)`");
    }
    await Promise.all([under, reverted]);
    expect(errorOf(() => ledger.contracts("#pkg:Main:Iou")).code).to.equal(
      "PACKAGE_NAMES_NOT_FOUND",
    );
  });

  it("waits for running decisions", async () => {
    const ledger = await given();
    const snapshot = ledger.snapshot();
    const under = [step(ledger), step(ledger)];
    const reverted = ledger.revert(snapshot);
    const after = step(ledger);
    const positions = (await Promise.all(under)).map(([position]) => position);
    await reverted;
    const begin = snapshot.state.position;
    expect(positions).to.deep.equal([begin, begin + 1]);
    expect((await after)[0]).to.equal(begin);
  });

  it("restores a manual clock and its step", async () => {
    const ledger = await given();
    ledger.clock.step(3n);
    const snapshot = ledger.snapshot();
    const now = ledger.clock.now();
    ledger.clock.advance(1_000_000n);
    ledger.clock.step(0n);
    await ledger.revert(snapshot);
    expect(ledger.clock.now()).to.equal(now);
    await step(ledger);
    expect(ledger.clock.now()).to.equal(now + 3n);
  });

  it("restores a clock that follows the machine's clock", async () => {
    const ledger = await createLedger({ seed: 1 });
    const snapshot = ledger.snapshot();
    ledger.clock.freeze(0n);
    await ledger.revert(snapshot);
    expect(ledger.clock.mode).to.equal("real");
  });

  it("refuses the snapshot of another ledger", async () => {
    const ledger = await given();
    const foreign = (await given()).snapshot();
    expect((await rejectionOf(ledger.revert(foreign))).code).to.equal("INVALID_ARGUMENT");
    const forged = { state: ledger.state };
    expect((await rejectionOf(ledger.revert(forged))).code).to.equal("INVALID_ARGUMENT");
  });
});

describe("Ledger.epoch", () => {
  it("is aborted after the ledger is closed, even if it is requested afterwards", async () => {
    const ledger = await createLedger({ seed: 1 });
    await ledger.close();
    expect(ledger.epoch.aborted).to.equal(true);
  });

  it("is aborted by a revert, which begins another epoch", async () => {
    const ledger = await given();
    const { epoch } = ledger;
    await ledger.revert(ledger.snapshot());
    expect([epoch.aborted, ledger.epoch.aborted]).to.deep.equal([true, false]);
  });
});

describe("Ledger.reset", () => {
  it("restores the state just after creation", async () => {
    const ledger = await given();
    const { state } = ledger;
    await step(ledger);
    await ledger.reset();
    expect(ledger.state).to.equal(state);
  });
});

describe("Ledger.fork", () => {
  it("returns an independent ledger with the same state", async () => {
    const ledger = await given();
    await step(ledger);
    const fork = await ledger.fork();
    expect(fork.state).to.equal(ledger.state);
    const theirs = [await step(fork), await step(fork)];
    expect(ledger.state).to.not.equal(fork.state);
    expect([await step(ledger), await step(ledger)]).to.deep.equal(theirs);
    fork.clock.advance(5n);
    expect(ledger.clock.now()).to.equal(fork.clock.now() - 5n);
    await ledger.close();
    await step(fork);
  });

  it("returns a ledger whose reset restores the fork point", async () => {
    const ledger = await given();
    await step(ledger);
    const fork = await ledger.fork();
    await step(fork);
    await fork.reset();
    expect(fork.state).to.equal(ledger.state);
  });

  it("does not notify the listeners of the original", async () => {
    const ledger = await given();
    ledger.subscribe(() => expect.fail("heard of the fork"));
    await step(await ledger.fork());
  });
});

describe("Ledger.close", () => {
  it("completes running decisions, and rejects later ones", async () => {
    const ledger = await given();
    const { state, epoch } = ledger;
    const under = step(ledger);
    const closed = ledger.close();
    const late = [
      step(ledger),
      ledger.revert(ledger.snapshot()),
      ledger.fork(),
      ledger.changed(ledger.state),
    ].map(rejectionOf);
    expect((await under)[0]).to.equal(state.position);
    await closed;
    await ledger.close();
    for (const { code } of await Promise.all(late)) expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(ledger.state.position).to.equal(state.position + 1);
    expect(epoch.aborted).to.equal(true);
  });

  it("wakes callers that wait for a change or a time", async () => {
    const ledger = await given();
    const waiting = [
      ledger.changed(ledger.state),
      ledger.clock.reached(ledger.clock.now() + 1n),
    ].map(rejectionOf);
    await ledger.close();
    for (const { code } of await Promise.all(waiting)) expect(code).to.equal("SERVICE_NOT_RUNNING");
  });
});
