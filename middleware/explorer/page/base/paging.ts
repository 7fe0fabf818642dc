import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";

/** Maximum number of rows of a list, so that the page needs little memory. */
export const maxRows = 20_000;

export interface ListPage<Row, Next> {
  readonly rows: readonly Row[];
  /** Parameter of the next page; undefined at the end. */
  readonly next: Next | undefined;
}

export interface PagedList<Row> {
  readonly rows: readonly Row[];
  readonly error: Error | undefined;
  readonly isAsking: boolean;
  /** True while the rows are still those of the previous key. */
  readonly isStale: boolean;
  /** Loads the next page; undefined if all rows are loaded, or the maximum number. */
  readonly more: (() => void) | undefined;
}

interface PagingState<Row, Next> {
  /** Key of the rows. */
  readonly key: string;
  readonly rows: readonly Row[];
  readonly error: Error | undefined;
  readonly isAsking: boolean;
  readonly next: Next | undefined;
  readonly isWhole: boolean;
}

/**
 * Loads a list page by page as the user scrolls. Starts again when `key` changes; the previous rows
 * stay until others are loaded. Does nothing while `key` is empty.
 */
export const usePages = <Row, Next>(
  key: string,
  ask: (next: Next | undefined, signal: AbortSignal) => Promise<ListPage<Row, Next>>,
): PagedList<Row> => {
  const state = useSignal<PagingState<Row, Next>>({
    key,
    rows: [],
    error: undefined,
    isAsking: true,
    next: undefined,
    isWhole: false,
  });
  const asking = useRef<AbortController>(undefined);

  const read = useCallback(
    async (next: Next | undefined): Promise<void> => {
      asking.current?.abort();
      const stop = new AbortController();
      asking.current = stop;
      state.value = { ...state.peek(), isAsking: true, error: undefined };
      try {
        const page = await ask(next, stop.signal);
        if (stop.signal.aborted) return;
        const before = next === undefined ? [] : state.peek().rows;
        const rows = before.length === 0 ? page.rows : before.concat(page.rows);
        state.value = {
          key,
          rows,
          error: undefined,
          isAsking: false,
          next: page.next,
          isWhole: page.next === undefined || rows.length >= maxRows,
        };
      } catch (error) {
        if (stop.signal.aborted) return;
        const { rows, key: before } = state.peek();
        const kept = before === key ? rows : [];
        state.value = {
          ...state.peek(),
          key,
          rows: kept,
          isAsking: false,
          error: error as Error,
        };
      }
    },
    [key],
  );
  useEffect(() => {
    if (key === "") return undefined;
    void read(undefined);
    return () => asking.current?.abort();
  }, [key]);
  const more = useCallback(() => {
    const { isAsking, isWhole, error, next } = state.peek();
    if (!isAsking && !isWhole && error === undefined) void read(next);
  }, [key]);
  const { rows, error, isAsking, isWhole } = state.value;
  const isStale = state.value.key !== key;
  return { rows, error, isAsking, isStale, more: isWhole ? undefined : more };
};
