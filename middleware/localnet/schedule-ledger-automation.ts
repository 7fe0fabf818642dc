import type { Ledger } from "../../lib/index.ts";
import type { LedgerAutomation } from "../../lib/localnet/index.ts";

/**
 * Lets automation act each time that the ledger's clock reaches the time of its next action, so that clients
 * see the result even if they submit nothing. If the ledger follows the machine's clock, the process stays
 * alive until `stop` is called.
 */
export const scheduleLedgerAutomation = (
  ledger: Ledger,
  { nextDue }: LedgerAutomation,
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
        // A wait for another time has replaced this one, or the ledger was closed.
        () => undefined,
      );
  };
  const unsubscribe = ledger.subscribe(wait);
  const followReverts = (): void => {
    ledger.epoch.addEventListener("abort", () => {
      if (isStopped) return;
      // `ledger.epoch` is the next epoch only after the revert is done.
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
