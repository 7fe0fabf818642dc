import { signal, useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";

import { controlUrl } from "./boot.ts";
import { ApiError, askControl } from "./client.ts";
import { currentRights } from "./ledger.ts";
import { maxRows } from "./paging.ts";
import { viewingParties } from "./view-settings.ts";

/** A search over the whole ledger by the control API. */
export interface ControlSearch<Row> {
  readonly path: "search/contracts" | "search/updates";
  readonly body: Readonly<Record<string, unknown>>;
  readonly rowsOf: (answer: unknown) => readonly Row[];
  /** True if every item matches, so that the total is the number of matches. */
  readonly matchesAll: boolean;
}

/** One page of a list of the ledger API, from which the page picks the matching rows. */
export interface ScannedPage<Row> {
  readonly rows: readonly Row[];
  readonly scanned: number;
  readonly next: string | undefined;
}

/** A search by reading the whole list in the background. */
export interface BackgroundScan<Row> {
  readonly ask: (next: string | undefined, signal: AbortSignal) => Promise<ScannedPage<Row>>;
  /** Resolves to the number of all items; undefined if it is not known. */
  readonly total: (signal: AbortSignal) => Promise<number | undefined>;
  readonly newestFirst: (left: Row, right: Row) => number;
}

export interface SearchResult<Row> {
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly matched: number;
  readonly scanned: number;
  /** Number of all items; undefined if it is not known. */
  readonly total: number | undefined;
  /** True if the matches of the whole ledger were counted. */
  readonly isComplete: boolean;
  readonly isAsking: boolean;
  /** True while the rows are still those of the previous key. */
  readonly isStale: boolean;
  readonly error: Error | undefined;
  readonly more: (() => void) | undefined;
}

interface SearchState<Row> extends Omit<SearchResult<Row>, "isStale" | "more"> {
  readonly key: string;
  /** Position of the next page of the control API. */
  readonly next: string | undefined;
}

/** False once the control API refused a search in this tab. */
const isControlled = signal(controlUrl !== undefined);

/** Minimum time between two changes of the rows while a scan runs, in milliseconds. */
const redrawPause = 250;

interface SearchProgress {
  readonly matched: number;
  readonly scanned: number;
  readonly total: number;
  readonly next: string | null;
}

const pageLength = 200;

/** Time without a change before a search begins, in milliseconds. */
const typingPause = 60;

/**
 * Searches the whole ledger: by the control API where the page may use it, otherwise by reading the
 * list in the background. Starts again when `key` changes; the previous rows stay until others are
 * found. Does nothing while `key` is empty.
 */
export const useSearch = <Row>(
  key: string,
  control: ControlSearch<Row>,
  scan: BackgroundScan<Row>,
): SearchResult<Row> => {
  const nothing = { rows: [], matched: 0, scanned: 0, total: undefined };
  const state = useSignal<SearchState<Row>>({
    ...nothing,
    key,
    isComplete: false,
    isAsking: true,
    error: undefined,
    next: undefined,
  });
  const stopping = useRef<AbortController>(undefined);
  const asked = useRef({ control, scan });
  asked.current = { control, scan };
  const set = (changes: Partial<SearchState<Row>>): void => {
    state.value = { ...state.peek(), ...changes };
  };

  /** Changes the state, unless another search has begun. */
  const setUntil =
    (stop: AbortSignal) =>
    (changes: Partial<SearchState<Row>>): void => {
      if (!stop.aborted) set(changes);
    };

  const byControl = async (stop: AbortSignal): Promise<void> => {
    const set = setUntil(stop);
    const { body, matchesAll } = asked.current.control;
    const first = await fetchControlPage(asked.current.control, undefined, stop);
    const isComplete = first.next === undefined || matchesAll;
    set({ key, ...first, isComplete, isAsking: false, error: undefined });
    if (isComplete) {
      if (matchesAll) set({ matched: first.total, scanned: first.total });
      return;
    }
    let [matched, scanned] = [0, 0];
    for (let after: string | null = ""; after !== null;) {
      const found: SearchProgress = await askSearch(
        asked.current.control.path,
        {
          ...body,
          limit: 0,
          ...(after === "" ? {} : { after }),
        },
        stop,
      );
      matched += found.matched;
      scanned += found.scanned;
      after = found.next;
      set({ matched, scanned, isComplete: after === null });
    }
  };

  const inBackground = async (stop: AbortSignal): Promise<void> => {
    const set = setUntil(stop);
    const { ask, total, newestFirst } = asked.current.scan;
    void total(stop).then(
      (all) => set({ total: all }),
      () => undefined,
    );
    let rows: Row[] = [];
    let [matched, scanned, drawnAt] = [0, 0, 0];
    for (let next: string | undefined = ""; next !== undefined;) {
      const page: ScannedPage<Row> = await ask(next === "" ? undefined : next, stop);
      matched += page.rows.length;
      scanned += page.scanned;
      next = page.next;
      rows.push(...page.rows);
      const isComplete = next === undefined;
      if (!isComplete && performance.now() - drawnAt < redrawPause) continue;
      drawnAt = performance.now();
      rows = rows.sort(newestFirst).slice(0, maxRows);
      set({
        ...(rows.length > 0 || isComplete ? { key, rows: rows.slice(), error: undefined } : {}),
        matched,
        scanned,
        isComplete,
        isAsking: !isComplete,
        next: undefined,
      });
    }
  };

  const run = async (stop: AbortSignal): Promise<void> => {
    set({ isAsking: true, isComplete: false, error: undefined, total: undefined });
    try {
      if (isControlled.peek() && mayReadAsViewed()) {
        try {
          return await byControl(stop);
        } catch (error) {
          if (!isRefusedByControl(error)) throw error;
          isControlled.value = false;
        }
      }
      await inBackground(stop);
    } catch (error) {
      if (stop.aborted) return;
      const rows = state.peek().key === key ? state.peek().rows : [];
      set({ key, rows, isAsking: false, error: error as Error });
    }
  };

  useEffect(() => {
    if (key === "") return undefined;
    const stop = new AbortController();
    stopping.current = stop;
    // While the user types, only the last text is searched.
    const timer = setTimeout(() => void run(stop.signal), typingPause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);

  const more = useCallback(() => {
    const { next, isAsking } = state.peek();
    const stop = stopping.current?.signal;
    if (next === undefined || isAsking || stop === undefined) return;
    set({ isAsking: true });
    fetchControlPage(asked.current.control, next, stop).then(
      (page) => {
        if (stop.aborted) return;
        const rows = state.peek().rows.concat(page.rows).slice(0, maxRows);
        set({ rows, next: rows.length < maxRows ? page.next : undefined, isAsking: false });
      },
      (error: unknown) => {
        if (!stop.aborted) set({ error: error as Error, isAsking: false });
      },
    );
  }, [key]);

  const { next, ...shown } = state.value;
  return { ...shown, isStale: shown.key !== key, more: next === undefined ? undefined : more };
};

/** The control API answers for all parties, so the page asks it only for data that the user may read. */
const mayReadAsViewed = (): boolean => {
  const { readsAll, readAs } = currentRights.peek();
  const as = viewingParties.peek();
  return readsAll || (as !== "everybody" && as.every((party) => readAs.includes(party)));
};

/** Returns true if the control API is not there, or does not accept the secret of this tab. */
const isRefusedByControl = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status) && !isRequestError(error);

/** An unknown template is an error of the request. */
const isRequestError = ({ refusal }: ApiError): boolean =>
  /TEMPLATE|INTERFACE|PACKAGE/.test(refusal.code);

const askSearch = (path: string, body: object, stop: AbortSignal): Promise<SearchProgress> =>
  askControl(path, { body, signal: stop }) as Promise<SearchProgress>;

/** Requests pages until one has rows or nothing is left. */
const fetchControlPage = async <Row>(
  { path, body, rowsOf }: ControlSearch<Row>,
  from: string | undefined,
  stop: AbortSignal,
) => {
  for (let after = from; ;) {
    const given = { ...body, limit: pageLength, ...(after === undefined ? {} : { after }) };
    const found = await askSearch(path, given, stop);
    const rows = rowsOf(found);
    const { matched, scanned, total, next } = found;
    if (rows.length > 0 || next === null) {
      return { rows, matched, scanned, total, next: next ?? undefined };
    }
    after = next;
  }
};

/** Returns the parties of a search as the viewing parties; absent for all. */
export const searchedParties = (): { readonly parties?: readonly string[] } => {
  const as = viewingParties.peek();
  return as === "everybody" ? {} : { parties: as };
};
