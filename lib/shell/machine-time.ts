import type { TimeSource } from "../clock.ts";

/** The time of the machine, to the millisecond. */
export const machineTime: TimeSource = {
  now: () => BigInt(Date.now()) * 1000n,
  schedule(delayMillis, callback) {
    const timer = setTimeout(callback, delayMillis);
    return () => clearTimeout(timer);
  },
};
