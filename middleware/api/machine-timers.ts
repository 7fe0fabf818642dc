import type { Timers } from "../../lib/api.ts";

/** The longest delay that Node's timers take: about 24 days. */
const maxDelayMillis = 2 ** 31 - 1;

/** Waits by the machine's clock. */
export const machineTimers: Timers = {
  schedule(delayMillis, callback) {
    const delay = Math.min(Math.max(delayMillis, 0), maxDelayMillis);
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
