import { expect } from "chai";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { collectAll } from "../../support/collect-all.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { useFolder } from "../../support/use-folder.ts";

/** Time without progress after which the ledger stops waiting for its store, in milliseconds. */
const patience = 1_000;

/** Blocks callers of `pass` until the test opens the gate. */
class Gate {
  #letGo: (() => void) | undefined;
  #arrived = (): void => undefined;
  arrival = this.#next();

  async pass(): Promise<void> {
    const gone = new Promise<void>((resolve) => (this.#letGo = resolve));
    this.#arrived();
    await gone;
  }

  /** Lets the waiting caller continue. */
  open(): void {
    this.arrival = this.#next();
    this.#letGo?.();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => (this.#arrived = resolve));
  }
}

describe("Ledger.close", () => {
  const place = useFolder("closing");
  let time: ManualTime;
  let folder: string;
  let store: JournalStore;
  let ledger: Ledger;
  let isStoreClosed: boolean;
  beforeEach(async () => {
    time = new ManualTime();
    folder = place();
    store = await openLevelStore(folder);
    isStoreClosed = false;
    const close = store.close.bind(store);
    store.close = () => {
      isStoreClosed = true;
      return close();
    };
    ledger = await createLedger({
      packages: [iouPackage],
      store,
      clock: { freeze: "2024-01-01T12:00:00Z" },
      timeSource: time,
      // Ignores errors of a blocked compaction that the test releases at its end.
      reportError: () => undefined,
      limits: { storeTimeoutMillis: patience, recentEntries: 2 },
    });
    const party: string = ledger.state.participantId;
    const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
    for (let count = 0; count < 6; count++) await ledger.submit({ actAs: party, commands });
  });

  /** Makes compactions wait at a gate before they begin. */
  const holdCompaction = (): Gate => {
    const gate = new Gate();
    const compact = store.compact?.bind(store);
    store.compact = async (position, events) => {
      await gate.pass();
      await compact?.(position, events);
    };
    return gate;
  };

  /** Opens the journal again and returns its first position. */
  const beginning = async (): Promise<number | undefined> => {
    const again = await openLevelStore(folder);
    const entries = await collectAll(again.read(0));
    await again.close();
    return entries[0]?.position;
  };

  it("first waits for the compaction after a pruning, even if each entry takes long, then writes a checkpoint", async () => {
    const gate = new Gate();
    const read = store.read.bind(store);
    store.read = async function* (after) {
      for await (const entry of read(after)) {
        await gate.pass();
        yield entry;
      }
    };
    const { position, ledgerEnd } = ledger.state;
    await ledger.prune(ledgerEnd);
    const closed = ledger.close();
    let entries = 0;
    const isClosed = closed.then(() => true);
    for (;;) {
      if ((await Promise.race([gate.arrival, isClosed])) === true) break;
      await time.advance(patience * 0.9);
      expect(isStoreClosed).to.equal(false);
      entries++;
      gate.open();
    }
    expect(entries).to.be.above(position);
    expect(store.checkpoints?.position).to.equal(position + 1);
    expect(await beginning()).to.equal(position + 1);
  });

  it("waits for a compaction that reports no progress, and writes a checkpoint", async () => {
    const gate = holdCompaction();
    const { position, ledgerEnd } = ledger.state;
    await ledger.prune(ledgerEnd);
    await gate.arrival;
    const closed = ledger.close();
    await time.advance(patience * 8);
    expect(isStoreClosed).to.equal(false);
    gate.open();
    await closed;
    expect(store.checkpoints?.position).to.equal(position + 1);
    expect(await beginning()).to.equal(position + 1);
  });

  it("rejects with the store's error after it stopped waiting, and does not report the error elsewhere", async () => {
    const refusal = new Error("nothing can be closed");
    const gate = holdCompaction();
    await ledger.prune(ledger.state.ledgerEnd);
    await gate.arrival;
    const close = store.close.bind(store);
    store.close = () => {
      throw refusal;
    };
    const closed = ledger.close().catch((error: unknown) => error);
    await time.advance(patience * 12);
    gate.open();
    expect(await closed).to.equal(refusal);
    await close();
  });

  it("stops waiting for a compaction that does not end", async () => {
    const gate = holdCompaction();
    await ledger.prune(ledger.state.ledgerEnd);
    await gate.arrival;
    const closed = ledger.close();
    await time.advance(patience * 12);
    expect(isStoreClosed).to.equal(true);
    gate.open();
    await closed;
  });
});
