import { FairQueue, systemUser } from "./fair-queue.ts";
import { roundsPerYield, yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * Maximum uninterrupted time of a slice, in milliseconds. The event loop runs for some 0.03 ms between two slices (see
 * `roundsPerYield`), so that shorter slices cost more than 1 % of the time.
 */
export const sliceMillis = 4;

/** The user of the work, and how long its result is wanted. */
export interface WorkOptions {
  /** Users take turns. Work without a user counts as work of one more user. */
  readonly userId?: string | undefined;
  /** Aborts when the result is no longer wanted: waiting work leaves the queue then and rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Work that waits for its slice. */
interface Waiter {
  readonly userId: string;
  /** Undefined once the work has left the queue. */
  begin: (() => void) | undefined;
}

/**
 * Shares the thread of the process between long work of several users. Work begins at once while none waits and the last slice is not used
 * up. Otherwise it waits: one slice after the other begins, users round robin, and the event loop runs in between, which answers short
 * requests.
 */
export class FairScheduler {
  #waiting = new FairQueue<Waiter>();
  /** The number of waiters that have left and are still in the queue. */
  #left = 0;
  #isRunning = false;
  /** Milliseconds used since the event loop last ran for other work. */
  #used = 0;

  /** Waits for a slice. Returns undefined if it begins at once. */
  begin(options: WorkOptions = {}): Promise<void> | undefined {
    options.signal?.throwIfAborted();
    return this.#isRunning ? this.next(options) : undefined;
  }

  /** Waits for a slice after those of all that wait now, and lets the event loop run. */
  next({ userId = systemUser, signal }: WorkOptions = {}): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiter.begin = undefined;
        this.#left += 1;
        this.#removeLeft();
        reject(signal?.reason as Error);
      };
      const begin = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const waiter: Waiter = { userId, begin };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.put(waiter, userId);
      this.#start();
    });
  }

  /** Runs work that cannot be interrupted in a slice of its own: at once if none waits. */
  run<Result>(work: () => Result, options: WorkOptions = {}): Result | Promise<Result> {
    return this.begin(options)?.then(() => this.#measure(work)) ?? this.#measure(work);
  }

  /** Counts work that was done, in milliseconds. When a slice is used up, the event loop runs before the next one begins. */
  use(millis: number): void {
    this.#used += millis;
    if (this.#used >= sliceMillis) this.#start();
  }

  #measure<Result>(work: () => Result): Result {
    const begin = performance.now();
    try {
      return work();
    } finally {
      this.use(performance.now() - begin);
    }
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** Begins a slice each time the event loop has run. Ends when none waits. */
  async #run(): Promise<void> {
    do {
      await yieldToEventLoop(roundsPerYield);
      this.#used = 0;
    } while (this.#beginNext());
    this.#isRunning = false;
  }

  #beginNext(): boolean {
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) {
      if (next.begin !== undefined) {
        next.begin();
        return true;
      }
      this.#left -= 1;
    }
    return false;
  }

  /** Otherwise the queue would grow without limit while callers come and leave. */
  #removeLeft(): void {
    if (this.#left * 2 <= this.#waiting.size) return;
    const waiting = new FairQueue<Waiter>();
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) {
      if (next.begin !== undefined) waiting.put(next, next.userId);
    }
    this.#waiting = waiting;
    this.#left = 0;
  }
}

/** The scheduler of the process. */
export const scheduler = new FairScheduler();

/** One caller's slices of work that consists of many short pieces. */
export class TimeSlice {
  readonly #options: WorkOptions;
  #since = performance.now();
  #used = 0;

  constructor(options: WorkOptions = {}) {
    this.#options = options;
  }

  /** To be called after each piece. Returns undefined while the slice lasts; otherwise resolves when the next slice begins. */
  yieldIfDue(): Promise<void> | undefined {
    const now = performance.now();
    const millis = now - this.#since;
    this.#since = now;
    this.#used += millis;
    scheduler.use(millis);
    return this.#used < sliceMillis ? undefined : this.#next();
  }

  /** Excludes the time since the last piece: the caller waited for something else. */
  resume(): void {
    this.#since = performance.now();
  }

  async #next(): Promise<void> {
    await scheduler.next(this.#options);
    this.#used = 0;
    this.resume();
  }
}
