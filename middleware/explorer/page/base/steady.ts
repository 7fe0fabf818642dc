import { useSignal } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";

import { ledgerEnd } from "./ledger.ts";
import { pastOffset } from "./lens.ts";

/** Until when a list goes, of a ledger that moves on. */
export interface SteadyEnd {
  /** The ledger end as the list has it, whatever the lens says. */
  readonly present: number;
  /** The offset that is looked at. */
  readonly end: number;
  /** Whether there is more, which comes when {@link show} is called, or one goes to the top of the list. */
  readonly waits: boolean;
  /** Whether what has come since is about to be shown. */
  readonly isCatchingUp: boolean;
  readonly show: () => void;
  /** To be told whether the beginning of the list is to be seen. */
  readonly setTop: (isAtTop: boolean) => void;
}

/** What is being read stays as it is: what is new comes when one is at the top, or asks for it. */
export const useSteadyEnd = (): SteadyEnd => {
  const pinned = useSignal(ledgerEnd.peek());
  const isAtTop = useSignal(true);
  const past = pastOffset.value;
  const show = useCallback(() => (pinned.value = ledgerEnd.peek()), []);
  const setTop = useCallback((is: boolean) => (isAtTop.value = is), []);
  // Who comes back from the past wants the present.
  useEffect(() => void show(), [past]);
  const isBehind = past === undefined && ledgerEnd.value !== pinned.value;
  if (isBehind && isAtTop.value) queueMicrotask(show);
  // It may have gone back.
  const present = Math.min(pinned.value, ledgerEnd.value);
  return {
    present,
    end: Math.min(past ?? present, ledgerEnd.value),
    waits: isBehind && !isAtTop.value,
    isCatchingUp: isBehind && isAtTop.value,
    show,
    setTop,
  };
};
