import type { ServerResponse } from "node:http";

/** A page that is loaded again is away for as long. */
const usualGraceMillis = 2_000;

/** Those who have a page open: each holds one answer that does not end. */
export class Onlookers {
  readonly #leave: () => void;
  readonly #graceMillis: number;
  readonly #present = new Set<ServerResponse>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `leave` is called when the last one has gone, and nobody has come within the grace. */
  constructor(leave: () => void, graceMillis: number = usualGraceMillis) {
    this.#leave = leave;
    this.#graceMillis = graceMillis;
  }

  /** Answers the beginning of a text, and leaves it open. */
  admit(response: ServerResponse): void {
    clearTimeout(this.#timer);
    this.#present.add(response);
    response.writeHead(200, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
    response.flushHeaders();
    response.once("close", () => {
      this.#present.delete(response);
      if (this.#present.size > 0) return;
      this.#timer = setTimeout(this.#leave, this.#graceMillis);
    });
  }
}
