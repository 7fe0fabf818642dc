import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import type {
  ScriptOutcome,
  ScriptTestOptions,
  ScriptTests,
  TimedOutcome,
} from "../../lib/script/index.ts";

interface QueueOptions {
  readonly dar: Uint8Array;
  readonly options: ScriptTestOptions;
  readonly jobs: number | undefined;
}

/** To open a DAR once more takes as long as so many scripts. */
const scriptsPerWorker = 8;

/**
 * Runs scripts, each once: this thread takes one after the other, and where there are many so do others, which open the
 * DAR for themselves first. Each script has a ledger of its own, so its outcome does not depend on who runs it.
 */
export class ScriptQueue {
  readonly #tests: ScriptTests;
  readonly #options: QueueOptions;
  readonly #waiting: string[];
  readonly #outcomes = new Map<string, TimedOutcome>();

  constructor(tests: ScriptTests, options: QueueOptions) {
    this.#tests = tests;
    this.#options = options;
    this.#waiting = [...tests.names];
  }

  /** In the order of the names. */
  async run(): Promise<readonly TimedOutcome[]> {
    const workers = Array.from({ length: this.#workerCount() }, () => this.#startWorker());
    await Promise.all([this.#runHere(), ...workers]);
    return this.#tests.names.flatMap((name) => this.#outcomes.get(name) ?? []);
  }

  #workerCount(): number {
    if (!existsSync(workerFile)) return 0;
    const { jobs = availableParallelism() } = this.#options;
    const useful = Math.floor(this.#tests.names.length / scriptsPerWorker);
    return Math.max(0, Math.min(jobs - 1, useful));
  }

  async #runHere(): Promise<void> {
    for (let name = this.#waiting.shift(); name !== undefined; name = this.#waiting.shift()) {
      const begun = performance.now();
      this.#add(await this.#tests.run(name), begun);
      // Workers wait to be told what is next.
      await setImmediate();
    }
  }

  #startWorker(): Promise<void> {
    const { dar, options } = this.#options;
    const worker = new Worker(workerFile, { workerData: { dar, options } });
    return new Promise((resolve, reject) => {
      let begun = 0;
      const next = (): void => {
        const name = this.#waiting.shift();
        begun = performance.now();
        if (name !== undefined) worker.postMessage(name);
        else void worker.terminate().then(() => resolve(), reject);
      };
      worker.on("error", reject);
      worker.on("message", (outcome: ScriptOutcome | "ready") => {
        if (outcome !== "ready") this.#add(outcome, begun);
        next();
      });
    });
  }

  #add(outcome: ScriptOutcome, begun: number): void {
    this.#outcomes.set(outcome.name, { ...outcome, millis: performance.now() - begun });
  }
}

/** There is one where the package is built and this runs from it; from the sources one thread does it all. */
const workerFile = import.meta.url.includes("/dist/")
  ? fileURLToPath(import.meta.url.replace(/\/dist\/.*$/u, "/dist/middleware/cli/script-worker.js"))
  : "";
