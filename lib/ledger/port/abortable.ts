/** Callbacks that settle a wait. Only the first call has an effect. */
export interface SettleCallbacks {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a promise that rejects with the signal's reason if the signal aborts. Otherwise it is
 * settled by the callbacks, which are passed to `begin`. `begin` returns a function that is called
 * at an abort, to discard the callbacks.
 */
export const createAbortablePromise = (
  signal: AbortSignal | undefined,
  begin: (callbacks: SettleCallbacks) => () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const settled = (): void => (signal === undefined ? undefined : removeCallback(signal, abort));
    const callbacks: SettleCallbacks = {
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
      callbacks.reject(signal?.reason);
    };
    if (signal !== undefined) addCallback(signal, abort);
    const forget = begin(callbacks);
  });

/**
 * The functions to call when a signal aborts. One listener per signal calls them all: hundreds of
 * commands may wait, and Node warns of a leak if a signal has more than ten listeners.
 */
const abortListenerBySignal = new WeakMap<AbortSignal, AbortListener>();

interface AbortListener {
  readonly calls: Set<() => void>;
  readonly listener: () => void;
}

const addCallback = (signal: AbortSignal, call: () => void): void => {
  const { calls } = abortListenerBySignal.get(signal) ?? createAbortListener(signal);
  calls.add(call);
};

const createAbortListener = (signal: AbortSignal): AbortListener => {
  const calls = new Set<() => void>();
  const listener = (): void => {
    for (const call of calls) call();
  };
  const abortListener = { calls, listener };
  abortListenerBySignal.set(signal, abortListener);
  signal.addEventListener("abort", listener, { once: true });
  return abortListener;
};

const removeCallback = (signal: AbortSignal, call: () => void): void => {
  const abortListener = abortListenerBySignal.get(signal);
  if (abortListener?.calls.delete(call) !== true || abortListener.calls.size > 0) return;
  abortListenerBySignal.delete(signal);
  signal.removeEventListener("abort", abortListener.listener);
};
