import { abortable, type Settlers } from "../port/abortable.ts";

/** Those who wait for the next time something happens. */
export class Waiters {
  #waiting = new Set<Settlers>();

  /** Resolves with the next {@link resolve}; rejects with the signal's reason when it aborts. */
  wait(signal?: AbortSignal): Promise<void> {
    return abortable(signal, (settlers) => {
      this.#waiting.add(settlers);
      return () => this.#waiting.delete(settlers);
    });
  }

  resolve(): void {
    for (const { resolve } of this.#takeAll()) resolve();
  }

  reject(error: unknown): void {
    for (const { reject } of this.#takeAll()) reject(error);
  }

  #takeAll(): ReadonlySet<Settlers> {
    const waiting = this.#waiting;
    if (waiting.size > 0) this.#waiting = new Set();
    return waiting;
  }
}
