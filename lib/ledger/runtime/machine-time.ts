import type { TimeSource } from "../port/clock.ts";

/** The time of the machine, to the millisecond. */
export const machineTime: TimeSource = {
  now: () => BigInt(Date.now()) * 1000n,
  schedule(delayMillis, callback, keepsAlive = true) {
    const timer = setTimeout(callback, delayMillis);
    if (!keepsAlive) letProcessEnd(timer);
    return () => clearTimeout(timer);
  },
};

/** Where timers are plain numbers, as in browsers, they keep nothing alive. */
const letProcessEnd = (timer: number | { unref(): unknown }): void => {
  if (typeof timer === "object") timer.unref();
};
