import type { Timers } from "../../lib/api.ts";

/** Maximum delay of Node's timers: about 24 days, in milliseconds. */
const maxDelayMillis = 2 ** 31 - 1;

/** Timers of the machine's clock. */
export const machineTimers: Timers = {
  schedule(delayMillis, callback) {
    const delay = Math.min(Math.max(delayMillis, 0), maxDelayMillis);
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
