import { useSignal } from "@preact/signals";
import { useCallback, useRef } from "preact/hooks";

import { controlApiUrl } from "./boot.ts";
import { ApiError, callControlApi } from "./client.ts";
import { maxListRows } from "./paging.ts";
import { canReadAs } from "./rights.ts";
import { controlSecret } from "./session.ts";
import { useReloadOnChange } from "./use-reload-on-change.ts";
import { viewedContentKey, viewingParties, viewingPartiesCacheKey } from "./view-settings.ts";

/** A search over the whole ledger by the control API. */
export interface ControlApiSearchRequest<Row> {
  readonly path: "search/contracts" | "search/updates";
  readonly body: Readonly<Record<string, unknown>>;
  readonly rowsOf: (answer: unknown) => readonly Row[];
  /** True if every item matches, so that the total is the number of matches. */
  readonly matchesAll: boolean;
}

/** One page of a list of the ledger API, from which the page picks the matching rows. */
export interface SearchedListPage<Row> {
  readonly rows: readonly Row[];
  readonly scanned: number;
  readonly next: string | undefined;
}

/** A search by reading the whole list in the background. */
export interface ListScanSource<Row> {
  readonly ask: (next: string | undefined, signal: AbortSignal) => Promise<SearchedListPage<Row>>;
  /** Resolves to the number of all items; undefined if it is not known. */
  readonly total: (signal: AbortSignal) => Promise<number | undefined>;
  readonly newestFirst: (left: Row, right: Row) => number;
}

export interface LedgerSearchResults<Row> {
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly matched: number;
  readonly scanned: number;
  /** Number of all items; undefined if it is not known. */
  readonly total: number | undefined;
  /** True if the matches of the whole ledger were counted. */
  readonly isComplete: boolean;
  readonly isAsking: boolean;
  /** True while the rows are still those of other filters. */
  readonly isStale: boolean;
  readonly error: Error | undefined;
  readonly more: (() => void) | undefined;
}

interface SearchState<Row> extends Omit<LedgerSearchResults<Row>, "isStale" | "more"> {
  readonly subject: string;
  /** Parties that the rows are visible to. */
  readonly viewed: string;
  /** Position of the next page of the control API. */
  readonly next: string | undefined;
}

/** Secret with which the control API refused a search. */
let refusedSecret: string | undefined;

const isControlled = (): boolean =>
  controlApiUrl !== undefined && controlSecret.peek() !== refusedSecret;

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
 * Searches the whole ledger: by the control API if the page may use it, otherwise by reading the
 * list in the background. Other `filters` start another search at once; the previous rows stay until
 * it finds some, unless they were visible to other parties. `version` changes when there may be new
 * items: then the search finishes and runs again. Does nothing while `filters` is undefined.
 */
export const useLedgerSearch = <Row>(
  filters: string | undefined,
  version: unknown,
  control: ControlApiSearchRequest<Row>,
  scan: ListScanSource<Row>,
): LedgerSearchResults<Row> => {
  const viewed = viewingPartiesCacheKey.value;
  const subject = `${viewedContentKey.value}|${filters ?? ""}`;
  const nothing = {
    rows: [],
    matched: 0,
    scanned: 0,
    total: undefined,
    isComplete: false,
    isAsking: true,
    error: undefined,
    next: undefined,
  };
  const state = useSignal<SearchState<Row>>({ ...nothing, subject, viewed });
  /** The running or finished search. */
  const current = useRef<{
    readonly control: ControlApiSearchRequest<Row>;
    readonly stop: AbortSignal;
  }>(undefined);

  useReloadOnChange(
    filters === undefined ? undefined : subject,
    version,
    async (stop) => {
      current.current = { control, stop };
      const isRefresh = state.peek().subject === subject && state.peek().isComplete;
      /** Changes the state, unless another search has begun. */
      const set = (changes: Partial<SearchState<Row>>): void => {
        if (!stop.aborted) state.value = { ...state.peek(), ...changes };
      };
      if (state.peek().viewed !== viewed) set({ ...nothing, viewed });
      if (!isRefresh) {
        set({ isAsking: true, isComplete: false, error: undefined, total: undefined });
      }
      const found = (changes: Partial<SearchState<Row>>): void =>
        set({ subject, error: undefined, ...changes });
      try {
        if (isControlled() && mayReadAsViewed()) {
          try {
            return await searchByControl(control, stop, found);
          } catch (error) {
            if (!isRefusedByControl(error)) throw error;
            refusedSecret = controlSecret.peek();
          }
        }
        await searchInBackground(scan, stop, { found, set, isRefresh });
      } catch (error) {
        const rows = state.peek().subject === subject ? state.peek().rows : [];
        set({ subject, rows, isAsking: false, error: error as Error });
      }
    },
    typingPause,
  );

  const more = useCallback(() => {
    const { next, isAsking } = state.peek();
    if (next === undefined || isAsking || current.current === undefined) return;
    const { control: used, stop } = current.current;
    state.value = { ...state.peek(), isAsking: true };
    fetchControlPage(used, next, stop).then(
      (page) => {
        if (stop.aborted || state.peek().next !== next) return;
        const rows = state.peek().rows.concat(page.rows).slice(0, maxListRows);
        const left = rows.length < maxListRows ? page.next : undefined;
        state.value = { ...state.peek(), rows, next: left, isAsking: false };
      },
      (error: unknown) => {
        if (stop.aborted) return;
        state.value = { ...state.peek(), error: error as Error, isAsking: false };
      },
    );
    // A list calls it again when other rows arrived, since a call during a request does nothing.
  }, [state.value.rows]);

  const shown = state.value.viewed === viewed ? state.value : { ...nothing, subject, viewed };
  return {
    ...shown,
    isStale: shown.subject !== subject,
    more: shown.next === undefined ? undefined : more,
  };
};

/** Finds the first page, and then counts all matches. */
const searchByControl = async <Row>(
  control: ControlApiSearchRequest<Row>,
  stop: AbortSignal,
  found: (changes: Partial<SearchState<Row>>) => void,
): Promise<void> => {
  const { path, body, matchesAll } = control;
  const first = await fetchControlPage(control, undefined, stop);
  const isComplete = first.next === undefined || matchesAll;
  const counts = matchesAll ? { matched: first.total, scanned: first.total } : {};
  found({ ...first, ...counts, isComplete, isAsking: false });
  if (isComplete) return;
  let [matched, scanned] = [0, 0];
  for (let after: string | null = ""; after !== null;) {
    const from = after === "" ? {} : { after };
    const counted: SearchProgress = await askSearch(path, { ...body, limit: 0, ...from }, stop);
    matched += counted.matched;
    scanned += counted.scanned;
    after = counted.next;
    found({ matched, scanned, isComplete: after === null });
  }
};

interface ScanReport<Row> {
  readonly found: (changes: Partial<SearchState<Row>>) => void;
  readonly set: (changes: Partial<SearchState<Row>>) => void;
  /** True if the rows of a complete scan are shown, which stay until this one is complete. */
  readonly isRefresh: boolean;
}

const searchInBackground = async <Row>(
  { ask, total, newestFirst }: ListScanSource<Row>,
  stop: AbortSignal,
  { found, set, isRefresh }: ScanReport<Row>,
): Promise<void> => {
  void total(stop).then(
    (all) => set({ total: all }),
    () => undefined,
  );
  let rows: Row[] = [];
  let [matched, scanned, drawnAt] = [0, 0, 0];
  for (let next: string | undefined = ""; next !== undefined;) {
    const page: SearchedListPage<Row> = await ask(next === "" ? undefined : next, stop);
    matched += page.rows.length;
    scanned += page.scanned;
    next = page.next;
    rows.push(...page.rows);
    const isComplete = next === undefined;
    if (!isComplete && (isRefresh || performance.now() - drawnAt < redrawPause)) continue;
    drawnAt = performance.now();
    rows = rows.sort(newestFirst).slice(0, maxListRows);
    const counts = { matched, scanned, isComplete, isAsking: !isComplete, next: undefined };
    if (rows.length > 0 || isComplete) found({ ...counts, rows: rows.slice() });
    else set(counts);
  }
};

/** The control API answers for all parties, so the page asks it only for data that the user may read. */
const mayReadAsViewed = (): boolean => {
  const as = viewingParties.peek();
  return as === "everybody" || as.every(canReadAs);
};

/** Returns true if the control API is not there, or does not accept the secret of this tab. */
const isRefusedByControl = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status) && !isRequestError(error);

/** An unknown template is an error of the request. */
const isRequestError = ({ refusal }: ApiError): boolean =>
  /TEMPLATE|INTERFACE|PACKAGE/.test(refusal.code);

const askSearch = (path: string, body: object, stop: AbortSignal): Promise<SearchProgress> =>
  callControlApi(path, { body, signal: stop }) as Promise<SearchProgress>;

/** Requests pages until one has rows or nothing is left. */
const fetchControlPage = async <Row>(
  { path, body, rowsOf }: ControlApiSearchRequest<Row>,
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
export const getSearchedParties = (): { readonly parties?: readonly string[] } => {
  const as = viewingParties.peek();
  return as === "everybody" ? {} : { parties: as };
};
