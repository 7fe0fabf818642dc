/** How somebody who waits is told. Only the first call counts. */
export interface Settlers {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waits for what `begin` hands its settlers to, or rejects with the signal's reason. `begin` returns
 * how to forget the settlers, which an abort calls.
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
        // Whatever the abort's reason is, an Error or not.
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
 * What an abort calls, by signal: one listener for all of them. Hundreds of commands may wait in one era,
 * and platforms warn of a leak where a signal has more than ten listeners.
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
