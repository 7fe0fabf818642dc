import { randomBytes } from "@noble/hashes/utils.js";

import type { Package } from "../../contracts/engine/package.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { Decide, Decision, DueDecision } from "../port/decision.ts";
import type { Ledger, Snapshot } from "../port/ledger.ts";
import type { Departure, Turns } from "../port/turns.ts";
import { condensed } from "../state/condensed.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalMark, JournalStore } from "../stores/journal-store.ts";
import { dumpOf } from "../stores/text/dump.ts";
import type { AdjustableClock, ClockReading } from "./adjustable-clock.ts";
import { AssignmentAlarm } from "./assignment-alarm.ts";
import { Background } from "./background.ts";
import { Condenser } from "./condenser.ts";
import { CommitContext, type Place } from "./decision-context.ts";
import type { DecisionSeeds } from "./decision-seeds.ts";
import { foldEntry, type Folding } from "./fold-entry.ts";
import { Listeners } from "./listeners.ts";
import { replay } from "./replay.ts";
import { GivenWay, type Patience, SerialQueue } from "./serial-queue.ts";
import type { SteadyTime } from "./steady-time.ts";
import { TimedDecisions } from "./timed-decisions.ts";
import { firstTurn, Turntable } from "./turntable.ts";
import { UnwrittenEntries } from "./unwritten-entries.ts";
import { Waiters } from "./waiters.ts";
import { withoutPruned } from "./without-pruned.ts";

/** What a ledger is made of; `state` is what the journal in `store` folds to. */
export interface LedgerParts {
  readonly config: LedgerConfig;
  readonly clock: AdjustableClock;
  readonly time: SteadyTime;
  readonly seeds: DecisionSeeds;
  readonly store: JournalStore;
  readonly darLoader: DarLoader | undefined;
  readonly folding: Folding;
  /** What happens in time, of itself. */
  readonly due: DueDecision;
  readonly state: LedgerState;
  readonly commitDelayMillis: number;
  readonly reportError: (error: unknown) => void;
}

interface Saved {
  readonly mark: JournalMark;
  readonly clock: ClockReading;
}

/** A decision that is made beside the others: on which state it was begun, and as what. */
interface Begun<Outcome> {
  readonly decide: Decide<Outcome>;
  readonly state: LedgerState;
  readonly context: CommitContext;
  /** How often it came back and was to be begun once more. */
  readonly round: number;
}

/** A decision that comes back. */
interface Landing {
  readonly departure: Departure;
  readonly turns: Turns;
  readonly round: number;
}

/** The ledger: decides one thing at a time, writes it to the journal, and folds it. */
export class JournaledLedger implements Ledger {
  readonly #parts: LedgerParts;
  readonly #queue: SerialQueue;
  readonly #listeners: Listeners<JournalEntry>;
  readonly #waiters = new Waiters();
  readonly #alarm: AssignmentAlarm;
  readonly #timed = new TimedDecisions();
  readonly #saved = new WeakMap<Snapshot, Saved>();
  readonly #turntable = new Turntable();
  readonly #beside = new Set<Promise<unknown>>();
  /** How many decisions were begun at the position of the journal, and are made beside the others. */
  #givenWay = { position: 0, count: 0 };
  #beginning: Snapshot;
  /** What is durable: all that others see. */
  #state: LedgerState;
  /** What decisions are made on: what was decided and is on its way to the store is in it. */
  #decided: LedgerState;
  readonly #unwritten: UnwrittenEntries;
  /** Undefined where all that happened is held in memory. */
  readonly #background: Background | undefined;
  readonly #condenser: Condenser;
  #commitDelayMillis: number;
  /** Made when it is first asked for, since to end it costs more than the rest of a revert. */
  #era: AbortController | undefined;
  #reverts = 0;
  /** How often it was undone what was decided, since it was not written. */
  #undone = 0;
  /** How often another process restored the journal, and how many of these times it was read since. */
  #restored = { times: 0, read: 0 };
  #isFollowing = false;
  /** Of this process alone. */
  #salt: Uint8Array | undefined;
  readonly #unwatch: (() => void) | undefined;
  #closed = false;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#listeners = new Listeners(parts.reportError);
    const patience = patienceOf(parts);
    this.#queue = new SerialQueue(patience);
    this.#state = parts.state;
    this.#decided = parts.state;
    this.#unwritten = new UnwrittenEntries(patience, () => {
      this.#decided = this.#state;
      this.#undone++;
    });
    this.#background = Background.of(parts);
    this.#condenser = new Condenser(parts);
    // Whoever had it open may not have come to it.
    if (parts.state.past !== undefined) this.#condenser.due(parts.state);
    this.#commitDelayMillis = inFlightFor(parts.commitDelayMillis);
    this.#alarm = new AssignmentAlarm(parts.clock, () => this.#inTime());
    this.#alarm.watch(parts.state);
    this.#beginning = this.snapshot();
    this.#unwatch = parts.store.watch?.({
      grown: () => this.#follow(),
      restored: () => {
        this.#restored.times++;
        this.#follow();
      },
    });
  }

  /** Lets the ledger begin with what `found` decides, without a step of its clock. */
  async begin(found: Decide<void>): Promise<void> {
    await this.#enqueue(() => this.#decide(found));
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
    return this.#state;
  }

  get era(): AbortSignal {
    this.#era ??= new AbortController();
    return this.#era.signal;
  }

  get reverts(): number {
    return this.#reverts;
  }

  commit<Outcome>(decide: Decide<Outcome>): Promise<Outcome> {
    return this.#enqueue(() => {
      this.#parts.clock.tick();
      return this.#decide(decide);
    });
  }

  commitAt<Outcome>(time: Micros, decide: Decide<Outcome>): Promise<Outcome> {
    if (this.#closed) return Promise.reject(closedError());
    const { clock } = this.#parts;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      const run = (): Promise<void> =>
        this.#decide(decide, time).then(
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

  inTurns<Result>(work: (turns: Turns) => Result): Result | Promise<Result> {
    try {
      return work(firstTurn());
    } catch (error) {
      if (error instanceof Suspension) return this.#workOut(work);
      throw error;
    }
  }

  get commitDelayMillis(): number {
    return this.#commitDelayMillis;
  }

  delayCommits(millis: number): void {
    this.#commitDelayMillis = inFlightFor(millis);
  }

  subscribe(listener: (entry: JournalEntry) => void): () => void {
    return this.#listeners.add(listener);
  }

  changed(seen: LedgerState, signal?: AbortSignal): Promise<void> {
    if (this.#closed) return Promise.reject(closedError());
    return this.#state === seen ? this.#waiters.wait(signal) : Promise.resolve();
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#beside);
    await this.#enqueue(() => this.#decideDue());
    // What another process was faster than is decided again before anything new is.
    while ((await this.#unwritten.written) === false) await this.#enqueue(noJob);
  }

  snapshot(): Snapshot {
    const { store, clock } = this.#parts;
    if (this.#isOutdated) throw revertedError();
    const snapshot: Snapshot = Object.freeze({ state: this.#state });
    const mark = store.mark(this.#state.position);
    this.#saved.set(snapshot, { mark, clock: clock.reading });
    return snapshot;
  }

  revert(snapshot: Snapshot): Promise<void> {
    return this.#enqueue(async () => {
      const { mark, clock } = this.#savedOf(snapshot);
      await this.#unwritten.settled();
      // What is heard while it restores may be of after that.
      const { times } = this.#restored;
      await this.#condenser.stop();
      await this.#parts.store.restore(mark);
      this.#restored.read = times;
      // First: nobody's time comes by going back.
      this.#beginEra();
      this.#parts.clock.restore(clock);
      this.#alarm.reset();
      this.#background?.wentTo(snapshot.state);
      this.#moveTo(snapshot.state);
      if (snapshot.state.past !== undefined) this.#condenser.due(snapshot.state);
    });
  }

  async fork(): Promise<Ledger> {
    return new JournaledLedger(await this.forkParts());
  }

  /** What a ledger of its own is made of that goes on from here. */
  protected forkParts(): Promise<LedgerParts> {
    return this.#enqueue(async () => {
      await this.#unwritten.settled();
      const store = await this.#parts.store.fork();
      const clock = this.#parts.clock.fork();
      const commitDelayMillis = this.#commitDelayMillis;
      // What is looked up in one store is not in the other.
      const state =
        this.#state.past === undefined
          ? this.#state
          : await replay(store, this.#parts.folding, this.config.recentEntries);
      return { ...this.#parts, store, clock, state, commitDelayMillis };
    });
  }

  reset(): Promise<void> {
    return this.revert(this.#beginning);
  }

  dump(): AsyncIterable<string> {
    const { position, prunedUpTo } = this.#state;
    return dumpOf(withoutPruned(this.#entries(position), prunedUpTo, this.#parts.folding));
  }

  async storeSize(): Promise<number | undefined> {
    if (this.#closed) throw closedError();
    return this.#parts.store.size?.();
  }

  async *#entries(position: number): AsyncGenerator<JournalEntry, void, undefined> {
    for await (const entry of this.#parts.store.read(0)) {
      if (entry.position > position) return;
      yield entry;
    }
  }

  close(): Promise<void> {
    const closing = this.#closed
      ? Promise.reject(closedError())
      : this.#queue.runLast(async () => {
          await this.#unwritten.settled();
          await this.#condenser.settled();
          await this.#background?.end(this.#state);
          await this.#parts.store.close();
        });
    this.#closed = true;
    this.#unwatch?.();
    this.#waiters.reject(closedError());
    this.#parts.clock.stop(closedError());
    this.#timed.abandonAll(closedError());
    this.#era ??= new AbortController();
    this.#era.abort(closedError());
    return closing;
  }

  #enqueue<Result>(job: () => Promise<Result | GivenWay<Result>>): Promise<Result> {
    return this.#closed ? Promise.reject(closedError()) : this.#queue.run(job);
  }

  /** As of now, or of a time that has come for this. What takes long gives way to the others. */
  async #decide<Outcome>(
    decide: Decide<Outcome>,
    time?: Micros,
    landing?: Landing,
  ): Promise<Outcome | GivenWay<Outcome>> {
    const { clock, due } = this.#parts;
    const { reverts } = this;
    const again = (): Promise<Outcome | GivenWay<Outcome>> => {
      if (this.#reverts !== reverts || this.#isOutdated) throw revertedError();
      return this.#decide(decide, time, landing);
    };
    for (;;) {
      const now = time ?? clock.now();
      // Time comes first: what it brings about has happened when anything else is decided.
      if (time === undefined && this.#timed.isDue(now)) await this.#decideTimed(now);
      if (due.isDue(this.#decided, now)) await this.#assignDue(now);
      const position = this.#decided.position + 1;
      const place = this.#place(position);
      const context = new CommitContext(place, now, this.#parts, landing);
      let decision: Decision<Outcome>;
      try {
        decision = decide(this.#decided, context);
      } catch (error) {
        if (!(error instanceof Suspension)) return this.#onceWritten(() => raise(error), again);
        const round = landing === undefined ? 0 : landing.round + 1;
        if (round > maxRounds) throw neverSettled();
        this.#givenWay = { position, count: place.number + 1 };
        const apart = this.#apart(place, context, landing);
        return this.#giveWay({ decide, state: this.#decided, context: apart, round });
      }
      const { events, outcome, packages = [] } = decision;
      if (events.length === 0 || (await this.#append({ position, events }, packages))) {
        return this.#onceWritten(() => outcome, again);
      }
    }
  }

  /** Nobody is told what rests on something that may yet be undone; then it is decided again. */
  #onceWritten<Outcome>(
    answer: () => Outcome,
    again: () => Promise<Outcome | GivenWay<Outcome>>,
  ): Outcome | GivenWay<Outcome> {
    const { written } = this.#unwritten;
    if (written === undefined) return answer();
    return new GivenWay(
      written.then((isWritten) => {
        if (isWritten) return answer();
        if (this.#closed) throw closedError();
        return this.#queue.runAgain(again);
      }),
    );
  }

  /**
   * What is made beside the others may be written at any position. Where other processes write, too, and have the same
   * seed, one of them may have written what it began at the same position: then its seed is no other's.
   */
  #apart(place: Place, context: CommitContext, landing?: Landing): CommitContext {
    if (this.#parts.store.watch === undefined) return context;
    this.#salt ??= randomBytes(32);
    return new CommitContext({ ...place, salt: this.#salt }, context.now, this.#parts, landing);
  }

  /** Each that is made beside the others has a seed of the position it was begun at. */
  #place(position: number): Place {
    return { position, number: this.#givenWay.position === position ? this.#givenWay.count : 0 };
  }

  #giveWay<Outcome>(begun: Begun<Outcome>): GivenWay<Outcome> {
    const made = this.#decideBeside(begun);
    this.#beside.add(made);
    const isOver = (): void => void this.#beside.delete(made);
    made.then(isOver, isOver);
    return new GivenWay(made);
  }

  /**
   * Makes a decision in turns, on the state that it was begun on, and comes back with it. Where the state is
   * another by then it is made once more, which is soon done as long as what it depends on is the same.
   */
  async #decideBeside<Outcome>({
    decide,
    state,
    context,
    round,
  }: Begun<Outcome>): Promise<Outcome> {
    const { reverts } = this;
    const undone = this.#undone;
    let { turns } = context;
    const decision = await this.#workOut((given) => {
      turns = given;
      return decide(state, context.inTurns(given));
    });
    if (decision.events.length === 0 && undone === this.#undone) {
      if ((await this.#unwritten.written) !== false) return decision.outcome;
    }
    const { now, seed } = context.departure ?? context;
    const landing: Decide<Outcome> = (present, presentContext) =>
      present === state ? decision : decide(present, presentContext);
    return this.#enqueue(() => {
      if (this.#reverts !== reverts) throw revertedError();
      return this.#decide(landing, undefined, { departure: { now, seed }, turns, round });
    });
  }

  /** In turns. Rejects when the ledger is closed or reverted meanwhile. */
  #workOut<Result>(work: (turns: Turns) => Result): Promise<Result> {
    const { reverts } = this;
    return this.#turntable.work((turns) => {
      if (this.#closed) throw closedError();
      if (this.#reverts !== reverts) throw revertedError();
      return work(turns);
    });
  }

  /**
   * Decides what is due, once what was asked for before is decided and `move` has moved the clock. Without
   * a step of the clock, so that it makes no difference when it is noticed that it is time.
   */
  #inTime(move: () => void = () => undefined): void {
    this.#enqueue(() => {
      move();
      return this.#decideDue();
    }).catch((error: unknown) => {
      if (!this.#closed) this.#parts.reportError(error);
    });
  }

  async #decideDue(): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#decideTimed(now);
    await this.#assignDue(now);
  }

  async #decideTimed(now: Micros): Promise<void> {
    for (;;) {
      const timed = this.#timed.takeDue(now);
      if (timed === undefined) return;
      await timed.run();
    }
  }

  async #assignDue(now: Micros): Promise<void> {
    const { due } = this.#parts;
    while (due.isDue(this.#decided, now)) {
      const position = this.#decided.position + 1;
      const { events } = due.decide(
        this.#decided,
        new CommitContext(this.#place(position), now, this.#parts),
      );
      if (events.length === 0 || (await this.#append({ position, events }))) return;
    }
  }

  /**
   * False when somebody else wrote first; then the state has caught up with them. They may have added
   * the very packages that came with the decision.
   */
  async #append(entry: JournalEntry, packages: readonly Package[] = []): Promise<boolean> {
    // Before it is written: what cannot be folded must not enter the journal.
    const folded = foldEntry(this.#decided, entry, this.#parts.folding, packages);
    const next = this.#background?.lighter(folded) ?? folded;
    const { store } = this.#parts;
    if (store.enqueue !== undefined) {
      const appended = this.#isOutdated ? undefined : store.enqueue(entry.position, entry.events);
      if (appended !== undefined) return this.#goAhead(entry, next, appended);
      await this.#unwritten.settled();
      await this.#catchUpWith(entry.position, packages);
      return false;
    }
    if (!(await this.#write(entry))) {
      await this.#catchUpWith(entry.position, packages);
      return false;
    }
    this.#moveTo(next);
    this.#background?.entered(entry, next);
    this.#listeners.tell(entry);
    if (entry.events.some(({ kind }) => kind === "pruned")) await this.#compact(next);
    return true;
  }

  /** Goes on with what was decided, and shows it when it is durable. */
  async #goAhead(
    entry: JournalEntry,
    next: LedgerState,
    appended: Promise<boolean>,
  ): Promise<boolean> {
    this.#decided = next;
    this.#unwritten.add(appended, () => {
      this.#show(next);
      this.#background?.entered(entry, next);
      this.#listeners.tell(entry);
    });
    const isPruned = entry.events.some(({ kind }) => kind === "pruned");
    if (isPruned || this.#unwritten.isFull) {
      if ((await this.#unwritten.written) === false) return false;
    }
    if (isPruned) await this.#compact(next);
    return true;
  }

  async #write({ position, events }: JournalEntry): Promise<boolean> {
    try {
      return await this.#parts.store.append(position, events);
    } finally {
      // However it answers.
      this.#queue.goesOn();
    }
  }

  /** What was pruned is not to be kept by the journal; that it cannot be let go of changes nothing. */
  async #compact(state: LedgerState): Promise<void> {
    if (state.past !== undefined) {
      this.#condenser.due(state);
      return;
    }
    try {
      await this.#parts.store.compact?.(state.position, () => condensed(state));
    } catch (error) {
      this.#parts.reportError(error);
    }
  }

  /** Reads what somebody else wrote at a position that was to be this ledger's. */
  async #catchUpWith(position: number, packages: readonly Package[]): Promise<void> {
    const { reverts } = this;
    await this.#catchUp(packages);
    const isBehind = this.#state.position < position && this.#reverts === reverts;
    if (isBehind) throw journalLostError(this.#state.position);
  }

  /** Reads what others wrote since; when nothing of this ledger is on its way. */
  async #catchUp(packages: readonly Package[] = []): Promise<void> {
    const { store, folding, time } = this.#parts;
    for await (const entry of store.read(this.#state.position)) {
      // That is known with the first entry at the latest.
      if (this.#isOutdated) break;
      const folded = foldEntry(this.#state, entry, folding, packages);
      this.#moveTo(this.#background?.lighter(folded) ?? folded);
      // Before anything is decided on it.
      time.startWith(this.#state);
      this.#background?.entered(entry, this.#state);
      this.#listeners.tell(entry);
    }
    while (this.#isOutdated) await this.#beginAnew();
  }

  /** Whether another process took the journal back, for all who share it, and what is known here is of before. */
  get #isOutdated(): boolean {
    return this.#restored.read < this.#restored.times;
  }

  /** Reads the journal that another process took back. */
  async #beginAnew(): Promise<void> {
    const { store, folding, time } = this.#parts;
    const { times } = this.#restored;
    const state = await replay(store, folding, this.config.recentEntries);
    if (times !== this.#restored.times) return;
    this.#restored.read = times;
    time.startWith(state);
    this.#beginEra();
    this.#alarm.reset();
    this.#background?.wentTo(state);
    this.#moveTo(state);
  }

  /** Reads what others wrote, behind what was asked for before. While something is on its way, that brings it along. */
  #follow(): void {
    if (this.#isFollowing || this.#closed) return;
    this.#isFollowing = true;
    this.#unwritten
      .settled()
      .then(() => {
        this.#isFollowing = false;
        return this.#enqueue(async () => {
          if (this.#unwritten.written === undefined) await this.#catchUp();
          else this.#follow();
        });
      })
      .catch((error: unknown) => {
        if (!this.#closed) this.#parts.reportError(error);
      });
  }

  #moveTo(state: LedgerState): void {
    this.#decided = state;
    this.#show(state);
  }

  #show(state: LedgerState): void {
    this.#state = state;
    this.#alarm.watch(state);
    this.#waiters.resolve();
  }

  #beginEra(): void {
    const ended = this.#era;
    this.#era = undefined;
    this.#givenWay = { position: 0, count: 0 };
    this.#reverts++;
    this.#timed.abandonAll(revertedError());
    ended?.abort(revertedError());
  }

  #savedOf(snapshot: Snapshot): Saved {
    const saved = this.#saved.get(snapshot);
    if (saved !== undefined) return saved;
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        "The snapshot was taken by another ledger; a ledger reverts to its own snapshots only.",
    });
  }
}

const noJob = (): Promise<void> => Promise.resolve();

const raise = (error: unknown): never => {
  throw error;
};

/** How often a decision is begun once more because what it depends on is another by the time it is made. */
const maxRounds = 3;

const neverSettled = (): LedgerError =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation takes long, and each time it was done others had changed what it depends on.",
  });

const longestFlightMillis = 60_000;

const inFlightFor = (millis: number): number => {
  if (Number.isSafeInteger(millis) && millis >= 0 && millis <= longestFlightMillis) return millis;
  throw invalidArgument({
    expected: `a whole number of milliseconds from 0 to ${longestFlightMillis} as the commit delay`,
    found: millis,
  });
};

/** All that a job waits for is the store. */
const patienceOf = ({ config, time }: LedgerParts): Patience => {
  const millis = config.storeTimeoutMillis;
  const silent = `The store of the ledger has not answered for ${millis} milliseconds`;
  return {
    millis,
    time,
    overdue: () =>
      ledgerError("REQUEST_TIME_OUT", {
        cause: `${silent}. What was asked for may still happen.`,
      }),
    blocked: () =>
      ledgerError("SERVICE_NOT_RUNNING", {
        cause: `${silent}. Nothing is written until it does.`,
        context: { service_name: "store" },
      }),
  };
};

const closedError = (): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: "The ledger is closed.",
    context: { service_name: "ledger" },
  });

const revertedError = (): LedgerError =>
  ledgerError("SUBMISSION_DURING_SHUTDOWN", {
    cause: "The ledger was reverted to another state; what was waiting in the one it left is over.",
  });

const journalLostError = (position: number): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The journal no longer continues at position ${position}: it was restored by another ledger.`,
  });
