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
  readonly show: () => void;
  /** Reports whether the beginning of the list is visible. */
  readonly setTop: (isAtTop: boolean) => void;
}

/**
 * Keeps the list unchanged while the user reads it: new content appears when the top is visible, or
 * on request.
 */
export const useStableListEnd = (): StableListEnd => {
  /** Ledger end that the list stays at; undefined while it follows the ledger. */
  const pinned = useSignal<number | undefined>(undefined);
  const isAtTop = useSignal(true);
  const past = selectedOffset.value;
  const show = useCallback(() => {
    pinned.value = isAtTop.peek() ? undefined : ledgerEnd.peek();
  }, []);
  const setTop = useCallback((is: boolean) => {
    isAtTop.value = is;
    pinned.value = is ? undefined : (pinned.peek() ?? ledgerEnd.peek());
  }, []);
  // After a visit to the past, show the present.
  useEffect(show, [past]);
  // A revert may have lowered the ledger end.
  const present = Math.min(pinned.value ?? Infinity, ledgerEnd.value);
  return {
    present,
    end: Math.min(past ?? present, ledgerEnd.value),
    waits: past === undefined && present < ledgerEnd.value,
    show,
    setTop,
  };
};
