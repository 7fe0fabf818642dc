import { signal } from "@preact/signals";
import { createRef } from "preact";
import { useEffect } from "preact/hooks";

import {
  changeUrlParameters,
  escapePathSegment,
  navigateToPath,
  syncUrlHashFromBrowser,
} from "../base/address.ts";
import { knownParties } from "../base/ledger.ts";
import { getHintOfPartyId } from "../base/names.ts";
import { savedExplorerViews } from "../base/saved-views.ts";
import { listKnownTemplates } from "../base/types.ts";
import { Icon, type IconName } from "../parts/icons.tsx";
import { openFileDialog } from "./file-drop-zone.tsx";
import { availableViewLinks } from "./routes.tsx";

const isOpen = signal(false);
const searchText = signal("");
const selectedIndex = signal(0);
const paletteDialog = createRef<HTMLDialogElement>();

/** Opens the command palette synchronously, so that it receives the next key. */
export const openCommandPalette = (): void => {
  searchText.value = "";
  selectedIndex.value = 0;
  isOpen.value = true;
  paletteDialog.current?.showModal();
};

const closePalette = (): void => {
  isOpen.value = false;
  paletteDialog.current?.close();
};

interface PaletteEntry {
  readonly title: string;
  readonly kind: string;
  readonly icon: IconName;
  readonly words: string;
  readonly run: () => void;
}

/** Returns entries that match: views, parties to view as, templates, ids. */
const findEntries = (typed: string): readonly PaletteEntry[] => {
  const text = typed.trim();
  const wanted = text.toLowerCase();
  const all: PaletteEntry[] = [...findEntriesById(text)];
  const has = ({ title, words }: PaletteEntry): boolean =>
    `${title} ${words}`.toLowerCase().includes(wanted);
  const views = availableViewLinks.value.map(({ path, title, icon, words }) => ({
    title,
    kind: "View",
    icon,
    words,
    run: () => navigateToPath(path),
  }));
  const templates = listKnownTemplates().map(({ id, qualifiedName, packageName }) => ({
    title: qualifiedName,
    kind: `Contracts of ${packageName}`,
    icon: "contracts" as const,
    words: packageName,
    run: () => navigateToPath("/contracts", { template: id }),
  }));
  const open: PaletteEntry = {
    title: "Open a file",
    kind: "DAR, fixture or ledger",
    icon: "plus",
    words: "load upload drop dar fixture yaml json",
    run: openFileDialog,
  };
  const shortcuts: PaletteEntry = {
    title: "Keyboard shortcuts",
    kind: "Help",
    icon: "search",
    words: "help keys",
    run: () => navigateToPath("/shortcuts"),
  };
  const saved = savedExplorerViews.value.map(({ name, hash }) => ({
    title: name,
    kind: "Saved view",
    icon: "eye" as const,
    words: "saved filters query",
    run: () => {
      location.hash = hash;
      syncUrlHashFromBrowser();
    },
  }));
  all.push(
    ...saved.filter(has),
    ...views.filter(has),
    ...[open, shortcuts].filter(has),
    ...templates.filter(has).slice(0, 20),
  );
  for (const party of knownParties.value) {
    if (all.length > maxEntries) break;
    if (!party.toLowerCase().includes(wanted)) continue;
    all.push({
      title: getHintOfPartyId(party),
      kind: "View as",
      icon: "parties",
      words: party,
      run: () => changeUrlParameters({ as: party }),
    });
  }
  return [...all.slice(0, maxEntries), ...createSearchEntries(text)];
};

const maxEntries = 40;

/** Returns entries that search all updates and contracts for the text, such as a command id. */
const createSearchEntries = (text: string): readonly PaletteEntry[] =>
  text === ""
    ? []
    : (["updates", "contracts"] as const).map((what) => ({
        title: `Search the ${what} for “${text}”`,
        kind: "Search",
        icon: what,
        words: text,
        run: () => navigateToPath(`/${what}`, { text }),
      }));

/** Returns entries for an id or an offset. */
const findEntriesById = (text: string): readonly PaletteEntry[] => {
  const to = (title: string, icon: IconName, run: () => void): PaletteEntry => ({
    title,
    kind: "Go to",
    icon,
    words: text,
    run,
  });
  if (/^00[0-9a-f]{64,}$/.test(text)) {
    return [
      to("Contract with this id", "contracts", () =>
        navigateToPath(`/contracts/${escapePathSegment(text)}`),
      ),
    ];
  }
  if (/^1220[0-9a-f]{64}$/.test(text)) {
    return [
      to("Update with this id", "updates", () =>
        navigateToPath(`/updates/${escapePathSegment(text)}`),
      ),
    ];
  }
  if (/^\d{1,12}$/.test(text)) {
    return [
      to(`Update at offset ${text}`, "updates", () => navigateToPath(`/updates/${text}`)),
      to(`Ledger as of offset ${text}`, "clock", () => navigateToPath("/contracts", { at: text })),
    ];
  }
  return [];
};

export const CommandPalette = () => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement &&
        /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      const isAsked =
        (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) ||
        (event.key === "/" && !isTyping);
      const isHelp = event.key === "?" && !isTyping && !isOpen.peek();
      if (!isAsked && !isHelp) return;
      event.preventDefault();
      if (isHelp) navigateToPath("/shortcuts");
      else openCommandPalette();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  const entries = isOpen.value ? findEntries(searchText.value) : [];
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    closePalette();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      selectedIndex.value =
        (selectedIndex.value + step + entries.length) % Math.max(1, entries.length);
      document
        .getElementById(`palette-${selectedIndex.value}`)
        ?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      // The latest input may not have been rendered yet.
      run(findEntries(searchText.value)[selectedIndex.value]);
    }
  };
  return (
    <dialog
      ref={paletteDialog}
      class="palette"
      aria-label="Search"
      onClose={() => (isOpen.value = false)}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) closePalette();
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Search views, parties, templates and ids"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${selectedIndex.value}`}
        placeholder="View, party, template, id or offset"
        autocomplete="off"
        spellcheck={false}
        value={searchText.value}
        onInput={({ currentTarget }) => {
          searchText.value = currentTarget.value;
          selectedIndex.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-list" role="listbox" aria-label="Found">
        {entries.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.title} ${entry.words}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === selectedIndex.value}
            onClick={() => run(entry)}
          >
            <Icon name={entry.icon} />
            <bdi>{entry.title}</bdi>
            <span class="soft">{entry.kind}</span>
          </li>
        ))}
      </ul>
    </dialog>
  );
};
