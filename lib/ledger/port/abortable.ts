/** Callbacks that settle a wait. Only the first call has an effect. */
export interface Settlers {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a promise that `begin` settles with the given callbacks; it rejects with the signal's
 * reason if the signal aborts. `begin` returns a function that discards the callbacks; an abort
 * calls it.
 */
export const abortable = (
  signal: AbortSignal | undefined,
  begin: (settlers: Settlers) => () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const settled = (): void => (signal === undefined ? undefined : stopHearing(signal, abort));
    const settlers: Settlers = {
      resolve: () => {
        settled();
        resolve();
      },
      reject: (error) => {
        settled();
        // The reason may be any value, not only an Error.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(error);
      },
    };
    const abort = (): void => {
      forget();
      settlers.reject(signal?.reason);
    };
    if (signal !== undefined) hear(signal, abort);
    const forget = begin(settlers);
  });

/**
 * The functions to call at an abort, by signal. One listener calls them all: hundreds of commands
 * may wait, and platforms warn of a leak if a signal has more than ten listeners.
 */
const heard = new WeakMap<AbortSignal, Abortion>();

interface Abortion {
  readonly calls: Set<() => void>;
  readonly listener: () => void;
}

const hear = (signal: AbortSignal, call: () => void): void => {
  const { calls } = heard.get(signal) ?? listen(signal);
  calls.add(call);
};

const listen = (signal: AbortSignal): Abortion => {
  const calls = new Set<() => void>();
  const listener = (): void => {
    for (const call of calls) call();
  };
  const abortion = { calls, listener };
  heard.set(signal, abortion);
  signal.addEventListener("abort", listener, { once: true });
  return abortion;
};

const stopHearing = (signal: AbortSignal, call: () => void): void => {
  const abortion = heard.get(signal);
  if (abortion?.calls.delete(call) !== true || abortion.calls.size > 0) return;
  heard.delete(signal);
  signal.removeEventListener("abort", abortion.listener);
};
