/** Receives one message of `trace` or `debug`. */
export type TraceListener = (message: string) => void;

/** The trace listeners of one program. They never affect what the code does. */
export class TraceListeners {
  readonly #listeners = new Set<TraceListener>();

  /** Adds a listener for all further messages. Returns the function that removes it. */
  addListener(listener: TraceListener): () => void {
    // Wrap the listener, so that one that is added twice is called twice and removed separately.
    const own: TraceListener = (message) => {
      listener(message);
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** Calls all listeners. */
  emit(message: string): void {
    for (const listener of this.#listeners) listener(message);
  }
}
