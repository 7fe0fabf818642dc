import { useSignal } from "@preact/signals";
import { useCallback, useRef } from "preact/hooks";

import { useReloadOnChange } from "./use-reload-on-change.ts";

/** Maximum number of rows of a list, so that the page needs little memory. */
export const maxListRows = 20_000;

export interface ListPage<Row, Next> {
  readonly rows: readonly Row[];
  /** Parameter of the next page; undefined at the end. */
  readonly next: Next | undefined;
}

export interface PagedList<Row> {
  readonly rows: readonly Row[];
  readonly error: Error | undefined;
  readonly isAsking: boolean;
  /** Loads the next page; undefined if all rows are loaded, or the maximum number. */
  readonly more: (() => void) | undefined;
}

interface PagingState<Row, Next> {
  /** Key of the list that the rows belong to. A list with another key replaces the rows. */
  readonly subject: string;
  readonly rows: readonly Row[];
  readonly error: Error | undefined;
  readonly isAsking: boolean;
  readonly next: Next | undefined;
}

const loading = { rows: [], error: undefined, isAsking: true, next: undefined };

/**
 * Loads a list page by page as the user scrolls. A new subject clears the list; after a change of
 * `version`, the rows stay until the first page is loaded again. Does nothing while the subject is
 * undefined.
 */
export const usePagedList = <Row, Next>(
  subject: string | undefined,
  version: unknown,
  ask: (next: Next | undefined, signal: AbortSignal) => Promise<ListPage<Row, Next>>,
): PagedList<Row> => {
  const state = useSignal<PagingState<Row, Next>>({ ...loading, subject: subject ?? "" });
  /** Loads a page of the list that is shown. */
  const readNext = useRef<(next: Next | undefined) => Promise<void>>(undefined);

  useReloadOnChange(subject, version, (signal) => {
    const of = subject ?? "";
    let read: typeof readNext.current = undefined;
    read = async (next) => {
      const set = (changes: Partial<PagingState<Row, Next>>): void => {
        // Another version may have been loaded meanwhile.
        if (signal.aborted || readNext.current !== read) return;
        state.value = { ...state.peek(), isAsking: false, error: undefined, ...changes };
      };
      set({ isAsking: true });
      try {
        const page = await ask(next, signal);
        const rows = next === undefined ? page.rows : state.peek().rows.concat(page.rows);
        set({ rows, next: rows.length >= maxListRows ? undefined : page.next });
      } catch (error) {
        set({ error: error as Error });
      }
    };
    if (state.peek().subject !== of) state.value = { ...loading, subject: of };
    readNext.current = read;
    return read(undefined);
  });
  const more = useCallback(() => {
    const { isAsking, error, next } = state.peek();
    if (!isAsking && next !== undefined && error === undefined) void readNext.current?.(next);
    // A list calls it again when other rows arrived, since a call during a request does nothing.
  }, [state.value.rows]);
  const { rows, error, isAsking, next } = state.value.subject === subject ? state.value : loading;
  return { rows, error, isAsking, more: next === undefined ? undefined : more };
};
