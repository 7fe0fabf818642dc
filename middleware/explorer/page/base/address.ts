import { computed, signal } from "@preact/signals";

/**
 * The address holds the view: its path, and beside it what is looked at and how. All of it stands behind the `#`: the
 * ledger never hears of it, and any server can serve the page.
 */
const current = signal(location.hash);

addEventListener("hashchange", () => (current.value = location.hash));

const parts = computed(() => {
  const [path = "", query = ""] = split(current.value.slice(1));
  return { path: path === "" ? "/" : path, query: new URLSearchParams(query) };
});

const split = (hash: string): readonly string[] => {
  const mark = hash.indexOf("?");
  return mark < 0 ? [hash] : [hash.slice(0, mark), hash.slice(mark + 1)];
};

export const path = computed(() => parts.value.path);
export const query = computed(() => parts.value.query);

export type Changes = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What goes along from view to view: who looks, and as of when. */
const lasting = ["as", "at"];

/** The address of a view, as seen through the present lens. */
export const linkTo = (to: string, changes: Changes = {}): string => {
  const next = new URLSearchParams();
  for (const name of lasting) {
    for (const value of query.value.getAll(name)) next.append(name, value);
  }
  return `#${to}${textOf(changed(next, changes))}`;
};

/** The address of the present view with another selection. */
const linkHere = (changes: Changes): string =>
  `#${path.peek()}${textOf(changed(new URLSearchParams(query.peek()), changes))}`;

/** What one types or drags replaces the address; what one chooses is a step to come back from. */
export const change = (changes: Changes, how: "step" | "replace" = "step"): void => {
  const to = linkHere(changes);
  if (to === location.hash) return;
  if (how === "step") location.hash = to;
  else history.replaceState(null, "", to);
  readAddress();
};

export const go = (to: string, changes: Changes = {}): void => {
  location.hash = linkTo(to, changes);
  readAddress();
};

/** At once: whoever goes on by the keyboard does not wait for the event. */
export const readAddress = (): void => void (current.value = location.hash);

const changed = (to: URLSearchParams, changes: Changes): URLSearchParams => {
  for (const [name, value] of Object.entries(changes)) {
    to.delete(name);
    if (value === undefined) continue;
    for (const each of typeof value === "string" ? [value] : value) {
      if (each !== "") to.append(name, each);
    }
  }
  return to;
};

const textOf = (query: URLSearchParams): string => {
  // Colons may stand as they are, and parties are easier to read so.
  const text = query.toString().replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
};

/** The segments of a path, as they were before they were put into an address. */
export const segment = (text: string): string => encodeURIComponent(text).replaceAll("%3A", ":");
