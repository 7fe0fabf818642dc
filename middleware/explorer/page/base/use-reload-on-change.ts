import { useEffect, useRef } from "preact/hooks";

/**
 * Runs `load` for a subject, and again when `version` changes. A new subject aborts the running
 * load; a new version lets it finish, so that a busy ledger cannot starve a slow load. Does nothing
 * while the subject is undefined. `load` must not reject.
 */
export const useReloadOnChange = (
  subject: string | undefined,
  version: unknown,
  load: (signal: AbortSignal) => Promise<void>,
  pauseMillis = 0,
): void => {
  const latest = useRef({ version, load });
  latest.current = { version, load };
  const refresh = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    if (subject === undefined) return undefined;
    const stop = new AbortController();
    let isRunning = false;
    refresh.current = async () => {
      if (isRunning) return;
      isRunning = true;
      if (pauseMillis > 0) await new Promise((resolve) => setTimeout(resolve, pauseMillis));
      for (let loaded: unknown = {}; loaded !== latest.current.version && !stop.signal.aborted;) {
        loaded = latest.current.version;
        await latest.current.load(stop.signal);
      }
      isRunning = false;
    };
    return () => stop.abort();
  }, [subject]);
  useEffect(() => void refresh.current?.(), [subject, version]);
};
