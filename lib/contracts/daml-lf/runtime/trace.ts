/** Hears one message of `trace` or `debug`. */
export type TraceListener = (message: string) => void;

const listeners = new Set<TraceListener>();

/**
 * Calls `listener` with every message that Daml code of this process traces, when it does: also of
 * submissions that then fail, and again where code runs again. A listener must not throw. Gives what
 * makes it hear no more.
 */
export const hearTraces = (listener: TraceListener): (() => void) => {
  // One of its own, so that a listener given twice hears twice and is let go once.
  const own: TraceListener = (message) => {
    listener(message);
  };
  listeners.add(own);
  return () => {
    listeners.delete(own);
  };
};

/** Tells all who listen; what Daml code does never depends on it. */
export const trace = (message: string): void => {
  for (const listener of listeners) listener(message);
};
