import { signal } from "@preact/signals";

/** A view with its filters, under a name. */
export interface SavedView {
  readonly name: string;
  /** The part of the URL after the `#`, which has no secrets. */
  readonly hash: string;
}

const savedViewsStorageKey = `ledger-in-a-box ${location.pathname} views`;

const readSavedViews = (): readonly SavedView[] => {
  try {
    const json = JSON.parse(
      localStorage.getItem(savedViewsStorageKey) ?? "[]",
    ) as readonly SavedView[];
    return json.filter(({ name, hash }) => typeof name === "string" && hash.startsWith("#/"));
  } catch {
    return [];
  }
};

/** Views that the user saved in this browser. */
export const savedExplorerViews = signal(readSavedViews());

const maxViews = 50;

const writeSavedViews = (views: readonly SavedView[]): void => {
  savedExplorerViews.value = views.slice(-maxViews);
  localStorage.setItem(savedViewsStorageKey, JSON.stringify(savedExplorerViews.value));
};

/** Saves the present view. A view with the same name is replaced. */
export const saveCurrentView = (name: string): void =>
  writeSavedViews([
    ...savedExplorerViews.peek().filter((each) => each.name !== name),
    { name, hash: location.hash },
  ]);

export const deleteSavedView = (name: string): void =>
  writeSavedViews(savedExplorerViews.peek().filter((each) => each.name !== name));
