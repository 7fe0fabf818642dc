type Listener<Message> = (message: Message) => void;

/** Tells each listener everything, in order; one that throws keeps nothing from the others. */
export class Listeners<Message> {
  readonly #report: (error: unknown) => void;
  #listeners: readonly Listener<Message>[] = [];

  /** `report` is told what listeners throw. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Returns how to stop. Who listens twice hears twice. */
  add(listener: Listener<Message>): () => void {
    const own: Listener<Message> = (message) => listener(message);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** Those who came while it is being told hear of the next message. */
  tell(message: Message): void {
    for (const listener of this.#listeners) {
      try {
        listener(message);
      } catch (error) {
        this.#report(error);
      }
    }
  }
}
