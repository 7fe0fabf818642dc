import { useSignal } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";

import { ledgerEnd } from "./ledger.ts";
import { selectedOffset } from "./view-settings.ts";

/** End offset of a list while the ledger advances. */
export interface StableListEnd {
  /** Ledger end of the list, regardless of the view settings. */
  readonly present: number;
  /** Offset that is shown. */
  readonly end: number;
  /**
   * True if there is newer content, which appears when {@link show} is called or the user scrolls
   * to the top.
   */
  readonly waits: boolean;
  /** True if newer content is about to appear. */
  readonly isCatchingUp: boolean;
  readonly show: () => void;
  /** Reports whether the beginning of the list is visible. */
  readonly setTop: (isAtTop: boolean) => void;
}

/**
 * Keeps the list unchanged while the user reads it: new content appears when the top is visible, or
 * on request.
 */
export const useStableListEnd = (): StableListEnd => {
  const pinned = useSignal(ledgerEnd.peek());
  const isAtTop = useSignal(true);
  const past = selectedOffset.value;
  const show = useCallback(() => (pinned.value = ledgerEnd.peek()), []);
  const setTop = useCallback((is: boolean) => (isAtTop.value = is), []);
  // After a visit to the past, show the present.
  useEffect(() => void show(), [past]);
  const isBehind = past === undefined && ledgerEnd.value !== pinned.value;
  if (isBehind && isAtTop.value) queueMicrotask(show);
  // A revert may have lowered the ledger end.
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
