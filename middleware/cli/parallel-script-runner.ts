import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import type {
  ScriptOutcome,
  ScriptTestOptions,
  ScriptTests,
  TimedScriptOutcome,
} from "../../fixtures/script/index.ts";

interface QueueOptions {
  readonly dar: Uint8Array;
  readonly options: ScriptTestOptions;
  /** Number of threads; undefined: as many as shorten the run. */
  readonly jobs: number | undefined;
  /** Time it took to open the DAR, in milliseconds; each thread opens it again. */
  readonly openMillis: number;
  /** Entry of the worker threads; default: the published one. */
  readonly workerFile?: string;
}

/**
 * Number of scripts from which the mean duration is estimated. The first scripts are not used,
 * because they run before the engine's code is compiled.
 */
const sampleSize = 8;

/**
 * Runs each script once. Some scripts run on this thread; the others run on worker threads, if these
 * shorten the run in spite of the time that each worker needs to open the DAR. Each script has its
 * own ledger, so its outcome does not depend on the thread.
 */
export class ParallelScriptRunner {
  readonly #tests: ScriptTests;
  readonly #options: QueueOptions;
  readonly #waiting: string[];
  readonly #outcomes = new Map<string, TimedScriptOutcome>();
  readonly #workers: Promise<void>[] = [];

  constructor(tests: ScriptTests, options: QueueOptions) {
    this.#tests = tests;
    this.#options = options;
    this.#waiting = [...tests.names];
  }

  /** Resolves to the outcomes in the order of the names. */
  async run(): Promise<readonly TimedScriptOutcome[]> {
    const { jobs = 1 } = this.#options;
    this.#startWorkers(jobs - 1);
    await this.#runHere();
    await Promise.all(this.#workers);
    return this.#tests.names.flatMap((name) => this.#outcomes.get(name) ?? []);
  }

  #startWorkers(count: number): void {
    if (!existsSync(this.#options.workerFile ?? publishedWorkerPath)) return;
    while (this.#workers.length < Math.min(count, this.#waiting.length)) {
      const worker = this.#startWorker();
      // A failed worker is reported when all are awaited.
      worker.catch(() => undefined);
      this.#workers.push(worker);
    }
  }

  /** Starts the worker threads if that at least halves the remaining time. */
  #startUsefulWorkers(): void {
    const { jobs, openMillis } = this.#options;
    if (jobs !== undefined || this.#workers.length > 0 || this.#outcomes.size < 2 * sampleSize) {
      return;
    }
    const recent = [...this.#outcomes.values()].slice(-sampleSize);
    const left =
      (recent.reduce((sum, { millis }) => sum + millis, 0) / sampleSize) * this.#waiting.length;
    if (left > 4 * openMillis) this.#startWorkers(availableParallelism() - 1);
  }

  async #runHere(): Promise<void> {
    for (let name = this.#waiting.shift(); name !== undefined; name = this.#waiting.shift()) {
      const startedAt = performance.now();
      this.#add(await this.#tests.run(name), startedAt);
      this.#startUsefulWorkers();
      // Handle messages of workers that wait for their next script.
      await setImmediate();
    }
  }

  #startWorker(): Promise<void> {
    const { dar, options, workerFile = publishedWorkerPath } = this.#options;
    const worker = new Worker(workerFile, { workerData: { dar, options } });
    return new Promise((resolve, reject) => {
      let startedAt = 0;
      const next = (): void => {
        const name = this.#waiting.shift();
        startedAt = performance.now();
        if (name !== undefined) worker.postMessage(name);
        else void worker.terminate().then(() => resolve(), reject);
      };
      worker.on("error", reject);
      worker.on("message", (outcome: ScriptOutcome | "ready") => {
        if (outcome !== "ready") this.#add(outcome, startedAt);
        next();
      });
    });
  }

  #add(outcome: ScriptOutcome, startedAt: number): void {
    this.#outcomes.set(outcome.name, { ...outcome, millis: performance.now() - startedAt });
  }
}

/**
 * Path of the published worker; empty when running from sources, in which case one thread runs all scripts.
 */
const publishedWorkerPath = import.meta.url.includes("/dist/")
  ? fileURLToPath(import.meta.url.replace(/\/dist\/.*$/u, "/dist/middleware/cli/script-worker.js"))
  : "";
