/** Runs jobs one at a time, in the order they came. A failing job does not stop the others. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(job: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(job);
    this.#last = result.then(ignore, ignore);
    return result;
  }
}

const ignore = (): void => undefined;
