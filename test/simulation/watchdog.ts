import { Worker } from "node:worker_threads";

/** Maximum processor time of one step, in seconds. The longest step takes a fiftieth of it. */
const mostSeconds = 10;

/**
 * Starts a thread that ends the process if a step computes endlessly, which the blocked main thread cannot do
 * itself. Reports the step like other violations. Returns a function to call at the start of each step.
 */
export const watchSteps = (): ((seed: number, step: number) => void) => {
  const begun = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const watchdog = new Worker(watch, { eval: true, workerData: { begun, mostSeconds } });
  watchdog.unref();
  return (seed, step) => {
    begun[1] = seed;
    begun[2] = step;
    Atomics.add(begun, 0, 1);
  };
};

/** Code of that thread, which uses the real clock. */
const watch = `
  const { writeSync } = require("node:fs");
  const { begun, mostSeconds } = require("node:worker_threads").workerData;
  let last = -1;
  let before = process.cpuUsage();
  setInterval(() => {
    const now = Atomics.load(begun, 0);
    if (now !== last) {
      last = now;
      before = process.cpuUsage();
      return;
    }
    const { user, system } = process.cpuUsage(before);
    if (now === 0 || (user + system) / 1e6 < mostSeconds) return;
    writeSync(1, "\\nSeed " + begun[1] + " fails at step " + begun[2] + ": availability: it blocks the process for too long\\n");
    process.kill(process.pid, "SIGKILL");
  }, 200);
`;
