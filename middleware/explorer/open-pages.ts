import type { ServerResponse } from "node:http";

/** Time that a page needs to reload, in milliseconds. */
const defaultGraceMillis = 2_000;

/** The open pages. Each holds one response that does not end. */
export class OpenExplorerPageTracker {
  readonly #leave: () => void;
  readonly #graceMillis: number;
  readonly #present = new Set<ServerResponse>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls `leave` when the last page was closed and none was opened within the grace period. */
  constructor(leave: () => void, graceMillis: number = defaultGraceMillis) {
    this.#leave = leave;
    this.#graceMillis = graceMillis;
  }

  /** Starts a response and keeps it open. */
  addOpenPage(response: ServerResponse): void {
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
