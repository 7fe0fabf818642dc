// Taken when the module is loaded: tests replace the global timers by timers that stand still.
const { setImmediate: immediately, setTimeout: later } = globalThis as Partial<typeof globalThis> &
  Pick<typeof globalThis, "setTimeout">;

/**
 * Event loop iterations between two slices of work. Node accepts one connection in each iteration, and a short call needs about four from
 * its first byte to its answer. An idle iteration takes 3 µs, so 8 cost less than 1 % of a slice; behind 320 connections with an endless
 * command each, a new one waits for 40 slices instead of 320.
 */
export const roundsPerYield = 8;

/** Resolves after the event loop has run so often: other work of the process goes first. */
export const yieldToEventLoop = (rounds = 1): Promise<void> =>
  new Promise((resolve) => {
    let left = rounds;
    const next = (): void => {
      if (left-- === 0) resolve();
      else if (immediately === undefined) later(next, 0);
      else immediately(next);
    };
    next();
  });
