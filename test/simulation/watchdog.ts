import { Worker } from "node:worker_threads";

/** Of processor time, for one step: the longest takes a fiftieth of that. */
const mostSeconds = 10;

/**
 * Ends the process where a step computes without end: nothing else in it has its turn then, and nobody in it could tell. What is
 * said of it is what is said of other violations. Returns who is to be told of each step that begins.
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

/** On a thread of its own, with a clock that nobody steers. */
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
