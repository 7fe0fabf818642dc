/** What a store does to its journal, one thing after the other. */
export class Jobs {
  #last: Promise<unknown> = Promise.resolve();

  /** Ends when all is done that was asked for until now. Never rejects. */
  get done(): Promise<unknown> {
    return this.#last;
  }

  /** Does it when all is done that was asked for before. Resolves and rejects as the job does. */
  add<Result>(job: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
