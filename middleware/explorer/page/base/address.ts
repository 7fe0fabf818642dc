import { computed, signal } from "@preact/signals";

/**
 * The URL contains the view and its settings. All of it follows the `#`: browsers do not send that
 * part, and any server can serve the page.
 */
const currentHash = signal(location.hash);

addEventListener("hashchange", () => (currentHash.value = location.hash));

const addressParts = computed(() => {
  const [path = "", query = ""] = splitHash(currentHash.value.slice(1));
  return { path: path === "" ? "/" : path, query: new URLSearchParams(query) };
});

const splitHash = (hash: string): readonly string[] => {
  const mark = hash.indexOf("?");
  return mark < 0 ? [hash] : [hash.slice(0, mark), hash.slice(mark + 1)];
};

export const currentViewPath = computed(() => addressParts.value.path);
export const urlQuery = computed(() => addressParts.value.query);

export type UrlParameterChanges = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Parameters that links to other views keep: the parties and the offset. */
const keptUrlParameters = ["as", "at"];

/** Returns the URL of a view with the present view settings. */
export const createViewUrl = (to: string, changes: UrlParameterChanges = {}): string => {
  const next = new URLSearchParams();
  for (const name of keptUrlParameters) {
    for (const value of urlQuery.value.getAll(name)) next.append(name, value);
  }
  return `#${to}${formatQuery(applyParameterChanges(next, changes))}`;
};

/** Returns the URL of the present view with other parameters. */
const linkToCurrentView = (changes: UrlParameterChanges): string =>
  `#${currentViewPath.peek()}${formatQuery(applyParameterChanges(new URLSearchParams(urlQuery.peek()), changes))}`;

/**
 * Changes parameters of the URL. Typing and dragging replace the entry in the browser's history,
 * choices add one.
 */
export const changeUrlParameters = (
  changes: UrlParameterChanges,
  how: "step" | "replace" = "step",
): void => {
  const to = linkToCurrentView(changes);
  if (to === location.hash) return;
  if (how === "step") location.hash = to;
  else history.replaceState(null, "", to);
  syncUrlHashFromBrowser();
};

export const navigateToPath = (to: string, changes: UrlParameterChanges = {}): void => {
  location.hash = createViewUrl(to, changes);
  syncUrlHashFromBrowser();
};

/** Reads the URL immediately; the event of the browser comes too late for keyboard users. */
export const syncUrlHashFromBrowser = (): void => void (currentHash.value = location.hash);

const applyParameterChanges = (
  to: URLSearchParams,
  changes: UrlParameterChanges,
): URLSearchParams => {
  for (const [name, value] of Object.entries(changes)) {
    to.delete(name);
    if (value === undefined) continue;
    for (const each of typeof value === "string" ? [value] : value) {
      if (each !== "") to.append(name, each);
    }
  }
  return to;
};

const formatQuery = (query: URLSearchParams): string => {
  // A colon needs no escape in a query, and parties are easier to read with it.
  const text = query.toString().replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
};

/** Escapes a segment of a path. */
export const escapePathSegment = (text: string): string =>
  encodeURIComponent(text).replaceAll("%3A", ":");
