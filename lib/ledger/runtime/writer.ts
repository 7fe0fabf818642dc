import { randomBytes } from "@noble/hashes/utils.js";

import type { Micros } from "../../base/identifiers/identifiers.ts";
import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import type { Package } from "../../contracts/engine/package.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import type { CommitCaller, Decide, Decision, WrittenEntry } from "../port/decision.ts";
import type { DecisionOrigin, EvaluationHandle } from "../port/evaluation-handle.ts";
import { condenseState } from "../state/condensed.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { Compactor } from "./compactor.ts";
import { CommitContext, firstSlice, type SeedInput } from "./decision-context.ts";
import type { Epochs } from "./epochs.ts";
import { EvaluationScheduler } from "./evaluation-scheduler.ts";
import { type JobQueue, jobsPerYield, type Outcome } from "./job-queue.ts";
import { JournalTailer } from "./journal-tailer.ts";
import {
  closedError,
  journalLostError,
  neverSettledError,
  revertedError,
} from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { PendingWrites, type WriteEnd } from "./pending-writes.ts";
import { type PublishedState } from "./published-state.ts";
import type { TimedDecisions } from "./timed-decisions.ts";

/** A decision that a caller asked for and that has no outcome yet. */
export class DecisionRequest {
  readonly decide: Decide<unknown>;
  readonly resolve: Outcome<unknown>["resolve"];
  readonly reject: Outcome<unknown>["reject"];
  readonly caller: CommitCaller;
  /** The ledger time of a decision that waited for it; now if undefined. */
  readonly time: Micros | undefined;
  /** Set once the decision was evaluated outside of the queue. */
  deferral: Deferral | undefined = undefined;
  /** The entry that was sent to the store last, if the caller wants to know it. */
  sent: WrittenEntry | undefined = undefined;
  /** The number of reverts when it was decided last. */
  reverts = 0;

  constructor(
    decide: Decide<unknown>,
    { resolve, reject }: Outcome<unknown>,
    caller: CommitCaller = {},
    time?: Micros,
  ) {
    this.decide = decide;
    this.resolve = resolve;
    this.reject = reject;
    this.caller = caller;
    this.time = time;
  }
}

/** The part of its evaluation that a deferred decision keeps. */
interface Deferral {
  /** Time and seed of the first attempt. */
  readonly origin: DecisionOrigin;
  readonly handle: EvaluationHandle;
  readonly retries: number;
  /** The decision, and the state that it was made on. */
  readonly state: LedgerState;
  readonly decision: Decision<unknown>;
}

/** An attempt to decide a request. */
interface Attempt {
  readonly state: LedgerState;
  readonly seedInput: SeedInput;
  readonly context: CommitContext;
}

/** Whom {@link Writer} tells about an entry. */
interface AppendCaller {
  readonly onEnd: (end: WriteEnd) => void;
  readonly onStall: (error: unknown) => void;
  /** Called with the size of the entry before it is durable, if the store reports sizes. */
  readonly onSize?: ((bytes: number) => void) | undefined;
}

/** The position at which the store refused an entry, because another process had written there. */
interface Refusal {
  readonly position: number;
  /** Packages of the refused decisions: the entries of the other process may name them. */
  readonly packages: readonly Package[];
  readonly reverts: number;
}

/** Maximum retries of a deferred decision whose inputs changed while it was evaluated. */
const maxDeferredRetries = 3;

/** Maximum number of entries that are sent to the store and not yet durable. A store without `enqueue` takes one at a time. */
const maxPendingWrites = 512;

interface WriterParts {
  readonly parts: LedgerParts;
  readonly queue: JobQueue;
  readonly epochs: Epochs;
  readonly timed: TimedDecisions;
  readonly compactor: Compactor;
  readonly published: PublishedState;
}

/**
 * The single writer of a ledger. Decides one request at a time on the pending state, sends the entry to the store, and publishes the
 * state once the entry is durable (docs/decisions/0044). To be called by jobs of the queue.
 *
 * ```
 *                    ┌──── lost: another process wrote first; catch up ────┐
 *                    ▼                                                     │
 *   queued ──▶ deciding ──── has events: apply speculatively ────▶ pending ┴─▶ durable: published, answered
 *                │   ▲  └─── no events: answered when all before is durable    │
 *   step budget  │   │                                                         └─▶ failed: rolled back, rejected
 *   exceeded     ▼   │ in the queue again
 *              deferred: evaluated in slices outside of the queue (docs/decisions/0028)
 * ```
 *
 * A write that is lost or failed rolls back all that were decided after it.
 */
export class Writer {
  readonly tailer: JournalTailer;
  readonly pending: PendingWrites;
  readonly #parts: LedgerParts;
  readonly #queue: JobQueue;
  readonly #epochs: Epochs;
  readonly #timed: TimedDecisions;
  readonly #compactor: Compactor;
  readonly #published: PublishedState;
  readonly #evaluations = new EvaluationScheduler();
  readonly #deferred = new Set<Promise<void>>();
  /** The state that the next decision is made on: the durable state with all pending entries. */
  #pendingState: LedgerState;
  /** The number of rollbacks. */
  #rollbacks = 0;
  #refusal: Refusal | undefined;
  /** Number of decisions that were deferred at the next position in this epoch. */
  #deferredAt = { position: 0, reverts: 0, count: 0 };
  /** Distinguishes the seeds of deferred decisions from those of other processes on the same journal. */
  #salt: Uint8Array | undefined;

  constructor({ parts, queue, epochs, timed, compactor, published }: WriterParts) {
    this.#parts = parts;
    this.#queue = queue;
    this.#epochs = epochs;
    this.#timed = timed;
    this.#compactor = compactor;
    this.#published = published;
    this.#pendingState = published.state;
    this.tailer = new JournalTailer({ parts, queue, writer: this, epochs, compactor, published });
    this.pending = new PendingWrites({
      capacity: parts.store.enqueue === undefined ? 1 : maxPendingWrites,
      onDurable: ({ entry, state }) => {
        published.publish(entry, state);
        queue.progress();
      },
      onRollback: (writes, end) => {
        this.#pendingState = this.pending.newest?.state ?? published.state;
        this.#rollbacks++;
        queue.progress();
        const [first] = writes;
        if (end !== "lost" || first === undefined) return;
        const packages = writes.flatMap((write) => write.packages);
        this.#refusal = { position: first.entry.position, packages, reverts: epochs.reverts };
      },
    });
  }

  /** Adds a request to the queue. The clock takes its step when the request is decided. */
  commit(request: DecisionRequest): void {
    const start = (): void | Promise<void> => {
      this.#parts.clock.tick();
      return this.decide(request);
    };
    this.#queue.add({ start, reject: request.reject }, request.caller.userId);
  }

  /** Decides a request. Never throws: errors go to the request. The queue waits for the returned promise, if there is one. */
  decide(request: DecisionRequest): void | Promise<void> {
    request.reverts = this.#epochs.reverts;
    const time = request.deferral === undefined ? request.time : undefined;
    const now = time ?? this.#parts.clock.now();
    if (this.#isPrepared(time, now)) return this.#attempt(request, now);
    return this.#prepare(time)
      .then((prepared) => this.#attempt(request, prepared))
      .catch(request.reject);
  }

  /** Decides what the clock has brought about by now. */
  async decideDue(): Promise<void> {
    await this.#prepare();
  }

  /** Evaluates `work` outside of the queue: at once, if it is short. Rejects if the ledger is closed or reverted meanwhile. */
  evaluate<Result>(
    work: (handle: EvaluationHandle) => Result,
    userId?: string,
  ): Result | Promise<Result> {
    return this.#evaluations.begin(this.#inEpoch(work), userId);
  }

  /** Returns `work` that throws once the ledger is closed or reverted. */
  #inEpoch<Result>(
    work: (handle: EvaluationHandle) => Result,
  ): (handle: EvaluationHandle) => Result {
    const { reverts } = this.#epochs;
    return (handle) => {
      if (this.#queue.isClosed) throw closedError();
      if (this.#epochs.reverts !== reverts) throw revertedError();
      return work(handle);
    };
  }

  /** Moves to a durable state that this writer did not decide. Nothing may be pending. */
  moveTo(state: LedgerState): void {
    this.#pendingState = state;
    this.#published.show(state);
  }

  /** Resolves when all deferred decisions are back in the queue or answered. */
  async deferredSettled(): Promise<void> {
    await Promise.allSettled(this.#deferred);
  }

  /** Resolves when the newest pending write has ended, and those that were lost were decided again. Rejects if it failed. */
  async settled(): Promise<void> {
    while (this.pending.newest !== undefined) {
      const { onEnd, onStall } = this.pending.newest;
      const end = await new Promise<WriteEnd>((resolve, reject) => {
        onEnd.push(resolve);
        onStall.push(reject);
      });
      if (typeof end === "object") throw end.error;
      if (end === "durable") return;
      // Retries run before new jobs.
      await this.#queue.run(() => undefined);
    }
  }

  /** Returns true if a request can be decided at once. */
  #isPrepared(time: Micros | undefined, now: Micros): boolean {
    if (this.pending.isFull || this.#refusal !== undefined || this.tailer.isStale) return false;
    if (time === undefined && this.#isTimedDue(now)) return false;
    return !this.#parts.due.isDue(this.#pendingState, now);
  }

  #isTimedDue(now: Micros): boolean {
    const { earliest } = this.#timed;
    return earliest !== undefined && earliest <= now;
  }

  /**
   * Waits until the store takes another entry, catches up with other processes, and decides what is due: time comes first. Returns the
   * time to decide at.
   */
  async #prepare(time?: Micros): Promise<Micros> {
    let settledAt: number | undefined;
    for (;;) {
      if (this.pending.isFull) await this.pending.hasRoom();
      if (this.#refusal !== undefined || this.tailer.isStale) await this.#catchUp();
      const now = time ?? this.#parts.clock.now();
      if (time === undefined && this.#isTimedDue(now)) {
        await this.#decideTimed(now);
      } else if (settledAt !== this.#rollbacks && this.#parts.due.isDue(this.#pendingState, now)) {
        if (await this.#decideNextDue(now)) settledAt = this.#rollbacks;
      } else if (!this.pending.isFull && this.#refusal === undefined && !this.tailer.isStale) {
        return now;
      }
    }
  }

  async #catchUp(): Promise<void> {
    await this.pending.drained();
    const refusal = this.#refusal;
    await this.tailer.catchUp(refusal?.packages);
    this.#refusal = undefined;
    if (refusal?.reverts !== this.#epochs.reverts) return;
    const { position } = this.#published.state;
    if (position < refusal.position) throw journalLostError(position);
  }

  async #decideTimed(now: Micros): Promise<void> {
    let count = 0;
    for (let timed = this.#timed.takeDue(now); timed; timed = this.#timed.takeDue(now)) {
      await timed.run();
      if (++count % jobsPerYield === 0) await yieldToEventLoop();
    }
  }

  /** Decides what is due next. Returns false if more may be due, and if another process was faster. */
  async #decideNextDue(now: Micros): Promise<boolean> {
    const state = this.#pendingState;
    const seedInput = this.#seedInputAt(state.position + 1);
    const context = new CommitContext(seedInput, now, {
      ...this.#parts,
      handle: firstSlice(),
      origin: undefined,
    });
    const { events } = this.#parts.due.decide(state, context);
    if (events.length === 0) return true;
    const decision = { events, outcome: undefined };
    await this.#append(decision, { onEnd: () => undefined, onStall: () => undefined });
    return false;
  }

  #seedInputAt(position: number): SeedInput {
    const { count, position: deferredAt, reverts } = this.#deferredAt;
    const isHere = deferredAt === position && reverts === this.#epochs.reverts;
    return { position, attempt: isHere ? count : 0 };
  }

  #attempt(request: DecisionRequest, now: Micros): void | Promise<void> {
    const state = this.#pendingState;
    const seedInput = this.#seedInputAt(state.position + 1);
    const { deferral } = request;
    const { config, seeds } = this.#parts;
    const handle = firstSlice(deferral?.handle);
    const origin = deferral?.origin;
    const context = new CommitContext(seedInput, now, { config, seeds, handle, origin });
    let decision: Decision<unknown>;
    try {
      decision = deferral?.state === state ? deferral.decision : request.decide(state, context);
    } catch (error) {
      if (error instanceof Suspension) this.#defer(request, { state, seedInput, context });
      else this.#answerWhenDurable(request, () => request.reject(error));
      return;
    }
    const { events, outcome } = decision;
    if (events.length === 0) {
      this.#answerWhenDurable(request, () => request.resolve(outcome));
      return;
    }
    try {
      const onEnd = (end: WriteEnd): void => this.#end(request, outcome, end);
      const onSize =
        request.caller.wrote &&
        ((bytes: number) => void (request.sent = { position: seedInput.position, bytes }));
      const isSent = this.#append(decision, { onEnd, onStall: request.reject, onSize });
      if (isSent === true) return;
      return isSent.then((isDone) => (isDone ? undefined : this.decide(request)), request.reject);
    } catch (error) {
      request.reject(error);
    }
  }

  /**
   * Folds the events and sends them to the store. Resolves to false if the position is taken: then the caller has to decide again.
   * An entry that prunes is awaited, so that nothing is decided before the journal is compacted. Throws if the events cannot be folded:
   * such an entry must not enter the journal.
   */
  #append(
    { events, packages = [] }: Decision<unknown>,
    caller: AppendCaller,
  ): true | Promise<boolean> {
    const { store } = this.#parts;
    const position = this.#pendingState.position + 1;
    const entry: JournalEntry = { position, events };
    const state = this.#published.fold(this.#pendingState, entry, packages);
    const written =
      store.enqueue === undefined
        ? store.append(position, events, caller.onSize)
        : store.enqueue(position, events, caller.onSize);
    if (written === undefined) return this.#refused(position, packages);
    this.#pendingState = state;
    const write = {
      entry,
      state,
      packages,
      onEnd: [caller.onEnd],
      onStall: [caller.onStall],
      isWritten: false,
    };
    if (!isPruning(entry)) {
      this.pending.add(write, written);
      return true;
    }
    return new Promise((resolve) => {
      write.onEnd[0] = (end) => {
        void this.#compactOnce(end, state).then(() => {
          caller.onEnd(end);
          resolve(true);
        });
      };
      this.pending.add(write, written);
    });
  }

  /** The store knew of another process's entry before this ledger did. */
  async #refused(position: number, packages: readonly Package[]): Promise<false> {
    const rollbacks = this.#rollbacks;
    await this.pending.drained();
    if (rollbacks === this.#rollbacks) {
      this.#refusal = { position, packages, reverts: this.#epochs.reverts };
    }
    return false;
  }

  #end(request: DecisionRequest, outcome: unknown, end: WriteEnd): void {
    if (end === "durable") {
      if (request.sent !== undefined) request.caller.wrote?.(request.sent);
      request.resolve(outcome);
    } else if (end === "lost") {
      this.#retry(request);
    } else {
      request.reject(end.error);
    }
  }

  #retry(request: DecisionRequest): void {
    const start = (): void | Promise<void> => {
      if (request.reverts !== this.#epochs.reverts || this.tailer.isStale) throw revertedError();
      return this.decide(request);
    };
    this.#queue.retry({ start, reject: request.reject });
  }

  /** An answer rests on all pending entries: if one of them is rolled back, the request is decided again. */
  #answerWhenDurable(request: DecisionRequest, answer: () => void): void {
    const { newest } = this.pending;
    if (newest === undefined) {
      answer();
      return;
    }
    newest.onEnd.push((end) => (end === "durable" ? answer() : this.#end(request, undefined, end)));
    newest.onStall.push(request.reject);
  }

  /** Evaluates a decision that exceeds the step budget of a job outside of the queue. */
  #defer(request: DecisionRequest, attempt: Attempt): void {
    const { position, attempt: number } = attempt.seedInput;
    const retries = request.deferral === undefined ? 0 : request.deferral.retries + 1;
    if (retries > maxDeferredRetries) {
      request.reject(neverSettledError());
      return;
    }
    this.#deferredAt = { position, reverts: this.#epochs.reverts, count: number + 1 };
    const evaluated = this.#evaluate(request, attempt, retries).catch(request.reject);
    this.#deferred.add(evaluated);
    void evaluated.then(() => this.#deferred.delete(evaluated));
  }

  async #evaluate(request: DecisionRequest, attempt: Attempt, retries: number): Promise<void> {
    const { reverts } = this.#epochs;
    const rollbacks = this.#rollbacks;
    const { state } = attempt;
    const context = this.#distinct(attempt);
    const { now, config, seed } = context;
    let handle = attempt.context.handle;
    const decide = this.#inEpoch((given) => {
      handle = given;
      return request.decide(state, { now, config, seed, origin: context.origin, handle });
    });
    const decision = await this.#evaluations.run(decide, request.caller.userId);
    const origin = context.origin ?? { now, seed };
    request.deferral = { origin, handle, retries, state, decision };
    if (decision.events.length === 0 && rollbacks === this.#rollbacks) {
      this.#answerWhenDurable(request, () => request.resolve(decision.outcome));
      return;
    }
    const start = (): void | Promise<void> => {
      if (this.#epochs.reverts !== reverts) throw revertedError();
      return this.decide(request);
    };
    this.#queue.add({ start, reject: request.reject }, request.caller.userId);
  }

  /** Another process with the same seed may have deferred a decision at the same position: a salt keeps their ids distinct. */
  #distinct({ seedInput, context }: Attempt): CommitContext {
    if (this.#parts.store.watch === undefined) return context;
    this.#salt ??= randomBytes(32);
    const { now, handle, origin } = context;
    const { config, seeds } = this.#parts;
    const salted = { ...seedInput, salt: this.#salt };
    return new CommitContext(salted, now, { config, seeds, handle, origin });
  }

  /** Compacts the journal after a prune. A failure changes nothing: the journal keeps what was pruned. */
  async #compactOnce(end: WriteEnd, state: LedgerState): Promise<void> {
    if (end !== "durable") return;
    if (state.evicted !== undefined) {
      if (!this.tailer.isStale) this.#compactor.schedule(state);
      return;
    }
    try {
      await this.#parts.store.compact?.(state.position, () => condenseState(state));
    } catch (error) {
      this.#parts.reportError(error);
    }
  }
}

const isPruning = ({ events }: JournalEntry): boolean =>
  events.some(({ kind }) => kind === "pruned");
