import { FairQueue, systemUser } from "./fair-queue.ts";
import { eventLoopIterationsBetweenSlices, yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * Maximum uninterrupted time of a slice, in milliseconds. The event loop takes about 0.03 ms
 * between two slices (see `eventLoopIterationsBetweenSlices`), so shorter slices would cost more than 1 % of the
 * time.
 */
export const maxTimeSliceMillis = 4;

/** The user that work is done for, and a signal that cancels it. */
export interface ScheduledWorkOptions {
  /**
   * The user for whom the work runs. Users take turns. All work without a user counts as work of
   * one additional user.
   */
  readonly userId?: string | undefined;
  /**
   * Aborts when the result is no longer needed. Waiting work is then removed from the queue, and
   * rejects with the reason of the signal.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Work that waits for its slice. */
interface WaitingWork {
  readonly userId: string;
  /** Starts the slice; undefined after the work was cancelled. */
  begin: (() => void) | undefined;
}

/**
 * Shares the thread of the process between the long-running work of several users. Work begins at
 * once if no other work waits and the current slice is not used up. Otherwise it waits for its
 * slice. Slices run one after the other, with users in turn (round robin), and the event loop runs
 * between them, so that short requests are not delayed.
 */
export class FairScheduler {
  #waiting = new FairQueue<WaitingWork>();
  /** The number of cancelled waiters that are still in the queue. */
  #cancelled = 0;
  #isRunning = false;
  /** Time used since the event loop last ran, in milliseconds. */
  #used = 0;

  /**
   * Returns undefined if work may begin at once; otherwise a promise that resolves when its first
   * slice begins.
   */
  waitForFirstSlice(options: ScheduledWorkOptions = {}): Promise<void> | undefined {
    options.signal?.throwIfAborted();
    return this.#isRunning ? this.waitForNextSlice(options) : undefined;
  }

  /**
   * Resolves when the next slice begins, after the slices of the work that already waits. The event
   * loop runs before that.
   */
  waitForNextSlice({ userId = systemUser, signal }: ScheduledWorkOptions = {}): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        waiter.begin = undefined;
        this.#cancelled += 1;
        this.#removeCancelledWaiters();
        reject(signal?.reason as Error);
      };
      const begin = (): void => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      };
      const waiter: WaitingWork = { userId, begin };
      signal?.addEventListener("abort", cancel, { once: true });
      this.#waiting.enqueue(waiter, userId);
      this.#startRunning();
    });
  }

  /**
   * Runs work that cannot be interrupted in a separate slice. Runs it synchronously if no other
   * work waits.
   */
  run<Result>(work: () => Result, options: ScheduledWorkOptions = {}): Result | Promise<Result> {
    return (
      this.waitForFirstSlice(options)?.then(() => this.#runMeasured(work)) ??
      this.#runMeasured(work)
    );
  }

  /**
   * Adds time that work has used, in milliseconds. When the slice is used up, the event loop runs
   * before the next slice begins.
   */
  addUsedTime(millis: number): void {
    this.#used += millis;
    if (this.#used >= maxTimeSliceMillis) this.#startRunning();
  }

  #runMeasured<Result>(work: () => Result): Result {
    const begin = performance.now();
    try {
      return work();
    } finally {
      this.addUsedTime(performance.now() - begin);
    }
  }

  #startRunning(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** Begins the next slice each time the event loop has run, until no work waits. */
  async #run(): Promise<void> {
    do {
      await yieldToEventLoop(eventLoopIterationsBetweenSlices);
      this.#used = 0;
    } while (this.#beginNextSlice());
    this.#isRunning = false;
  }

  #beginNextSlice(): boolean {
    for (let next = this.#waiting.dequeue(); next !== undefined; next = this.#waiting.dequeue()) {
      if (next.begin !== undefined) {
        next.begin();
        return true;
      }
      this.#cancelled -= 1;
    }
    return false;
  }

  /**
   * Removes cancelled waiters if they are more than half of the queue, so that it cannot grow
   * without limit.
   */
  #removeCancelledWaiters(): void {
    if (this.#cancelled * 2 <= this.#waiting.size) return;
    const waiting = new FairQueue<WaitingWork>();
    for (let next = this.#waiting.dequeue(); next !== undefined; next = this.#waiting.dequeue()) {
      if (next.begin !== undefined) waiting.enqueue(next, next.userId);
    }
    this.#waiting = waiting;
    this.#cancelled = 0;
  }
}

/** The scheduler of the process. */
export const processWideScheduler = new FairScheduler();

/** The time slices of one caller, whose work consists of many short pieces. */
export class TimeSlice {
  readonly #options: ScheduledWorkOptions;
  #since = performance.now();
  #used = 0;

  constructor(options: ScheduledWorkOptions = {}) {
    this.#options = options;
  }

  /**
   * Call it after each piece of work. Returns undefined if the slice is not used up; otherwise a
   * promise that resolves when the next slice begins.
   */
  yieldIfDue(): Promise<void> | undefined {
    const now = performance.now();
    const millis = now - this.#since;
    this.#since = now;
    this.#used += millis;
    processWideScheduler.addUsedTime(millis);
    return this.#used < maxTimeSliceMillis ? undefined : this.#waitForNextSlice();
  }

  /** Call it after waiting for something else, so that the waiting time does not count. */
  restartTiming(): void {
    this.#since = performance.now();
  }

  async #waitForNextSlice(): Promise<void> {
    await processWideScheduler.waitForNextSlice(this.#options);
    this.#used = 0;
    this.restartTiming();
  }
}
