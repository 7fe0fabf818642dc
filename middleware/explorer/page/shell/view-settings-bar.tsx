import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { changeUrlParameters, currentViewPath } from "../base/address.ts";
import { currentUserRights, ledgerEnd } from "../base/ledger.ts";
import { selectedOffset, viewingParties } from "../base/view-settings.ts";
import { Icon } from "../parts/icons.tsx";
import { PartyLink } from "../parts/names.tsx";
import { PartyPicker } from "../parts/party-picker.tsx";

/** Settings of all views, stored in the URL: the parties to view as, and the offset. */
export const ViewSettingsBar = () => {
  const as = viewingParties.value;
  const chosen = as === "everybody" ? [] : as;
  const canSeeAll = currentUserRights.value.readsAll;
  return (
    <div class="lens">
      <div class="lens-who">
        <span class="lens-label">
          <Icon name="eye" />
          <span>Viewing as</span>
        </span>
        {as === "everybody" && <span class="tag">all parties</span>}
        {chosen.slice(0, 5).map((party) => (
          <span class="tag" key={party}>
            <PartyLink party={party} isPlain isText />
            <button
              type="button"
              class="bare"
              onClick={() => changeUrlParameters({ as: chosen.filter((each) => each !== party) })}
            >
              <Icon name="close" />
              <span class="hidden">Do not view as {party}</span>
            </button>
          </span>
        ))}
        {chosen.length > 5 && <span class="soft">and {chosen.length - 5} more</span>}
        <PartyPicker
          label="View as a party"
          placeholder={as === "everybody" ? "a party …" : "add a party"}
          isSmall
          pick={(party) => changeUrlParameters({ as: [...new Set([...chosen, party])] })}
        />
        {canSeeAll && as !== "everybody" && (
          <button
            type="button"
            class="quiet"
            onClick={() => changeUrlParameters({ as: undefined })}
          >
            All parties
          </button>
        )}
      </div>
      <OffsetControl />
    </div>
  );
};

/** Returns the reason why a view does not depend on the offset; undefined if it does. */
const explainPresentOnly = (of: string): string | undefined => {
  if (/^\/(?:contracts|holdings|synchronizers)(?:\/|$)/.test(of)) return undefined;
  if (of === "/updates" || of === "/commands") return undefined;
  if (of.startsWith("/updates/")) return "An update never changes.";
  return "This view shows the latest state.";
};

/** Offset in the history. Arrow keys move by one. */
const OffsetControl = () => {
  const end = ledgerEnd.value;
  const why = explainPresentOnly(currentViewPath.value);
  const at = why === undefined ? selectedOffset.value : undefined;
  const dragged = useSignal<number | undefined>(undefined);
  const shown = Math.min(dragged.value ?? at ?? end, end);
  useEffect(() => {
    if (dragged.value === undefined) return undefined;
    const timer = setTimeout(() => {
      const to = dragged.value;
      dragged.value = undefined;
      changeUrlParameters(
        { at: to === undefined || to >= end ? undefined : String(to) },
        "replace",
      );
    }, 120);
    return () => clearTimeout(timer);
  }, [dragged.value]);
  return (
    <div class={at === undefined ? "past" : "past is-past"} title={why}>
      <label class="lens-label" for="offset">
        <Icon name="clock" />
        <span>As of</span>
      </label>
      <input
        id="offset"
        type="range"
        disabled={why !== undefined}
        min={0}
        max={end}
        value={shown}
        aria-valuetext={shown === end ? "the ledger end" : `offset ${shown} of ${end}`}
        onInput={({ currentTarget }) => (dragged.value = Number(currentTarget.value))}
      />
      <output for="offset" class="mono">
        {shown.toLocaleString("en-GB")} / {end.toLocaleString("en-GB")}
      </output>
      {why !== undefined && <span class="hidden">{why}</span>}
      {at !== undefined && (
        <button type="button" class="quiet" onClick={() => changeUrlParameters({ at: undefined })}>
          Back to latest
        </button>
      )}
    </div>
  );
};
