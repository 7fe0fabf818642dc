import { machineTimers } from "./machine-timers.ts";

/** What `work` comes to, or `late()` when it takes longer; what it comes to then is ignored. */
export const withinTime = <Result>(
  work: Promise<Result>,
  millis: number,
  late: () => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const cancel = machineTimers.schedule(millis, () => resolve(late()));
    work.finally(cancel).then(resolve, reject);
  });
