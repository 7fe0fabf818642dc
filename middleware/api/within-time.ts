import { machineTimers } from "./machine-timers.ts";

/** How long something may take, and how much longer, as is known when that time is over. */
type TimeLimits = readonly [millis: number, moreMillis: () => number];

/** What `work` comes to, or `late()` when it takes longer; what it comes to then is ignored. */
export const withinTime = <Result>(
  work: Promise<Result>,
  [millis, moreMillis]: TimeLimits,
  late: () => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const give = (): void => resolve(late());
    let cancel = machineTimers.schedule(millis, () => {
      const more = moreMillis();
      if (more > 0) cancel = machineTimers.schedule(more, give);
      else give();
    });
    work.finally(() => cancel()).then(resolve, reject);
  });
