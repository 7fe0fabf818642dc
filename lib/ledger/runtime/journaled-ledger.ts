import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import { systemUser } from "../../base/scheduling/fair-queue.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { AdjustableClock } from "../clock/adjustable-clock.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { Ledger, Snapshot } from "../port/ledger.ts";
import type { DecisionCaller, LedgerDecisionFunction } from "../port/ledger-decision.ts";
import type { NamedSnapshots } from "../port/named-snapshots.ts";
import type { TimeSliceHandle } from "../port/time-slice-handle.ts";
import { getUnsettledCalls } from "../port/unsettled-calls.ts";
import { compactPrunedJournalEntries } from "../replay/compact-pruned-journal-entries.ts";
import { replayJournal } from "../replay/replay.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { dumpOf } from "../stores/text/dump.ts";
import { AssignmentTimer } from "./assignment-timer.ts";
import { JournalCompactor } from "./compactor.ts";
import { LedgerEpochs } from "./epochs.ts";
import { JobQueue } from "./job-queue.ts";
import type { LedgerComponents } from "./ledger-components.ts";
import { ledgerClosedError, ledgerRevertedError, unawaitedRevertError } from "./ledger-errors.ts";
import { StoredNamedSnapshots } from "./named-snapshots.ts";
import { PublishedLedgerState } from "./published-ledger-state.ts";
import { ScheduledDecisionQueue } from "./scheduled-decision-queue.ts";
import { SnapshotRestorer } from "./snapshot-restorer.ts";
import { DecisionRequest, LedgerWriter } from "./writer.ts";

const maxCommitDelayMillis = 60_000;

/**
 * Implements the ledger with a queue of jobs, a writer that makes decisions and appends them to the
 * journal, and a published state.
 */
export class JournaledLedger implements Ledger {
  readonly namedSnapshots: NamedSnapshots;
  readonly #parts: LedgerComponents;
  readonly #queue: JobQueue;
  readonly #timed = new ScheduledDecisionQueue();
  readonly #epochs = new LedgerEpochs(this.#timed);
  readonly #compactor: JournalCompactor;
  readonly #published: PublishedLedgerState;
  readonly #writer: LedgerWriter;
  readonly #restorer: SnapshotRestorer;
  readonly #unsettled = getUnsettledCalls(this);
  #beginning: Snapshot;
  #commitDelayMillis: number;
  #closing: Promise<void> | undefined;
  #pendingReverts = 0;

  constructor(parts: LedgerComponents) {
    const queue = new JobQueue({
      time: parts.time,
      storeTimeoutMillis: parts.config.storeTimeoutMillis,
      pending: () => this.#writer.pending,
    });
    const compactor = new JournalCompactor({ parts, stallTimeout: queue.stallTimeout });
    const assignments = new AssignmentTimer(parts.clock, () => this.#decideDue());
    const published = new PublishedLedgerState(parts, assignments);
    const epochs = this.#epochs;
    const timed = this.#timed;
    const writer = new LedgerWriter({ parts, queue, epochs, timed, compactor, published });
    const restorer = new SnapshotRestorer({ parts, queue, epochs, compactor, published, writer });
    this.#parts = parts;
    this.#queue = queue;
    this.#compactor = compactor;
    this.#published = published;
    this.#writer = writer;
    this.#restorer = restorer;
    this.#commitDelayMillis = checkCommitDelay(parts.commitDelayMillis);
    this.namedSnapshots = new StoredNamedSnapshots({
      snapshots: parts.store.snapshots,
      now: () => parts.clock.now(),
      run: (job) =>
        this.#runWhenDurable(async () => {
          if (writer.tailer.isStale) await writer.tailer.catchUp();
          return job();
        }),
      take: () => {
        const snapshot = this.snapshot();
        return { ...restorer.getSavedPosition(snapshot), snapshot };
      },
      restorer,
    });
    // Schedule a compaction, because the previous process may have stopped before its compaction
    // ended.
    if (parts.state.evicted !== undefined) compactor.scheduleCompaction(parts.state);
    this.#beginning = this.snapshot();
    writer.tailer.startTailing();
  }

  /** Commits the first decision of a ledger without advancing its clock by a step. */
  async commitFirstDecision(firstDecision: LedgerDecisionFunction<void>): Promise<void> {
    await new Promise((resolve, reject) => {
      const request = new DecisionRequest(firstDecision, { resolve, reject });
      this.#queue.add({ start: () => this.#writer.decideRequest(request), reject });
    });
    this.#beginning = this.snapshot();
  }

  get config(): LedgerConfig {
    return this.#parts.config;
  }

  get darLoader(): DarLoader | undefined {
    return this.#parts.darLoader;
  }

  get clock(): AdjustableClock {
    return this.#parts.clock;
  }

  get state(): LedgerState {
    return this.#published.state;
  }

  get epoch(): AbortSignal {
    return this.#epochs.signal;
  }

  get reverts(): number {
    return this.#epochs.reverts;
  }

  commit<Outcome>(
    decide: LedgerDecisionFunction<Outcome>,
    caller?: DecisionCaller,
  ): Promise<Outcome> {
    const outcome = new Promise<unknown>((resolve, reject) => {
      this.#writer.enqueueRequest(new DecisionRequest(decide, { resolve, reject }, caller));
    }) as Promise<Outcome>;
    return this.#unsettled.isRecorded ? this.#unsettled.record(outcome) : outcome;
  }

  commitAt<Outcome>(
    time: Micros,
    decide: LedgerDecisionFunction<Outcome>,
    caller?: DecisionCaller,
  ): Promise<Outcome> {
    if (this.#queue.isClosed) return Promise.reject(ledgerClosedError());
    const { clock } = this.#parts;
    const outcome = new Promise<unknown>((resolve, reject) => {
      const request = new DecisionRequest(decide, { resolve, reject }, caller, time);
      this.#timed.add({ time, run: () => this.#writer.decideRequest(request), abandon: reject });
    });
    if (clock.reading.stepMicros > 0n) {
      this.#decideDue(() => {
        if (clock.now() < time) clock.set(time);
      });
    } else {
      // The promise rejects when the epoch ends. Then the decision was already rejected.
      clock.reached(time, this.epoch).then(
        () => this.#decideDue(),
        () => undefined,
      );
    }
    return outcome as Promise<Outcome>;
  }

  evaluate<Result>(
    work: (handle: TimeSliceHandle) => Result,
    userId?: string,
  ): Result | Promise<Result> {
    return this.#writer.evaluateOutsideQueue(work, userId);
  }

  get commitDelayMillis(): number {
    return this.#commitDelayMillis;
  }

  delayCommits(millis: number): void {
    this.#commitDelayMillis = checkCommitDelay(millis);
  }

  subscribe(listener: (entry: JournalEntry) => void): () => void {
    return this.#published.subscribe(listener);
  }

  changed(seen: LedgerState, signal?: AbortSignal): Promise<void> {
    if (this.#queue.isClosed) return Promise.reject(ledgerClosedError());
    return this.#published.waitForChange(seen, signal);
  }

  async settled(): Promise<void> {
    await this.#writer.deferredSettled();
    await this.#queue.run(() => this.#writer.decideDue());
    await this.#writer.waitUntilDurable();
  }

  snapshot(): Snapshot {
    this.#assertCurrent();
    return this.#restorer.takeSnapshot(this.#published.state);
  }

  async revert(snapshot: Snapshot): Promise<void> {
    // Try this before the first await, so that an in-memory ledger is reverted even if the caller
    // does not await the promise.
    if (this.#restorer.restoreNow(snapshot)) return;
    this.#pendingReverts++;
    try {
      await this.#runWhenDurable(() => this.#restorer.restoreSnapshot(snapshot));
    } finally {
      this.#pendingReverts--;
    }
  }

  /**
   * Raises INVALID_ARGUMENT while a revert is pending: the caller has not awaited it and would read
   * the old state.
   */
  protected assertNotReverting(): void {
    if (this.#pendingReverts > 0) throw unawaitedRevertError();
  }

  async fork(): Promise<Ledger> {
    return new JournaledLedger(await this.forkParts());
  }

  /** Returns the parts of a fork of this ledger. */
  protected forkParts(): Promise<LedgerComponents> {
    return this.#runWhenDurable(async () => {
      const store = await this.#forkedStore();
      const clock = this.#parts.clock.copyClock();
      const commitDelayMillis = this.#commitDelayMillis;
      // If history was evicted, the state refers to the archive of this ledger's store. So the fork
      // computes its state from its copy of the journal.
      const state =
        this.state.evicted === undefined
          ? this.state
          : await replayJournal(store, this.#parts.folding, this.config.recentEntries, () =>
              this.#queue.recordProgress(),
            );
      return { ...this.#parts, store, clock, state, commitDelayMillis };
    });
  }

  /**
   * Resolves to a copy of the journal. Copies it again if another process reverts the journal during
   * the copy.
   */
  async #forkedStore(): Promise<JournalStore> {
    const { tailer } = this.#writer;
    for (;;) {
      if (tailer.isStale) await tailer.catchUp();
      const store = await this.#parts.store.fork();
      if (!tailer.isStale) return store;
      await store.close();
    }
  }

  reset(): Promise<void> {
    return this.revert(this.#beginning);
  }

  dump(): AsyncIterable<string> {
    const { position, prunedUpTo } = this.state;
    const entries = this.#entries(position, this.reverts);
    return dumpOf(compactPrunedJournalEntries(entries, prunedUpTo, this.#parts.folding));
  }

  async storeSize(): Promise<number | undefined> {
    if (this.#queue.isClosed) throw ledgerClosedError();
    return this.#parts.store.size?.();
  }

  /**
   * Yields the journal up to a position. Throws if the ledger is reverted while the entries are
   * read.
   */
  async *#entries(
    position: number,
    reverts: number,
  ): AsyncGenerator<JournalEntry, void, undefined> {
    const assertSame = (): void => {
      this.#assertCurrent();
      if (this.reverts !== reverts) throw ledgerRevertedError();
    };
    assertSame();
    for await (const entry of this.#parts.store.read(0)) {
      assertSame();
      if (entry.position > position) return;
      yield entry;
    }
    assertSame();
  }

  get failure(): LedgerError | undefined {
    return this.#queue.failure ?? this.#parts.store.failure;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  #close(): Promise<void> {
    let closed: Promise<void> | undefined;
    const closeStore = (): Promise<void> =>
      (closed ??= new Promise((resolve) => resolve(this.#parts.store.close())));
    const giveUp = (): void => {
      // Closing the store rejects the pending writes. If the store cannot be closed, `closing`
      // rejects.
      closeStore().catch(() => undefined);
      this.#writer.pending.rollBackAllWrites(ledgerClosedError());
    };
    const closing = this.#queue.close(async () => {
      try {
        await this.#writer.pending.waitUntilEmpty();
        await this.#compactor.waitForCompaction();
      } finally {
        this.#queue.stallTimeout.stop();
      }
      await this.#published.writeLastCheckpoint();
      await closeStore();
    }, giveUp);
    this.#writer.tailer.stopTailing();
    this.#published.close();
    this.#parts.clock.stop(ledgerClosedError());
    this.#epochs.close();
    return closing;
  }

  /** Throws if the journal no longer matches the published state. */
  #assertCurrent(): void {
    if (this.#writer.tailer.isStale || this.#restorer.isReading) throw ledgerRevertedError();
  }

  /** Runs a job when all earlier decisions are durable. */
  #runWhenDurable<Result>(job: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      await this.#writer.pending.waitUntilEmpty();
      return job();
    });
  }

  /**
   * Commits due decisions. If `move` is passed, calls it first, to move the clock. Does not advance
   * the clock by its step, so that the result does not depend on when the ledger notices the due
   * time.
   */
  #decideDue(move?: () => void): void {
    const decide = (): Promise<void> => {
      move?.();
      return this.#writer.decideDue();
    };
    this.#queue.run(decide, move === undefined ? systemUser : undefined).catch((error: unknown) => {
      if (!this.#queue.isClosed) this.#parts.reportError(error);
    });
  }
}

/** Returns the commit delay in milliseconds. Throws INVALID_ARGUMENT if it is out of range. */
const checkCommitDelay = (millis: number): number => {
  if (Number.isSafeInteger(millis) && millis >= 0 && millis <= maxCommitDelayMillis) return millis;
  throw createInvalidArgumentError({
    expected: `a whole number of milliseconds from 0 to ${maxCommitDelayMillis} as the commit delay`,
    found: millis,
  });
};
