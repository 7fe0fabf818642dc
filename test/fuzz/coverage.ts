import { type Profiler, Session } from "node:inspector";

/**
 * Detects inputs that reach new code, by V8's coverage counters. The constructor starts counting; `close`
 * stops it.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
    this.isNew();
  }

  /** Returns true if code of the product ran since the last call that had never run before. */
  isNew(): boolean {
    const before = this.#seen.size;
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    this.#session.post("Profiler.takePreciseCoverage", (_, taken) => {
      scripts = taken.result;
    });
    for (const { url, functions } of scripts) {
      if (!/\/(?:lib|middleware|fixtures)\//.test(url) || url.includes("node_modules")) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count > 0) this.#seen.add(`${url}:${startOffset}-${endOffset}`);
        }
      }
    }
    return this.#seen.size > before;
  }

  /** Number of code ranges that have run. */
  get size(): number {
    return this.#seen.size;
  }

  close(): void {
    this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
  }
}
