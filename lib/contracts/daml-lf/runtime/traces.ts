/** Hears one message of `trace` or `debug`. */
export type TraceListener = (message: string) => void;

/** Who hears what the Daml code of one program traces. What the code does never depends on it. */
export class Traces {
  readonly #listeners = new Set<TraceListener>();

  /** Lets a listener hear every message from now on. Gives what makes it hear no more. */
  hear(listener: TraceListener): () => void {
    // One of its own, so that a listener given twice hears twice and is let go once.
    const own: TraceListener = (message) => {
      listener(message);
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** Tells all who listen. */
  tell(message: string): void {
    for (const listener of this.#listeners) listener(message);
  }
}
