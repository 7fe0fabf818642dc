// Store the timers when the module is loaded, because test runners may replace the global ones by
// fake timers.
const { setImmediate: setImmediateAtLoad, setTimeout: setTimeoutAtLoad } = globalThis as Partial<
  typeof globalThis
> &
  Pick<typeof globalThis, "setTimeout">;

/**
 * Number of event loop iterations between two slices of work. Node accepts one connection in each
 * iteration, and a short call needs about four from its first byte to its response. An idle
 * iteration takes 3 µs, so 8 take less than 1 % of a slice. With 320 connections that each run an
 * endless command, a new connection is accepted after 40 slices instead of 320.
 */
export const eventLoopIterationsBetweenSlices = 8;

/**
 * Resolves after this many iterations of the event loop, in which other work of the process runs.
 */
export const yieldToEventLoop = (rounds = 1): Promise<void> =>
  new Promise((resolve) => {
    let left = rounds;
    const next = (): void => {
      if (left-- === 0) resolve();
      else if (setImmediateAtLoad === undefined) setTimeoutAtLoad(next, 0);
      else setImmediateAtLoad(next);
    };
    next();
  });
