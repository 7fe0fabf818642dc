import type { LedgerError } from "../../base/errors/ledger-error.ts";
import { FairQueue } from "../../base/scheduling/fair-queue.ts";
import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import type { TimeSource } from "../port/clock.ts";
import { ledgerClosedError } from "./ledger-errors.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { StallTimeout } from "./stall-timeout.ts";

/** The callbacks that settle the promise of a job's caller. Only the first call has an effect. */
export interface JobPromiseCallbacks<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A job. The queue starts the next one when the promise that `start` returns settles, or at once if
 * it returns none.
 */
export interface QueuedJob {
  readonly start: () => void | Promise<void>;
  readonly reject: (error: unknown) => void;
}

interface JobQueueOptions {
  readonly time: TimeSource;
  readonly storeTimeoutMillis: number;
  /**
   * Returns the entries that were sent to the store and are not durable yet. No job starts while no
   * further entry can be sent.
   */
  readonly pending: () => PendingWrites;
}

/**
 * Number of jobs after which the queue yields to the event loop. It is a number and not a time, so
 * that the order of decisions depends only on the order of the calls. A job takes at most one time
 * slice (3 ms). Yielding after every 4 jobs costs 1 % of throughput (measured with jobs of 0.1 ms).
 */
export const jobsPerYield = 4;

const resolved = Promise.resolve();

/**
 * Runs jobs one at a time: the jobs of one user in the order of the calls, and users in turn (round
 * robin). A job without a user runs after all jobs that were added before it, and before all that
 * are added after it. Jobs to retry run before new ones.
 *
 * If the store stalls, rejects the current job and all waiting jobs, and then new jobs until there
 * is progress.
 */
export class JobQueue {
  readonly stallTimeout: StallTimeout;
  readonly #options: JobQueueOptions;
  readonly #retries: QueuedJob[] = [];
  readonly #waiting = new FairQueue<QueuedJob>();
  #current: QueuedJob | undefined;
  #isRunning = false;
  #sinceYield = 0;
  #isBlocked = false;
  #isClosed = false;
  /** The last job, and a function that ends its waiting. Set when the queue is closed. */
  #closing: { readonly job: QueuedJob; readonly giveUp: () => void } | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.stallTimeout = new StallTimeout({
      time: options.time,
      millis: options.storeTimeoutMillis,
      isWaiting: () => this.#current !== undefined || options.pending().size > 0,
      onStall: () => this.#onStallTimeout(),
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True while no job runs or waits, and new jobs are accepted. */
  get isIdle(): boolean {
    return !this.#isRunning && this.failure === undefined;
  }

  /**
   * The reason why the queue refuses jobs now: it is closed, or the store stalls. Undefined while
   * it accepts jobs.
   */
  get failure(): LedgerError | undefined {
    if (this.#isClosed) return ledgerClosedError();
    return this.#isBlocked ? this.stallTimeout.blockedError() : undefined;
  }

  /** Rejects the job at once if jobs are refused. */
  add(job: QueuedJob, userId?: string): void {
    const { failure } = this;
    if (failure !== undefined) {
      job.reject(failure);
      return;
    }
    this.#waiting.enqueue(job, userId);
    this.#startRunning();
  }

  /** Adds a job that ran before and has to run again: it runs before all new jobs. */
  addRetriedJob(job: QueuedJob): void {
    if (this.#isClosed) {
      job.reject(ledgerClosedError());
      return;
    }
    this.#retries.push(job);
    this.#startRunning();
  }

  /** Runs `work`; the next job waits until it has ended. */
  run<Result>(work: () => Result | Promise<Result>, userId?: string): Promise<Result> {
    return new Promise((resolve, reject) => {
      const start = async (): Promise<void> => resolve(await work());
      this.add({ start, reject }, userId);
    });
  }

  /**
   * Runs the last job and refuses all later ones. If the store stalls, the last job is not
   * rejected; instead, `giveUp` is called, which must end the waiting of the job, and jobs that
   * still wait before it are rejected.
   */
  close(work: () => Promise<void>, giveUp: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const job = { start: async (): Promise<void> => resolve(await work()), reject };
      this.#closing = { job, giveUp };
      const isBlocked = this.#isBlocked;
      if (!isBlocked) this.add(job);
      this.#isClosed = true;
      if (isBlocked) this.#closeNow(this.#closing);
    });
  }

  /** Stops waiting for the store: rejects all jobs before the last one, and starts the last one. */
  #closeNow({ job, giveUp }: { readonly job: QueuedJob; readonly giveUp: () => void }): void {
    giveUp();
    if (this.#current === job) return;
    this.#current?.reject(this.stallTimeout.stalledError());
    this.#current = job;
    this.#rejectWaitingJobs(ledgerClosedError(), job);
    Promise.resolve(job.start()).catch(job.reject);
  }

  #rejectWaitingJobs(error: LedgerError, last?: QueuedJob): void {
    for (const job of this.#retries.splice(0)) job.reject(error);
    for (let job = this.#waiting.dequeue(); job !== undefined; job = this.#waiting.dequeue()) {
      if (job !== last) job.reject(error);
    }
  }

  /** Call it when the store has responded, or the current job has made progress. */
  recordProgress(): void {
    this.stallTimeout.recordHeartbeat();
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    if (this.#current !== undefined || this.#options.pending().size > 0) {
      this.stallTimeout.startTimer();
    }
  }

  #startRunning(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#sinceYield = 0;
    // Start asynchronously so that the caller continues first. Node's `queueMicrotask` takes longer.
    void resolved.then(this.#runNext);
  }

  readonly #runNext = (): void => {
    for (;;) {
      const pending = this.#options.pending();
      if (pending.isFull) {
        void pending.waitForRoom().then(this.#runNext);
        return;
      }
      const job = this.#retries.shift() ?? this.#waiting.dequeue();
      if (job === undefined) {
        this.#isRunning = false;
        return;
      }
      this.#current = job;
      const end = this.#start(job);
      // A job that returned no promise and left no write does not wait for the store.
      if (end !== undefined || pending.size > 0) this.stallTimeout.startTimer();
      if (end !== undefined) {
        end.then(this.#endAndRunNext, (error: unknown) => {
          job.reject(error);
          this.#endAndRunNext();
        });
        return;
      }
      if (this.#endJob()) return;
    }
  };

  readonly #endAndRunNext = (): void => {
    if (!this.#endJob()) this.#runNext();
  };

  #start(job: QueuedJob): void | Promise<void> {
    try {
      return job.start();
    } catch (error) {
      job.reject(error);
    }
  }

  /** Ends the current job. Returns true if the next job starts after a yield to the event loop. */
  #endJob(): boolean {
    this.#current = undefined;
    this.recordProgress();
    this.#sinceYield += 1;
    if (this.#sinceYield < jobsPerYield || this.#isEmpty) return false;
    this.#sinceYield = 0;
    void yieldToEventLoop().then(this.#runNext);
    return true;
  }

  get #isEmpty(): boolean {
    return this.#retries.length === 0 && this.#waiting.size === 0;
  }

  #onStallTimeout(): void {
    if (this.#closing !== undefined) {
      this.#closeNow(this.#closing);
      return;
    }
    this.#isBlocked = true;
    const stalled = this.stallTimeout.stalledError();
    this.#current?.reject(stalled);
    this.#options.pending().rejectCallersOnStall(stalled);
    this.#rejectWaitingJobs(this.stallTimeout.blockedError());
  }
}
