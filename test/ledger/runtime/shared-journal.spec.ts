import { expect } from "chai";
import fc from "fast-check";

import { allocateParty } from "../../../lib/api.ts";
import { StepQuotaSuspension } from "../../../lib/contracts/engine/suspension.ts";
import { createLedger, type Ledger, ledgerError, type LedgerOptions } from "../../../lib/index.ts";
import type { JournalEvent, LedgerDecision } from "../../../lib/store.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { plainState } from "../../support/plain-state.ts";
import { runs } from "../../support/properties.ts";
import { SharedJournal } from "../../support/shared-journal.ts";

const noted = (what: string): JournalEvent => ({ kind: "userDeleted", userId: what });

const note =
  (...all: readonly string[]) =>
  (): LedgerDecision<undefined> => ({ events: all.map(noted), outcome: undefined });

const openOn = (journal: SharedJournal, options: LedgerOptions = {}): Promise<Ledger> =>
  createLedger({
    packages: [iouPackage],
    seed: 1,
    clock: { freeze: "2024-01-01T12:00:00Z" },
    store: journal.open(),
    ...options,
  });

const twoOn = async (journal: SharedJournal) =>
  [await openOn(journal), await openOn(journal)] as const;

const partyOn = async (ledger: Ledger): Promise<string> =>
  (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails.party;

const issue = (ledger: Ledger, party: string, commandId: string) =>
  ledger.submit({
    actAs: party,
    commandId,
    commands: Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] }),
  });

/** Waits until the ledger has read the whole journal. */
const caughtUp = async (ledger: Ledger, journal: SharedJournal): Promise<void> => {
  while (ledger.state.position !== journal.entries.length) await ledger.changed(ledger.state);
};

/** Returns the texts of the notes in the journal, in order. */
const notesIn = ({ entries }: SharedJournal): readonly string[] =>
  entries.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === "userDeleted" ? [event.userId] : [])),
  );

describe("ledgers that share a journal in several processes", () => {
  let journal: SharedJournal;
  beforeEach(() => {
    journal = new SharedJournal();
  });

  it("apply entries of the other ledgers and notify listeners, in order", async () => {
    const [one, two] = await twoOn(journal);
    const heard: number[] = [];
    const begin = two.state.position;
    two.subscribe(({ position }) => heard.push(position - begin));
    const party = await partyOn(one);
    await Promise.all(["1", "2"].map((id) => issue(one, party, id)));
    await caughtUp(two, journal);
    expect(plainState(two.state)).to.deep.equal(plainState(one.state));
    expect(heard).to.deep.equal([1, 2, 3]);
  });

  it("decide again after another process wrote first, and run other decisions meanwhile", async () => {
    const [one, two] = await twoOn(journal);
    const all = [one, two].flatMap((ledger, index) =>
      Array.from({ length: 10 }, (_, count) => ledger.commit(note(`${index}-${count}`))),
    );
    await Promise.all(all);
    const notes = notesIn(journal);
    expect(new Set(notes).size).to.equal(20);
    expect(notes).to.have.length(20);
    for (const index of ["0", "1"]) {
      const own = notes.filter((each) => each.startsWith(index));
      expect(own).to.deep.equal([...own].sort());
    }
    await Promise.all([caughtUp(one, journal), caughtUp(two, journal)]);
    expect(plainState(two.state)).to.deep.equal(plainState(one.state));
  });

  it("return no result that depends on entries that were not written because another process wrote first", async () => {
    const [one, two] = await twoOn(journal);
    const begin = two.state.position;
    const theirs = one.commit(note("theirs"));
    const written = two.commit(note("mine"));
    const read = two.commit(({ position }) => ({ events: [], outcome: position - begin }));
    const refused = two.commit(({ position }) => {
      throw ledgerError("PARTY_NOT_FOUND", { cause: `at ${position - begin}` });
    });
    const { cause } = await rejectionOf(refused);
    await Promise.all([theirs, written]);
    expect(notesIn(journal)).to.deep.equal(["theirs", "mine"]);
    expect(await read).to.equal(2);
    expect(cause).to.equal("at 2");
  });

  it("accept only one of two uses of a contract", async () => {
    const [one, two] = await twoOn(journal);
    const party = await partyOn(one);
    await issue(one, party, "made");
    await caughtUp(two, journal);
    const [iou] = one.contracts(Iou);
    if (iou === undefined) return expect.fail("there is no IOU");
    const archive = (ledger: Ledger) =>
      ledger.submit({ actAs: party, commands: iou.exercise(Iou.Archive) });
    const ends = await Promise.allSettled([archive(one), archive(two)]);
    const refusals = ends.flatMap((end) =>
      end.status === "rejected" ? [end.reason as unknown] : [],
    );
    expect(refusals).to.have.length(1);
    expect(refusals[0]).to.have.property("code", "LOCAL_VERDICT_INACTIVE_CONTRACTS");
  });

  it("execute a command only once even if two processes get it", async () => {
    const [one, two] = await twoOn(journal);
    const party = await partyOn(one);
    await caughtUp(two, journal);
    const ends = await Promise.allSettled([issue(one, party, "same"), issue(two, party, "same")]);
    const refusals = ends.flatMap((end) =>
      end.status === "rejected" ? [end.reason as unknown] : [],
    );
    expect(refusals).to.have.length(1);
    expect(refusals[0]).to.have.property("code", "DUPLICATE_COMMAND");
    expect(one.state.active.all.size).to.equal(1);
  });

  it("wait in `settled` until repeated decisions are written", async () => {
    const [one, two] = await twoOn(journal);
    void one.commit(note("theirs"));
    const asked = ["a", "b"].map((each) => two.commit(note(each)));
    await two.settled();
    expect(notesIn(journal)).to.deep.equal(["theirs", "a", "b"]);
    await Promise.all(asked);
  });

  it("revert together, and reject pending decisions", async () => {
    const [one, two] = await twoOn(journal);
    const party = await partyOn(one);
    const snapshot = one.snapshot();
    await issue(one, party, "1");
    await caughtUp(two, journal);
    await two.settled();
    const { epoch, reverts } = two;
    const later = two.commitAt(two.clock.now() + 1n, note("later"));
    void later.catch(() => undefined);
    const underWay = two.commit(note("under way"));
    void underWay.catch(() => undefined);
    const reverted = one.revert(snapshot);
    await reverted;
    await two.changed(two.state);
    expect(plainState(two.state)).to.deep.equal(plainState(snapshot.state));
    expect([epoch.aborted, two.reverts]).to.deep.equal([true, reverts + 1]);
    for (const each of [later, underWay]) {
      expect((await rejectionOf(each)).code).to.equal("SUBMISSION_DURING_SHUTDOWN");
    }
    await two.commit(note("two"));
    await one.commit(note("one"));
    expect(notesIn(journal)).to.deep.equal(["two", "one"]);
  });

  it("never decide from reverted entries, even if the journal has the same length again", async () => {
    const [one, two] = await twoOn(journal);
    const snapshot = one.snapshot();
    await one.commit(note("gone"));
    await caughtUp(two, journal);
    await one.revert(snapshot);
    await one.commit(note("instead"));
    const { position } = two.state;
    const seen = two.commit((state) => ({ events: [noted("next")], outcome: state.position }));
    expect(await seen).to.equal(position);
    expect(notesIn(journal)).to.deep.equal(["instead", "next"]);
    await caughtUp(one, journal);
    expect(plainState(two.state)).to.deep.equal(plainState(one.state));
  });

  /** Opens a ledger that runs an action when its store begins to read the journal from the start. */
  const openReading = async () => {
    const store = journal.open();
    const read = store.read.bind(store);
    const before: (() => Promise<unknown>)[] = [];
    store.read = async function* (after) {
      if (after === 0) await before.shift()?.();
      yield* read(after);
    };
    return { ledger: await openOn(journal, { store }), before };
  };

  it("fork the journal to which another process reverted it during the call", async () => {
    const { ledger: one, before } = await openReading();
    const two = await openOn(journal);
    const snapshot = two.snapshot();
    await one.commit(note("gone"));
    await caughtUp(two, journal);
    before.push(() => two.revert(snapshot));
    const fork = await one.fork();
    expect(plainState(fork.state)).to.deep.equal(plainState(two.state));
    await fork.commit(note("fork"));
    expect(fork.state.position).to.equal(two.state.position + 1);
  });

  it("return no dump of a journal that another process reverted before it was read, even to the start", async () => {
    for (const left of [1, 0]) {
      const { ledger, before } = await openReading();
      const other = journal.open();
      before.push(() => other.restore(other.mark(left)));
      const refused = await rejectionOf(collectAll(ledger.dump()));
      expect(refused.code).to.equal("SUBMISSION_DURING_SHUTDOWN");
      journal = new SharedJournal();
    }
  });

  it("write increasing record times even if their clocks differ", async () => {
    const year = 365n * 86_400_000_000n;
    const ahead = new ManualTime(2n * year);
    const behind = new ManualTime(year);
    const one = await openOn(journal, { clock: "real", timeSource: ahead });
    const two = await openOn(journal, { clock: "real", timeSource: behind });
    const party = await partyOn(one);
    await caughtUp(two, journal);
    for (const [index, ledger] of [two, one, two].entries()) {
      await ahead.advance(5);
      await behind.advance(5);
      await issue(ledger, party, `${index}`);
      await Promise.all([caughtUp(one, journal), caughtUp(two, journal)]);
    }
    const times = Array.from(two.state.log.values(), ({ update }) => update?.recordTime ?? 0n);
    expect(times).to.have.length(4);
    expect(times.every((time, index) => time >= (times[index - 1] ?? 2n * year))).to.equal(true);
  });

  it("give different ids to concurrent decisions", async () => {
    const [one, two] = await twoOn(journal);
    const longSeed = (ledger: Ledger): Promise<string> => {
      let turns = 0;
      return ledger.commit((_, { seed, origin }) => {
        if (turns++ === 0) throw new StepQuotaSuspension(() => noted("long"));
        return { events: [noted("long")], outcome: (origin?.seed ?? seed).join() };
      });
    };
    const [first, second] = await Promise.all([longSeed(one), longSeed(two)]);
    expect(first).to.not.equal(second);
  });

  it("report errors of listeners to other processes' entries, and continue", async () => {
    const reported: unknown[] = [];
    const one = await openOn(journal);
    const two = await openOn(journal, { reportError: (error) => reported.push(error) });
    const stop = two.subscribe(() => {
      throw new TypeError("listener");
    });
    await one.commit(note("a"));
    await caughtUp(two, journal);
    expect(reported).to.have.length(1);
    stop();
  });

  it("reach the same state for any order of requests and reads", async () => {
    const steps = fc.array(
      fc.record({ who: fc.nat(2), what: fc.constantFrom("note", "read", "wait", "revert") }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (program) => {
        const shared = new SharedJournal();
        const ledgers = [...(await twoOn(shared)), await openOn(shared)];
        const begin = shared.entries.length;
        const acknowledged: Promise<unknown>[] = [];
        const ask = (asked: Promise<unknown>): void => {
          acknowledged.push(asked);
          asked.catch(() => undefined);
        };
        let hasReverted = false;
        for (const [index, { who, what }] of program.entries()) {
          const ledger = ledgers[who];
          if (ledger === undefined) continue;
          if (what === "note") ask(ledger.commit(note(`${index}`)));
          if (what === "read") ask(ledger.settled());
          if (what === "wait") await new Promise((resolve) => setImmediate(resolve));
          if (what === "revert" && index % 5 === 0) {
            hasReverted = true;
            ask(ledger.reset());
          }
        }
        const ends = await Promise.allSettled(acknowledged);
        await Promise.all(ledgers.map((ledger) => ledger.commit(note("end"))));
        await Promise.all(ledgers.map((ledger) => caughtUp(ledger, shared)));
        const [first, ...others] = ledgers.map(({ state }) => plainState(state));
        for (const other of others) expect(other).to.deep.equal(first);
        expect(shared.entries.map(({ position }) => position)).to.deep.equal(
          shared.entries.map((_, index) => index + 1),
        );
        if (hasReverted) return;
        expect(ends.every(({ status }) => status === "fulfilled")).to.equal(true);
        const notes = program.filter(({ what }) => what === "note");
        expect(shared.entries).to.have.length(begin + notes.length + ledgers.length);
      }),
      { numRuns: runs(60) },
    );
  });
});
