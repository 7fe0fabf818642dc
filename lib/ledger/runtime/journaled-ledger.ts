import { Suspension } from "../../contracts/engine/suspension.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import { noUser } from "../../ground/collections/fair-line.ts";
import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { Doorway } from "../../ground/scheduling/doorway.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { Decide } from "../port/decision.ts";
import type { Ledger, Snapshot } from "../port/ledger.ts";
import type { NamedSnapshots } from "../port/named-snapshots.ts";
import type { Turns } from "../port/turns.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { dumpOf } from "../stores/text/dump.ts";
import type { AdjustableClock } from "./adjustable-clock.ts";
import { AssignmentAlarm } from "./assignment-alarm.ts";
import { commitDelayFrom } from "./commit-delay.ts";
import { Condenser } from "./condenser.ts";
import { Decider } from "./decider.ts";
import { EntryWriter } from "./entry-writer.ts";
import { Eras } from "./eras.ts";
import { Follower } from "./follower.ts";
import { KeptSnapshots } from "./kept-snapshots.ts";
import { closedError, revertedError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { LedgerQueue } from "./ledger-queue.ts";
import { LedgerStates } from "./ledger-states.ts";
import { replay } from "./replay.ts";
import { Reverter } from "./reverter.ts";
import { GivenWay } from "./serial-queue.ts";
import { Snapshots } from "./snapshots.ts";
import { storePatience } from "./store-patience.ts";
import { TimedDecisions } from "./timed-decisions.ts";
import { firstTurn } from "./turntable.ts";
import { withoutPruned } from "./without-pruned.ts";

/** The ledger: decides one thing at a time, writes it to the journal, and folds it. */
export class JournaledLedger implements Ledger {
  readonly #parts: LedgerParts;
  readonly #queue: LedgerQueue;
  readonly #timed = new TimedDecisions();
  /** To what begins as soon as it is asked for. */
  readonly #doorway = new Doorway();
  readonly #eras = new Eras(this.#timed);
  readonly #states: LedgerStates;
  readonly #follower: Follower;
  readonly #condenser: Condenser;
  readonly #decider: Decider;
  readonly #snapshots: Snapshots;
  readonly #reverter: Reverter;
  readonly namedSnapshots: NamedSnapshots;
  #beginning: Snapshot;
  #commitDelayMillis: number;
  #closing: Promise<void> | undefined;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    const patience = storePatience(parts);
    const queue = new LedgerQueue(patience);
    const alarm = new AssignmentAlarm(parts.clock, () => this.#inTime());
    const states = new LedgerStates(parts, patience, alarm);
    const eras = this.#eras;
    const condenser = new Condenser({ ...parts, queue });
    const follower = new Follower({ parts, queue, states, eras, condenser });
    const writer = new EntryWriter({ ...parts, queue, states, follower, condenser });
    const timed = this.#timed;
    this.#queue = queue;
    this.#states = states;
    this.#follower = follower;
    this.#condenser = condenser;
    this.#decider = new Decider({ parts, queue, states, eras, timed, follower, writer });
    // Whoever had it open may not have come to it.
    if (parts.state.past !== undefined) condenser.due(parts.state);
    this.#commitDelayMillis = commitDelayFrom(parts.commitDelayMillis);
    const snapshots = new Snapshots(parts);
    const reverter = new Reverter({ parts, queue, states, eras, follower, condenser, snapshots });
    this.#snapshots = snapshots;
    this.#reverter = reverter;
    this.namedSnapshots = new KeptSnapshots({
      snapshots: parts.store.snapshots,
      now: () => parts.clock.now(),
      inTurn: (job) =>
        this.#onceWritten(async () => {
          if (follower.isOutdated) await follower.catchUp();
          return job();
        }),
      take: () => {
        const snapshot = this.snapshot();
        return { ...snapshots.savedOf(snapshot), snapshot };
      },
      reverter,
    });
    this.#beginning = this.snapshot();
    follower.begin();
  }

  /** Lets the ledger begin with what `found` decides, without a step of its clock. */
  async begin(found: Decide<void>): Promise<void> {
    await this.#queue.run(() => this.#decider.decide(found));
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
    return this.#states.durable;
  }

  get era(): AbortSignal {
    return this.#eras.present;
  }

  get reverts(): number {
    return this.#eras.reverts;
  }

  commit<Outcome>(decide: Decide<Outcome>, userId?: string): Promise<Outcome> {
    return this.#queue.run(() => {
      this.#parts.clock.tick();
      return this.#decider.decide(decide, { userId });
    }, userId);
  }

  commitAt<Outcome>(time: Micros, decide: Decide<Outcome>, userId?: string): Promise<Outcome> {
    if (this.#queue.isClosed) return Promise.reject(closedError());
    const { clock } = this.#parts;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      const run = (): Promise<void> =>
        this.#decider
          .decide(decide, { userId, time })
          .then(
            (decided) => resolve(decided instanceof GivenWay ? decided.result : decided),
            reject,
          );
      this.#timed.add({ time, run, abandon: reject });
    });
    if (clock.reading.stepMicros > 0n) {
      this.#inTime(() => {
        if (clock.now() < time) clock.set(time);
      });
    } else {
      // It rejects when the ledger closes and when it goes back: then nobody is waiting any more.
      clock.reached(time, this.era).then(
        () => this.#inTime(),
        () => undefined,
      );
    }
    return outcome;
  }

  inTurns<Result>(work: (turns: Turns) => Result, userId?: string): Result | Promise<Result> {
    const { reverts } = this;
    const begin = (): Result | Promise<Result> => {
      try {
        return work(firstTurn());
      } catch (error) {
        if (error instanceof Suspension) return this.#decider.beside.workOut(work, userId);
        throw error;
      }
    };
    const later = (): Result | Promise<Result> => {
      if (this.#queue.isClosed) throw closedError();
      if (this.reverts !== reverts) throw revertedError();
      return begin();
    };
    return this.#doorway.pass(begin, { userId, later });
  }

  get commitDelayMillis(): number {
    return this.#commitDelayMillis;
  }

  delayCommits(millis: number): void {
    this.#commitDelayMillis = commitDelayFrom(millis);
  }

  subscribe(listener: (entry: JournalEntry) => void): () => void {
    return this.#states.subscribe(listener);
  }

  changed(seen: LedgerState, signal?: AbortSignal): Promise<void> {
    if (this.#queue.isClosed) return Promise.reject(closedError());
    return this.#states.changed(seen, signal);
  }

  async settled(): Promise<void> {
    await this.#decider.beside.settled();
    await this.#queue.run(() => this.#decider.decideDue());
    // What another process was faster than is decided again before anything new is.
    while ((await this.#states.unwritten.written) === false) await this.#queue.run(noJob);
  }

  snapshot(): Snapshot {
    this.#requirePresent();
    return this.#snapshots.take(this.#states.durable);
  }

  revert(snapshot: Snapshot): Promise<void> {
    return this.#onceWritten(() => this.#reverter.goBack(snapshot));
  }

  async fork(): Promise<Ledger> {
    return new JournaledLedger(await this.forkParts());
  }

  /** What a ledger of its own is made of that goes on from here. */
  protected forkParts(): Promise<LedgerParts> {
    return this.#onceWritten(async () => {
      const store = await this.#forkedStore();
      const clock = this.#parts.clock.fork();
      const commitDelayMillis = this.#commitDelayMillis;
      // What is looked up in one store is not in the other.
      const state =
        this.state.past === undefined
          ? this.state
          : await replay(store, this.#parts.folding, this.config.recentEntries, () =>
              this.#queue.goesOn(),
            );
      return { ...this.#parts, store, clock, state, commitDelayMillis };
    });
  }

  /** Of the journal that is shown: another process may take it back while it is copied. */
  async #forkedStore(): Promise<JournalStore> {
    for (;;) {
      if (this.#follower.isOutdated) await this.#follower.catchUp();
      const store = await this.#parts.store.fork();
      if (!this.#follower.isOutdated) return store;
      await store.close();
    }
  }

  reset(): Promise<void> {
    return this.revert(this.#beginning);
  }

  dump(): AsyncIterable<string> {
    const { position, prunedUpTo } = this.state;
    const entries = this.#entries(position, this.reverts);
    return dumpOf(withoutPruned(entries, prunedUpTo, this.#parts.folding));
  }

  async storeSize(): Promise<number | undefined> {
    if (this.#queue.isClosed) throw closedError();
    return this.#parts.store.size?.();
  }

  /** Of the journal as it was when the ledger had been reverted so often; where it is another meanwhile, that is no end. */
  async *#entries(
    position: number,
    reverts: number,
  ): AsyncGenerator<JournalEntry, void, undefined> {
    const requireSame = (): void => {
      this.#requirePresent();
      if (this.reverts !== reverts) throw revertedError();
    };
    requireSame();
    for await (const entry of this.#parts.store.read(0)) {
      requireSame();
      if (entry.position > position) return;
      yield entry;
    }
    requireSame();
  }

  get failure(): LedgerError | undefined {
    return this.#queue.failure ?? this.#parts.store.failure;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  #close(): Promise<void> {
    let isClosed: Promise<void> | undefined;
    const closeStore = (): Promise<void> =>
      (isClosed ??= new Promise((resolve) => resolve(this.#parts.store.close())));
    // What a store that does not answer any more has yet to write, it refuses when it is closed; that it cannot be closed, who closes the ledger is told.
    const giveUp = (): void => void closeStore().catch(() => undefined);
    const closing = this.#queue.close(async () => {
      try {
        await this.#states.unwritten.settled();
        await this.#condenser.settled();
      } finally {
        this.#queue.stopLooking();
      }
      await this.#states.end();
      await closeStore();
    }, giveUp);
    this.#follower.end();
    this.#states.stop();
    this.#parts.clock.stop(closedError());
    this.#eras.end();
    return closing;
  }

  /** Rejects who wants something of the journal that is shown while the store has another. */
  #requirePresent(): void {
    if (this.#follower.isOutdated || this.#reverter.isAway) throw revertedError();
  }

  /** When all that was decided before is durable. */
  #onceWritten<Result>(job: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      await this.#states.unwritten.settled();
      return job();
    });
  }

  /**
   * Decides what is due, when `move`, if there is one, has moved the clock, once what was asked for before is decided. Without
   * a step of the clock, so that it makes no difference when it is noticed that it is time.
   */
  #inTime(move?: () => void): void {
    this.#queue
      .run(
        () => {
          move?.();
          return this.#decider.decideDue();
        },
        move === undefined ? noUser : undefined,
      )
      .catch((error: unknown) => {
        if (!this.#queue.isClosed) this.#parts.reportError(error);
      });
  }
}

const noJob = (): Promise<void> => Promise.resolve();
