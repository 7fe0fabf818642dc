import { expect } from "chai";

import { addPackages } from "../../../lib/api.ts";
import { createLedger, type Ledger, ledgerError, type LedgerOptions } from "../../../lib/index.ts";
import {
  createMemoryStore,
  type JournalEntry,
  type JournalEvent,
  type JournalStore,
  type LedgerDecision,
} from "../../../lib/store.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { plainPackage } from "../../support/plain-package.ts";

const frozen = (options: LedgerOptions = {}): Promise<Ledger> =>
  createLedger({ seed: 1, clock: { freeze: "2030-01-01T00:00:00Z" }, ...options });

/** Returns an event that deletes an unknown user, so that only the ledger's position changes. */
const noted = (what: string): JournalEvent => ({ kind: "userDeleted", userId: what });

const decide =
  (...events: readonly JournalEvent[]) =>
  (): LedgerDecision<undefined> => ({ events, outcome: undefined });

const entriesOf = async (store: JournalStore): Promise<readonly JournalEntry[]> => {
  const entries: JournalEntry[] = [];
  for await (const entry of store.read(0)) entries.push(entry);
  return entries;
};

describe("Ledger.commit", () => {
  it("writes the decided events, applies them and returns the outcome", async () => {
    const store = createMemoryStore();
    const ledger = await frozen({ store });
    const { position } = ledger.state;
    const outcome = await ledger.commit((state) => ({
      events: [noted("a"), noted("b")],
      outcome: state.position,
    }));
    expect(outcome).to.equal(position);
    expect(ledger.state.position).to.equal(position + 1);
    expect((await entriesOf(store)).at(-1)).to.deep.equal({
      position: position + 1,
      events: [noted("a"), noted("b")],
    });
  });

  it("runs decisions one at a time in call order, each on the state after the previous one", async () => {
    const ledger = await frozen();
    const begin = ledger.state.position;
    const positions = await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.commit(({ position }) => ({ events: [noted("x")], outcome: position })),
      ),
    );
    expect(positions).to.deep.equal(positions.map((_, index) => begin + index));
  });

  it("writes nothing if a decision has no events", async () => {
    const ledger = await frozen();
    const before = ledger.state;
    expect(await ledger.commit(() => ({ events: [], outcome: "read" }))).to.equal("read");
    expect(ledger.state).to.equal(before);
  });

  it("writes nothing if the decision throws, and continues", async () => {
    const ledger = await frozen();
    const before = ledger.state;
    const failing = ledger.commit(() => {
      throw ledgerError("PARTY_NOT_FOUND", { cause: "No." });
    });
    const next = ledger.commit(({ position }) => ({ events: [], outcome: position }));
    expect((await rejectionOf(failing)).code).to.equal("PARTY_NOT_FOUND");
    expect(await next).to.equal(before.position);
    expect(ledger.state).to.equal(before);
  });

  it("writes nothing that cannot be applied, such as a package without its definition", async () => {
    const store = createMemoryStore();
    const ledger = await frozen({ store });
    const { state } = ledger;
    const refused = ledger.commit(decide({ kind: "packagesAdded", packageIds: ["unheard of"] }));
    expect((await rejectionOf(refused)).code).to.equal("PACKAGE_NOT_FOUND");
    expect(ledger.state).to.equal(state);
    expect(await store.position()).to.equal(state.position);
  });

  it("gets the definitions of added packages from the decision", async () => {
    const ledger = await frozen();
    const added = plainPackage("late");
    await ledger.commit(() => ({
      events: [{ kind: "packagesAdded", packageIds: [added.packageId] }],
      packages: [added],
      outcome: undefined,
    }));
    expect(ledger.state.packages.get(added.packageId)).to.equal(added);
  });

  it("keeps no definition of a package that the decision did not add", async () => {
    const ledger = await frozen();
    const brought = plainPackage("late");
    const named = { kind: "packagesAdded", packageIds: [brought.packageId] } as const;
    await ledger.commit(() => ({ events: [], packages: [brought], outcome: undefined }));
    expect((await rejectionOf(ledger.commit(decide(named)))).code).to.equal("PACKAGE_NOT_FOUND");
  });

  it("releases a package together with the last state that contains it", async () => {
    const ledger = await frozen();
    const added = plainPackage("late");
    const named = { kind: "packagesAdded", packageIds: [added.packageId] } as const;
    await ledger.commit(() => ({ events: [named], packages: [added], outcome: undefined }));
    await ledger.commit(decide(named));
    expect(ledger.state.packages.get(added.packageId)).to.equal(added);
    await ledger.reset();
    expect((await rejectionOf(ledger.commit(decide(named)))).code).to.equal("PACKAGE_NOT_FOUND");
  });

  it("accepts the same package from two ledgers that share a journal", async () => {
    const store = createMemoryStore();
    const ledgers = [await frozen({ store }), await frozen({ store })];
    const added = plainPackage("late");
    await Promise.all(ledgers.map((ledger) => addPackages(ledger, { packages: [added] })));
    for (const { state } of ledgers) {
      expect(state.packages.get(added.packageId)).to.equal(added);
      expect(state.position).to.equal(await store.position());
    }
  });

  it("passes decisions the limits, and the time that the clock has after its step", async () => {
    const ledger = await createLedger({
      clock: { start: new Date(0), step: 5n },
      limits: { maxListElements: 7 },
    });
    const times = [];
    for (let count = 0; count < 3; count++) {
      times.push(
        await ledger.commit((_, { now, config }) => ({
          events: [],
          outcome: [now, config.maxListElements],
        })),
      );
    }
    expect(times).to.deep.equal([
      [5n, 7],
      [10n, 7],
      [15n, 7],
    ]);
  });

  it("passes 32 random bytes, derived from seed and position, to decisions", async () => {
    const seeds = async (seed: number | string): Promise<readonly string[]> => {
      const ledger = await frozen({ seed });
      const taken = [];
      for (let count = 0; count < 3; count++) {
        taken.push(
          await ledger.commit((_, { seed }) => ({ events: [noted("x")], outcome: seed.join() })),
        );
      }
      return taken;
    };
    const [one, again, other] = [await seeds(1), await seeds(1), await seeds("other")];
    expect(one).to.deep.equal(again);
    expect(new Set([...one, ...other]).size).to.equal(6);
    expect(one[0]?.split(",")).to.have.length(32);
  });

  it("runs a decision again if another ledger wrote first, on the state after that write", async () => {
    const store = createMemoryStore();
    const one = await frozen({ store });
    const two = await frozen({ store });
    const heard: string[] = [];
    two.subscribe(({ events }) =>
      events.forEach((event) => event.kind === "userDeleted" && heard.push(event.userId)),
    );
    await one.commit(decide(noted("one")));
    let attempts = 0;
    const outcome = await two.commit(({ position }) => {
      attempts++;
      return { events: [noted("two")], outcome: position };
    });
    expect(attempts).to.equal(2);
    expect(outcome).to.equal(one.state.position);
    expect(heard).to.deep.equal(["one", "two"]);
    await one.commit(decide());
    expect(two.state.position).to.equal(outcome + 1);
  });

  it("loses no writes of concurrent ledgers", async () => {
    const store = createMemoryStore();
    const ledgers = [await frozen({ store }), await frozen({ store }), await frozen({ store })];
    const begin = await store.position();
    await Promise.all(
      ledgers.flatMap((ledger, index) =>
        Array.from({ length: 10 }, (_, count) => ledger.commit(decide(noted(`${index}-${count}`)))),
      ),
    );
    const written = (await entriesOf(store)).slice(begin);
    const ids = written.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === "userDeleted" ? [event.userId] : [])),
    );
    expect(new Set(ids).size).to.equal(30);
    for (const index of ["0", "1", "2"]) {
      const own = ids.filter((id) => id.startsWith(index));
      expect(own).to.deep.equal([...own].sort());
    }
  });

  it("detects that another process restored the journal", async () => {
    const store = createMemoryStore();
    const ledger = await frozen({ store });
    await ledger.commit(decide(noted("x")));
    await store.restore(store.mark(1));
    const lost = await rejectionOf(ledger.commit(decide(noted("y"))));
    expect(lost.code).to.equal("LEDGER_API_INTERNAL_ERROR");
  });
});

describe("Ledger.subscribe", () => {
  it("notifies every listener of every entry, in order, after it was applied", async () => {
    const ledger = await frozen();
    const begin = ledger.state.position;
    const heard: (readonly [string, number, number])[] = [];
    ledger.subscribe(({ position }) => heard.push(["a", position, ledger.state.position]));
    ledger.subscribe(({ position }) => heard.push(["b", position, ledger.state.position]));
    await ledger.commit(decide(noted("x")));
    await ledger.commit(decide());
    await ledger.commit(decide(noted("y")));
    expect(heard.map(([who, position]) => [who, position - begin])).to.deep.equal([
      ["a", 1],
      ["b", 1],
      ["a", 2],
      ["b", 2],
    ]);
    for (const [, position, folded] of heard) expect(folded).to.equal(position);
  });

  it("continues after a listener throws, and reports the error", async () => {
    const reported: unknown[] = [];
    const ledger = await frozen({ reportError: (error) => reported.push(error) });
    const heard: number[] = [];
    const failure = new TypeError("listener");
    ledger.subscribe(() => {
      throw failure;
    });
    ledger.subscribe(({ position }) => heard.push(position));
    await ledger.commit(decide(noted("x")));
    expect(reported).to.deep.equal([failure]);
    expect(heard).to.have.length(1);
  });

  it("allows listeners to unsubscribe, subscribe and commit while they are called", async () => {
    const ledger = await frozen();
    const heard: string[] = [];
    const stop = ledger.subscribe(() => {
      heard.push("first");
      stop();
      ledger.subscribe(() => heard.push("second"));
      void ledger.commit(decide(noted("nested")));
    });
    await ledger.commit(decide(noted("x")));
    expect(heard[0]).to.equal("first");
    await ledger.commit(decide());
    expect(heard).to.deep.equal(["first", "second"]);
  });
});

describe("Ledger.changed", () => {
  it("resolves immediately for an old state, and otherwise with the next entry", async () => {
    const ledger = await frozen();
    const before = ledger.state;
    const waiting = ledger.changed(before);
    await ledger.commit(decide(noted("x")));
    await waiting;
    await ledger.changed(before);
    expect(ledger.state).to.not.equal(before);
  });

  it("resolves when the ledger is reverted", async () => {
    const ledger = await frozen();
    const snapshot = ledger.snapshot();
    await ledger.commit(decide(noted("x")));
    const waiting = ledger.changed(ledger.state);
    await ledger.revert(snapshot);
    await waiting;
  });

  it("rejects when its signal aborts", async () => {
    const ledger = await frozen();
    const controller = new AbortController();
    const waiting = ledger.changed(ledger.state, controller.signal);
    controller.abort(ledgerError("REQUEST_TIME_OUT", { cause: "Enough." }));
    expect((await rejectionOf(waiting)).code).to.equal("REQUEST_TIME_OUT");
    const late = ledger.changed(ledger.state, controller.signal);
    expect((await rejectionOf(late)).code).to.equal("REQUEST_TIME_OUT");
  });
});
