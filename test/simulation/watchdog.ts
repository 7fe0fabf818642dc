import { Worker } from "node:worker_threads";

/** Processor time of one step, in seconds; the longest step takes a fiftieth of it. */
const mostSeconds = 10;

/**
 * Ends the process if a step computes endlessly, since no code of the process itself could run. Reports it
 * like other violations. Returns a function to call at the start of each step.
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

/** Runs on its own thread, with the real clock. */
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
    writeSync(1, "\\nSeed " + begun[1] + " fails at step " + begun[2] + ": availability: it does not let go of the process\\n");
    process.kill(process.pid, "SIGKILL");
  }, 200);
`;
