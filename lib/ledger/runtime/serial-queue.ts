import { FairLine } from "../../ground/collections/fair-line.ts";
import { Line } from "../../ground/collections/line.ts";
import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import { Stint } from "../../ground/scheduling/stint.ts";
import type { TimeSource } from "../port/clock.ts";

/** What a job ends with that is not done yet, and lets others go first. */
export class GivenWay<Result> {
  readonly result: Promise<Result>;

  constructor(result: Promise<Result>) {
    this.result = result;
  }
}

/** How long a job may stand still before those that wait for it are told that it does not end. */
export interface Patience {
  readonly millis: number;
  readonly time: TimeSource;
  /** For who waits for the job itself: it may still do what it was to do. */
  readonly overdue: () => LedgerError;
  /** For who asks for anything else meanwhile: it is not done. */
  readonly blocked: () => LedgerError;
}

interface Asked {
  readonly job: () => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs jobs one at a time: those of one user in the order they came, those of several users in turn, and one of no user
 * after all that came before and before all that come later. A failing job does not stop the others. One that stands still for
 * longer than the queue has patience, up to twice as long, fails for who waits for it, with all that wait behind it; what
 * is asked for from then on fails at once, until the job ends after all.
 */
export class SerialQueue {
  readonly #patience: Patience;
  readonly #waiting = new FairLine<Asked>();
  /** What was done before, and goes first. */
  readonly #undone = new Line<Asked>();
  #current: Asked | undefined;
  #isBlocked = false;
  /** What is done when the last job, or one before it, stands still. */
  #giveUp: (() => void) | undefined;
  /** What was running when the queue last looked whether it goes on; undefined when it does not look. */
  #looked: Asked | undefined;
  #hasGoneOn = false;
  #stopLooking = (): void => undefined;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  run<Result>(job: () => Promise<Result | GivenWay<Result>>, userId?: string): Promise<Result> {
    return this.#ask(job, (asked) => this.#waiting.put(asked, userId));
  }

  /** As {@link run}, for a job that was done and then undone: it goes before all that are new. */
  runAgain<Result>(job: () => Promise<Result | GivenWay<Result>>): Promise<Result> {
    return this.#ask(job, (asked) => this.#undone.put(asked));
  }

  /**
   * As {@link run}, for a job that nothing follows. What stands still before it or in it for longer than there is patience does not fail: `giveUp` is
   * called, at once where the queue is blocked already, and is to bring it to its end.
   */
  runLast<Result>(job: () => Promise<Result>, giveUp: () => void): Promise<Result> {
    this.#giveUp = giveUp;
    if (!this.#isBlocked) return this.run(job);
    giveUp();
    return job();
  }

  /** Nothing waits any more for what may stand still. */
  stopLooking(): void {
    this.#stopLooking();
    this.#looked = undefined;
    this.#giveUp = undefined;
  }

  /** Why jobs are refused at present; undefined while they are accepted. */
  get failure(): LedgerError | undefined {
    return this.#isBlocked ? this.#patience.blocked() : undefined;
  }

  /** The job that runs has got somewhere. */
  goesOn(): void {
    this.#hasGoneOn = true;
  }

  #ask<Result>(
    job: () => Promise<Result | GivenWay<Result>>,
    put: (asked: Asked) => void,
  ): Promise<Result> {
    if (this.#isBlocked) return Promise.reject(this.#patience.blocked());
    return new Promise((resolve, reject) => {
      const isIdle = this.#current === undefined && this.#isEmpty;
      put({ job, resolve, reject });
      // Whoever asks goes on first.
      if (isIdle) queueMicrotask(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    let stint: Stint | undefined;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      this.#current = next;
      this.#look(next);
      try {
        const result = await next.job();
        // Who waited for a job that was overdue does not hear of it any more.
        if (result instanceof GivenWay) result.result.catch(() => undefined);
        next.resolve((result instanceof GivenWay ? result.result : result) as never);
      } catch (error) {
        next.reject(error);
      }
      this.#isBlocked = false;
      // While it rests nobody stands still.
      this.#hasGoneOn = true;
      if (this.#isEmpty) continue;
      stint ??= new Stint();
      const rest = stint.next();
      if (rest !== undefined) await rest;
    }
    this.#current = undefined;
  }

  get #isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#undone.isEmpty;
  }

  #take(): Asked | undefined {
    return this.#undone.take() ?? this.#waiting.take();
  }

  /** One timer for very many jobs: to set one for each would cost more than most of them take. */
  #look(current: Asked): void {
    if (this.#looked !== undefined) return;
    this.#looked = current;
    this.#hasGoneOn = false;
    // A ledger that nobody uses any more is not held until then.
    const queue = new WeakRef(this);
    const lookAgain = (): void => {
      const self = queue.deref();
      if (self !== undefined) self.#lookAgain();
    };
    this.#stopLooking = this.#patience.time.schedule(this.#patience.millis, lookAgain, false);
  }

  #lookAgain(): void {
    const current = this.#current;
    const isOverdue = current === this.#looked && !this.#hasGoneOn;
    this.#looked = undefined;
    if (current === undefined) return;
    if (isOverdue && this.#giveUp !== undefined) this.#giveUp();
    else if (isOverdue) this.#block(current);
    else this.#look(current);
  }

  #block(current: Asked): void {
    this.#isBlocked = true;
    current.reject(this.#patience.overdue());
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      next.reject(this.#patience.blocked());
    }
  }
}
