import { useSignal } from "@preact/signals";

import { syncUrlHashFromBrowser } from "../base/address.ts";
import { deleteSavedView, saveCurrentView, savedExplorerViews } from "../base/saved-views.ts";
import { Icon } from "./icons.tsx";

/** Saves the present filters under a name in this browser, and opens saved ones. */
export const SavedViews = () => {
  const name = useSignal<string | undefined>(undefined);
  if (name.value === undefined) {
    return (
      <div class="field saved-views">
        <span>Saved views</span>
        <div class="actions">
          {savedExplorerViews.value.map((view) => (
            <span class="tag" key={view.name}>
              <a href={view.hash}>
                <bdi>{view.name}</bdi>
              </a>
              <button type="button" class="bare" onClick={() => deleteSavedView(view.name)}>
                <Icon name="close" />
                <span class="hidden">Delete the saved view {view.name}</span>
              </button>
            </span>
          ))}
          <button type="button" class="quiet" onClick={() => (name.value = "")}>
            Save this view
          </button>
        </div>
      </div>
    );
  }
  return (
    <form
      class="field saved-views"
      onSubmit={(event) => {
        event.preventDefault();
        const given = name.value?.trim() ?? "";
        syncUrlHashFromBrowser();
        if (given !== "") saveCurrentView(given);
        name.value = undefined;
      }}
    >
      <label>
        <span>Name of the saved view</span>
        <input
          ref={(input) => input?.focus()}
          type="text"
          maxLength={60}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === "Escape") name.value = undefined;
          }}
        />
      </label>
      <button type="submit" class="quiet">
        Save
      </button>
    </form>
  );
};
