import { randomBytes } from "@noble/hashes/utils.js";

import type { Micros } from "../../base/identifiers/identifiers.ts";
import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import type { Package } from "../../contracts/engine/package.ts";
import { StepQuotaSuspension } from "../../contracts/engine/suspension.ts";
import type {
  DecisionCaller,
  LedgerDecision,
  LedgerDecisionFunction,
  WrittenEntry,
} from "../port/ledger-decision.ts";
import type { DecisionTimeAndSeed, TimeSliceHandle } from "../port/time-slice-handle.ts";
import { createEventsToRebuildState } from "../state/condensed.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalCompactor } from "./compactor.ts";
import {
  applyFirstSliceQuota,
  type DecisionSeedInput,
  LedgerDecisionContext,
} from "./decision-context.ts";
import type { LedgerEpochs } from "./epochs.ts";
import { EvaluationScheduler } from "./evaluation-scheduler.ts";
import { type JobPromiseCallbacks, type JobQueue, jobsPerYield } from "./job-queue.ts";
import type { LedgerComponents } from "./ledger-components.ts";
import {
  interpretationRetriesExhaustedError,
  journalLostError,
  ledgerClosedError,
  ledgerRevertedError,
} from "./ledger-errors.ts";
import { PendingWrites, type WriteOutcome } from "./pending-writes.ts";
import { type PublishedLedgerState } from "./published-ledger-state.ts";
import type { ScheduledDecisionQueue } from "./scheduled-decision-queue.ts";
import { SharedJournalTailer } from "./shared-journal-tailer.ts";

/** A requested decision without an outcome yet. */
export class DecisionRequest {
  readonly decide: LedgerDecisionFunction<unknown>;
  readonly resolve: JobPromiseCallbacks<unknown>["resolve"];
  readonly reject: JobPromiseCallbacks<unknown>["reject"];
  readonly caller: DecisionCaller;
  /** The ledger time for which the decision waited; undefined to decide at the current time. */
  readonly time: Micros | undefined;
  /** Set after the decision was evaluated outside of the queue. */
  deferral: DeferredDecisionState | undefined = undefined;
  /** The entry that was sent to the store last, if the caller requested it. */
  sentEntry: WrittenEntry | undefined = undefined;
  /** The ledger's number of reverts when the request was last decided. */
  reverts = 0;

  constructor(
    decide: LedgerDecisionFunction<unknown>,
    { resolve, reject }: JobPromiseCallbacks<unknown>,
    caller: DecisionCaller = {},
    time?: Micros,
  ) {
    this.decide = decide;
    this.resolve = resolve;
    this.reject = reject;
    this.caller = caller;
    this.time = time;
  }
}

/** The data that a deferred decision keeps until it is back in the queue. */
interface DeferredDecisionState {
  /** Time and seed of the first attempt. */
  readonly origin: DecisionTimeAndSeed;
  readonly handle: TimeSliceHandle;
  readonly retries: number;
  /** The decision, and the state that it was made on. */
  readonly state: LedgerState;
  readonly decision: LedgerDecision<unknown>;
}

/** An attempt to decide a request. */
interface DecisionAttempt {
  readonly state: LedgerState;
  readonly seedInput: DecisionSeedInput;
  readonly context: LedgerDecisionContext;
}

/** The callbacks of the caller that appends an entry. */
interface AppendCaller {
  readonly onEnd: (end: WriteOutcome) => void;
  readonly onStall: (error: unknown) => void;
  /** Called with the size of the entry before it is durable, if the store reports sizes. */
  readonly onSize?: ((bytes: number) => void) | undefined;
}

/**
 * A position at which the store refused an entry, because another process had already written
 * there.
 */
interface RefusedEntryPosition {
  readonly position: number;
  /** The packages of the refused decisions. The entries of the other process may refer to them. */
  readonly packages: readonly Package[];
  readonly reverts: number;
}

/** Maximum number of retries of a deferred decision whose inputs changed while it was evaluated. */
const maxDeferredRetries = 3;

/**
 * Maximum number of entries that are sent to the store and not yet durable. A store without
 * `enqueue` accepts one at a time.
 */
const maxPendingWrites = 512;

interface WriterParts {
  readonly parts: LedgerComponents;
  readonly queue: JobQueue;
  readonly epochs: LedgerEpochs;
  readonly timed: ScheduledDecisionQueue;
  readonly compactor: JournalCompactor;
  readonly published: PublishedLedgerState;
}

/**
 * The single writer of a ledger. Decides one request at a time on the pending state, sends the
 * entry to the store, and publishes the state when the entry is durable (docs/decisions/0044). Only
 * jobs of the queue make decisions.
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
 * If a write is lost or fails, all entries that were decided after it are rolled back as well.
 */
export class LedgerWriter {
  readonly tailer: SharedJournalTailer;
  readonly pending: PendingWrites;
  readonly #parts: LedgerComponents;
  readonly #queue: JobQueue;
  readonly #epochs: LedgerEpochs;
  readonly #timed: ScheduledDecisionQueue;
  readonly #compactor: JournalCompactor;
  readonly #published: PublishedLedgerState;
  readonly #evaluations = new EvaluationScheduler();
  readonly #deferred = new Set<Promise<void>>();
  /** The state on which the next decision is made: the durable state after all pending entries. */
  #pendingState: LedgerState;
  /** The number of rollbacks so far. */
  #rollbacks = 0;
  #refusal: RefusedEntryPosition | undefined;
  /** Number of decisions that were deferred at a position in this epoch. */
  #deferredAt = { position: 0, reverts: 0, count: 0 };
  /**
   * Makes the seeds of deferred decisions different from those of other processes with the same
   * journal.
   */
  #salt: Uint8Array | undefined;

  constructor({ parts, queue, epochs, timed, compactor, published }: WriterParts) {
    this.#parts = parts;
    this.#queue = queue;
    this.#epochs = epochs;
    this.#timed = timed;
    this.#compactor = compactor;
    this.#published = published;
    this.#pendingState = published.state;
    this.tailer = new SharedJournalTailer({
      parts,
      queue,
      writer: this,
      epochs,
      compactor,
      published,
    });
    this.pending = new PendingWrites({
      capacity: parts.store.enqueue === undefined ? 1 : maxPendingWrites,
      onDurable: ({ entry, state }) => {
        published.publishEntry(entry, state);
        queue.recordProgress();
      },
      onRollback: (writes, end) => {
        this.#pendingState = this.pending.newest?.state ?? published.state;
        this.#rollbacks++;
        queue.recordProgress();
        const [first] = writes;
        if (end !== "lost" || first === undefined) return;
        const packages = writes.flatMap((write) => write.packages);
        this.#refusal = { position: first.entry.position, packages, reverts: epochs.reverts };
      },
    });
  }

  /**
   * Adds a request to the queue. When the request is decided, the clock advances by its step, if it
   * has one.
   */
  enqueueRequest(request: DecisionRequest): void {
    const start = (): void | Promise<void> => {
      this.#parts.clock.advanceByStep();
      return this.decideRequest(request);
    };
    this.#queue.add({ start, reject: request.reject }, request.caller.userId);
  }

  /**
   * Decides a request. Never throws: errors reject the request. The queue waits for the returned
   * promise, if there is one.
   */
  decideRequest(request: DecisionRequest): void | Promise<void> {
    request.reverts = this.#epochs.reverts;
    const time = request.deferral === undefined ? request.time : undefined;
    const now = time ?? this.#parts.clock.now();
    if (this.#isPrepared(time, now)) return this.#attemptDecision(request, now);
    return this.#prepareDecision(time)
      .then((prepared) => this.#attemptDecision(request, prepared))
      .catch(request.reject);
  }

  /** Makes all decisions that are due by the current time of the clock. */
  async decideDue(): Promise<void> {
    await this.#prepareDecision();
  }

  /**
   * Runs `work` outside of the queue: synchronously if it is short, otherwise in slices. Rejects if
   * the ledger is closed or reverted before it is done.
   */
  evaluateOutsideQueue<Result>(
    work: (handle: TimeSliceHandle) => Result,
    userId?: string,
  ): Result | Promise<Result> {
    return this.#evaluations.runSyncOrInSlices(this.#inEpoch(work), userId);
  }

  /** Wraps `work` so that it throws after the ledger was closed or reverted. */
  #inEpoch<Result>(work: (handle: TimeSliceHandle) => Result): (handle: TimeSliceHandle) => Result {
    const { reverts } = this.#epochs;
    return (handle) => {
      if (this.#queue.isClosed) throw ledgerClosedError();
      if (this.#epochs.reverts !== reverts) throw ledgerRevertedError();
      return work(handle);
    };
  }

  /**
   * Continues with a durable state that this writer did not produce, after a revert or entries of
   * another process. No write may be pending.
   */
  moveTo(state: LedgerState): void {
    this.#pendingState = state;
    this.#published.replaceState(state);
  }

  /** Resolves when all deferred decisions are settled or back in the queue. */
  async deferredSettled(): Promise<void> {
    await Promise.allSettled(this.#deferred);
  }

  /**
   * Resolves when the newest pending write is durable; lost writes are decided again first. Rejects
   * if the write failed.
   */
  async waitUntilDurable(): Promise<void> {
    while (this.pending.newest !== undefined) {
      const { onEnd, onStall } = this.pending.newest;
      const end = await new Promise<WriteOutcome>((resolve, reject) => {
        onEnd.push(resolve);
        onStall.push(reject);
      });
      if (typeof end === "object") throw end.error;
      if (end === "durable") return;
      // Retries run before new jobs.
      await this.#queue.run(() => undefined);
    }
  }

  /** Returns true if a request can be decided without waiting. */
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
   * Waits until the store accepts another entry, reads the entries of other processes, and makes
   * the decisions that are due. Resolves to the time for the next decision.
   */
  async #prepareDecision(time?: Micros): Promise<Micros> {
    let settledAt: number | undefined;
    for (;;) {
      if (this.pending.isFull) await this.pending.waitForRoom();
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
    await this.pending.waitUntilEmpty();
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

  /**
   * Makes the next due decision. Resolves to true if none was due; false if more may be due, or if
   * another process wrote first.
   */
  async #decideNextDue(now: Micros): Promise<boolean> {
    const state = this.#pendingState;
    const seedInput = this.#createSeedInput(state.position + 1);
    const context = new LedgerDecisionContext(seedInput, now, {
      ...this.#parts,
      handle: applyFirstSliceQuota(),
      origin: undefined,
    });
    const { events } = this.#parts.due.decide(state, context);
    if (events.length === 0) return true;
    const decision = { events, outcome: undefined };
    await this.#append(decision, { onEnd: () => undefined, onStall: () => undefined });
    return false;
  }

  #createSeedInput(position: number): DecisionSeedInput {
    const { count, position: deferredAt, reverts } = this.#deferredAt;
    const isHere = deferredAt === position && reverts === this.#epochs.reverts;
    return { position, attempt: isHere ? count : 0 };
  }

  #attemptDecision(request: DecisionRequest, now: Micros): void | Promise<void> {
    const state = this.#pendingState;
    const seedInput = this.#createSeedInput(state.position + 1);
    const { deferral } = request;
    const { config, seeds } = this.#parts;
    const handle = applyFirstSliceQuota(deferral?.handle);
    const origin = deferral?.origin;
    const context = new LedgerDecisionContext(seedInput, now, { config, seeds, handle, origin });
    let decision: LedgerDecision<unknown>;
    try {
      decision = deferral?.state === state ? deferral.decision : request.decide(state, context);
    } catch (error) {
      if (error instanceof StepQuotaSuspension) {
        this.#deferDecision(request, { state, seedInput, context });
      } else {
        this.#settleWhenDurable(request, () => request.reject(error));
      }
      return;
    }
    const { events, outcome } = decision;
    if (events.length === 0) {
      this.#settleWhenDurable(request, () => request.resolve(outcome));
      return;
    }
    try {
      const onEnd = (end: WriteOutcome): void => this.#end(request, outcome, end);
      const onSize =
        request.caller.onWritten &&
        ((bytes: number) => void (request.sentEntry = { position: seedInput.position, bytes }));
      const isSent = this.#append(decision, { onEnd, onStall: request.reject, onSize });
      if (isSent === true) return;
      return isSent.then(
        (isDone) => (isDone ? undefined : this.decideRequest(request)),
        request.reject,
      );
    } catch (error) {
      request.reject(error);
    }
  }

  /**
   * Applies the events and sends them to the store. Returns or resolves to true if the entry was
   * sent. Resolves to false if another process has written at the position; then the caller must
   * decide again. Waits for an entry that prunes, so that the journal is compacted before the next
   * decision. Throws, before sending anything, if the events cannot be applied.
   */
  #append(
    { events, packages = [] }: LedgerDecision<unknown>,
    caller: AppendCaller,
  ): true | Promise<boolean> {
    const { store } = this.#parts;
    const position = this.#pendingState.position + 1;
    const entry: JournalEntry = { position, events };
    const state = this.#published.computeNextState(this.#pendingState, entry, packages);
    const written =
      store.enqueue === undefined
        ? store.append(position, events, caller.onSize)
        : store.enqueue(position, events, caller.onSize);
    if (written === undefined) return this.#handleRefusal(position, packages);
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

  /**
   * Handles an entry that the store refused because it knew of another process's entry that this
   * ledger has not read yet.
   */
  async #handleRefusal(position: number, packages: readonly Package[]): Promise<false> {
    const rollbacks = this.#rollbacks;
    await this.pending.waitUntilEmpty();
    if (rollbacks === this.#rollbacks) {
      this.#refusal = { position, packages, reverts: this.#epochs.reverts };
    }
    return false;
  }

  #end(request: DecisionRequest, outcome: unknown, end: WriteOutcome): void {
    if (end === "durable") {
      if (request.sentEntry !== undefined) request.caller.onWritten?.(request.sentEntry);
      request.resolve(outcome);
    } else if (end === "lost") {
      this.#requeueRequest(request);
    } else {
      request.reject(end.error);
    }
  }

  #requeueRequest(request: DecisionRequest): void {
    const start = (): void | Promise<void> => {
      if (request.reverts !== this.#epochs.reverts || this.tailer.isStale) {
        throw ledgerRevertedError();
      }
      return this.decideRequest(request);
    };
    this.#queue.addRetriedJob({ start, reject: request.reject });
  }

  /**
   * Settles a request without events when all entries that were pending at its decision are
   * durable. If one of them is rolled back, decides the request again.
   */
  #settleWhenDurable(request: DecisionRequest, answer: () => void): void {
    const { newest } = this.pending;
    if (newest === undefined) {
      answer();
      return;
    }
    newest.onEnd.push((end) => (end === "durable" ? answer() : this.#end(request, undefined, end)));
    newest.onStall.push(request.reject);
  }

  /**
   * Defers a decision that takes more steps than a job may take: evaluates it outside of the queue.
   */
  #deferDecision(request: DecisionRequest, attempt: DecisionAttempt): void {
    const { position, attempt: number } = attempt.seedInput;
    const retries = request.deferral === undefined ? 0 : request.deferral.retries + 1;
    if (retries > maxDeferredRetries) {
      request.reject(interpretationRetriesExhaustedError());
      return;
    }
    this.#deferredAt = { position, reverts: this.#epochs.reverts, count: number + 1 };
    const evaluated = this.#evaluateDeferred(request, attempt, retries).catch(request.reject);
    this.#deferred.add(evaluated);
    void evaluated.then(() => this.#deferred.delete(evaluated));
  }

  async #evaluateDeferred(
    request: DecisionRequest,
    attempt: DecisionAttempt,
    retries: number,
  ): Promise<void> {
    const { reverts } = this.#epochs;
    const rollbacks = this.#rollbacks;
    const { state } = attempt;
    const context = this.#withSaltedSeed(attempt);
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
      this.#settleWhenDurable(request, () => request.resolve(decision.outcome));
      return;
    }
    const start = (): void | Promise<void> => {
      if (this.#epochs.reverts !== reverts) throw ledgerRevertedError();
      return this.decideRequest(request);
    };
    this.#queue.add({ start, reject: request.reject }, request.caller.userId);
  }

  /**
   * Returns the context with a salted seed if the journal is shared, because another process with
   * the same seed may defer a decision at the same position; the salt makes their ids different.
   */
  #withSaltedSeed({ seedInput, context }: DecisionAttempt): LedgerDecisionContext {
    if (this.#parts.store.watch === undefined) return context;
    this.#salt ??= randomBytes(32);
    const { now, handle, origin } = context;
    const { config, seeds } = this.#parts;
    const salted = { ...seedInput, salt: this.#salt };
    return new LedgerDecisionContext(salted, now, { config, seeds, handle, origin });
  }

  /**
   * Compacts the journal after a prune. If that fails, the pruned entries stay in the journal,
   * which does no harm.
   */
  async #compactOnce(end: WriteOutcome, state: LedgerState): Promise<void> {
    if (end !== "durable") return;
    if (state.evicted !== undefined) {
      if (!this.tailer.isStale) this.#compactor.scheduleCompaction(state);
      return;
    }
    try {
      await this.#parts.store.compact?.(state.position, () => createEventsToRebuildState(state));
    } catch (error) {
      this.#parts.reportError(error);
    }
  }
}

const isPruning = ({ events }: JournalEntry): boolean =>
  events.some(({ kind }) => kind === "pruned");
