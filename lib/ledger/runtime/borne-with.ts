import type { TimeSource } from "../port/clock.ts";

/** So many times as long as for anything else is waited for what a store does at once, however much it is, and tells nothing of. */
const times = 10;
/** A queue looks once in so long, and hears of it in between. */
const perLook = 2;

interface Bearing {
  readonly time: TimeSource;
  /** For so long anything else may stand still. */
  readonly millis: number;
  readonly goesOn: () => void;
}

/** Does what goes on for `goesOn` while it is at work, until it has taken far too long. Resolves and rejects as it does. */
export const borneWith = async <Result>(
  work: () => Promise<Result>,
  { time, millis, goesOn }: Bearing,
): Promise<Result> => {
  let left = times * perLook;
  let cancel = (): void => undefined;
  const bear = (): void => {
    goesOn();
    if (left-- > 0) cancel = time.schedule(millis / perLook, bear, false);
  };
  bear();
  try {
    return await work();
  } finally {
    cancel();
  }
};
