import { expect } from "chai";

import { activeContractsPage } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { createMemoryStore, type JournalStore } from "../../../lib/store.ts";
import { appendOnlyStore } from "../../support/append-only-store.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { ManualTime } from "../../support/manual-time.ts";

/** A store that stops responding until the test makes it respond. */
class SilentStore {
  readonly store: JournalStore = appendOnlyStore();
  #answers: Promise<void> = Promise.resolve();
  answer: () => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  constructor() {
    const append = this.store.append.bind(this.store);
    this.store.append = async (position, events) => {
      await this.#answers;
      return append(position, events);
    };
  }

  fallSilent(): void {
    this.#answers = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
  }
}

/** Lets all pending jobs of the event loop run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("store that does not answer", () => {
  const time = new ManualTime();
  let silent: SilentStore;
  let ledger: Ledger;
  let alice: string;

  beforeEach(async () => {
    silent = new SilentStore();
    ({ ledger, alice } = await iouLedger({
      store: silent.store,
      timeSource: time,
      limits: { storeTimeoutMillis: 1_000 },
    }));
  });

  const submit = () =>
    ledger.submit({
      actAs: alice,
      commands: {
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: alice, owner: alice, amount: "1.0", watchers: [] },
        },
      },
    });

  const active = (): number => {
    const eventFormat = { filtersByParty: { [alice]: {} } };
    return activeContractsPage(ledger, { eventFormat }).activeContracts.length;
  };

  /** Submits two commands. The store does not confirm their writes in time. */
  const submitInVain = async (): Promise<void> => {
    silent.fallSilent();
    const first = rejectionOf(submit());
    const second = rejectionOf(submit());
    await time.advance(2_000);
    const [firstError, secondError] = await Promise.all([first, second]);
    expect(firstError.code).to.equal("REQUEST_TIME_OUT");
    expect(firstError.cause).to.include("The call may still take effect.");
    expect(secondError.code).to.equal("SERVICE_NOT_RUNNING");
  };

  it("blocks neither callers nor readers", async () => {
    await submit();
    await submitInVain();
    expect((await rejectionOf(submit())).code).to.equal("SERVICE_NOT_RUNNING");
    expect((await rejectionOf(ledger.reset())).code).to.equal("SERVICE_NOT_RUNNING");
    expect(active()).to.equal(1);
    expect(ledger.snapshot().state.ledgerEnd).to.equal(ledger.state.ledgerEnd);
  });

  it("is read again after it responds; each of its writes is applied once", async () => {
    await submitInVain();
    silent.answer();
    await turn();
    expect(active()).to.equal(1);
    await submit();
    expect(active()).to.equal(2);
  });

  it("is read again after it fails, which shows that nothing was written", async () => {
    await submitInVain();
    silent.fail(new Error("the disk is gone"));
    await turn();
    expect(active()).to.equal(0);
    silent.fallSilent();
    silent.answer();
    await submit();
    expect(active()).to.equal(1);
  });

  it("is noticed again if it makes progress and then stops responding in the same reading", async () => {
    const { store } = silent;
    const [append, read] = [store.append.bind(store), store.read.bind(store)];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    // Written, but refused like an entry at a position where another process wrote first.
    store.append = async (position, events) => {
      await append(position, events);
      return false;
    };
    store.read = async function* (after) {
      await begun;
      yield* read(after);
      await new Promise(() => undefined);
    };
    const refused = rejectionOf(submit());
    await turn();
    await time.advance(2_000);
    expect((await refused).code).to.equal("REQUEST_TIME_OUT");
    begin();
    await turn();
    const waiting = rejectionOf(submit());
    await time.advance(2_000);
    expect((await waiting).code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("does not prevent the ledger from closing", async () => {
    await submitInVain();
    await ledger.close();
    expect((await rejectionOf(submit())).code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("does not prevent the ledger from closing while other calls wait for it", async () => {
    Object.defineProperty(silent.store, "restoreNow", { value: undefined });
    silent.store.restore = () => new Promise(() => undefined);
    const snapshot = ledger.snapshot();
    await submit();
    const calls = [ledger.revert(snapshot), ledger.fork(), submit()].map((call) =>
      rejectionOf(call).then(({ code }) => code),
    );
    await turn();
    const closed = ledger.close();
    await time.advance(2_000);
    await closed;
    expect(await Promise.all(calls)).to.deep.equal([
      "REQUEST_TIME_OUT",
      "SERVICE_NOT_RUNNING",
      "SERVICE_NOT_RUNNING",
    ]);
  });

  it("is closed if pending writes make no progress; their callers get a rejection", async () => {
    const store = createMemoryStore();
    const refusals: ((error: Error) => void)[] = [];
    const open = await iouLedger({
      store,
      timeSource: time,
      limits: { storeTimeoutMillis: 1_000 },
    });
    store.enqueue = () => new Promise((_, reject) => refusals.push(reject));
    store.close = () => {
      for (const refuse of refusals) refuse(new Error("the store is closed"));
      return Promise.resolve();
    };
    const { ledger: closing, alice: issuer } = open;
    const createArguments = { issuer, owner: issuer, amount: "1.0", watchers: [] };
    const CreateCommand = { templateId: "#iou:Iou:Iou", createArguments };
    const submitted = Promise.allSettled([
      closing.submit({ actAs: issuer, commands: { CreateCommand } }),
    ]);
    await turn();
    const closed = closing.close();
    await time.advance(2_000);
    await closed;
    const [{ status }] = await submitted;
    expect(status).to.equal("rejected");
  });

  it("is awaited while it makes progress, even with many commands", async () => {
    for (let count = 0; count < 5; count++) {
      silent.fallSilent();
      const submitted = submit();
      await time.advance(900);
      silent.answer();
      await submitted;
    }
    expect(active()).to.equal(5);
  });
});
