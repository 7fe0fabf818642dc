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
} from "../../fixtures/script/index.ts";

interface QueueOptions {
  readonly dar: Uint8Array;
  readonly options: ScriptTestOptions;
  /** How many threads there are to be; as many as are worth it when undefined. */
  readonly jobs: number | undefined;
  /** How long it took to open the DAR, which each thread does for itself. */
  readonly openMillis: number;
  /** What a thread runs; the one that is published when absent. */
  readonly workerFile?: string;
}

/** By so many it is told how long scripts take, once the first of them have warmed up. */
const sampled = 8;

/**
 * Runs scripts, each once: this thread takes one after the other, and so do others where that ends sooner, although they
 * open the DAR for themselves first. Each script has a ledger of its own, so its outcome does not depend on who runs it.
 */
export class ScriptQueue {
  readonly #tests: ScriptTests;
  readonly #options: QueueOptions;
  readonly #waiting: string[];
  readonly #outcomes = new Map<string, TimedOutcome>();
  readonly #workers: Promise<void>[] = [];

  constructor(tests: ScriptTests, options: QueueOptions) {
    this.#tests = tests;
    this.#options = options;
    this.#waiting = [...tests.names];
  }

  /** In the order of the names. */
  async run(): Promise<readonly TimedOutcome[]> {
    const { jobs = 1 } = this.#options;
    this.#startWorkers(jobs - 1);
    await this.#runHere();
    await Promise.all(this.#workers);
    return this.#tests.names.flatMap((name) => this.#outcomes.get(name) ?? []);
  }

  #startWorkers(count: number): void {
    if (!existsSync(this.#options.workerFile ?? published)) return;
    while (this.#workers.length < Math.min(count, this.#waiting.length)) {
      const worker = this.#startWorker();
      // One that fails is noticed at the end.
      worker.catch(() => undefined);
      this.#workers.push(worker);
    }
  }

  /** Starts as many as halve, at least, what is left to do. */
  #startWhatIsWorthIt(): void {
    const { jobs, openMillis } = this.#options;
    if (jobs !== undefined || this.#workers.length > 0 || this.#outcomes.size < 2 * sampled) return;
    const recent = [...this.#outcomes.values()].slice(-sampled);
    const left =
      (recent.reduce((sum, { millis }) => sum + millis, 0) / sampled) * this.#waiting.length;
    if (left > 4 * openMillis) this.#startWorkers(availableParallelism() - 1);
  }

  async #runHere(): Promise<void> {
    for (let name = this.#waiting.shift(); name !== undefined; name = this.#waiting.shift()) {
      const begun = performance.now();
      this.#add(await this.#tests.run(name), begun);
      this.#startWhatIsWorthIt();
      // Workers wait to be told what is next.
      await setImmediate();
    }
  }

  #startWorker(): Promise<void> {
    const { dar, options, workerFile = published } = this.#options;
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
const published = import.meta.url.includes("/dist/")
  ? fileURLToPath(import.meta.url.replace(/\/dist\/.*$/u, "/dist/middleware/cli/script-worker.js"))
  : "";
