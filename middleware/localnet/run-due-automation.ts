import type { Ledger } from "../../lib/index.ts";
import type { Automation } from "../../lib/localnet/index.ts";

/**
 * Settles the ledger each time that its clock reaches what automation has to do next, so that readers see it without
 * submitting anything. On a ledger with the machine's clock it keeps the process alive until it is stopped.
 */
export const runDueAutomation = (
  ledger: Ledger,
  { nextDue }: Automation,
): { readonly stop: () => void } => {
  let waiting: { readonly at: bigint; readonly abort: AbortController } | undefined;
  let isStopped = false;
  const wait = (): void => {
    const at = isStopped ? undefined : nextDue(ledger.state);
    if (at === waiting?.at) return;
    waiting?.abort.abort();
    waiting = undefined;
    if (at === undefined) return;
    const abort = new AbortController();
    waiting = { at, abort };
    ledger.clock
      .reached(at, abort.signal)
      .then(() => ledger.settled())
      .then(
        () => {
          if (waiting?.abort === abort) waiting = undefined;
          wait();
        },
        // The wait was given up for another one, or the ledger was closed.
        () => undefined,
      );
  };
  const unsubscribe = ledger.subscribe(wait);
  const followReverts = (): void => {
    ledger.epoch.addEventListener("abort", () => {
      if (isStopped) return;
      // The next epoch begins once the revert is done.
      setImmediate(() => {
        if (isStopped) return;
        wait();
        followReverts();
      });
    });
  };
  followReverts();
  wait();
  return {
    stop: () => {
      isStopped = true;
      unsubscribe();
      waiting?.abort.abort();
    },
  };
};
