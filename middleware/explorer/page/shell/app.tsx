import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { createViewUrl, currentViewPath } from "../base/address.ts";
import { explorerPageConfig } from "../base/boot.ts";
import { followLedgerWithCurrentToken, knownParties, signInState } from "../base/ledger.ts";
import { hasTokenIfNeeded } from "../base/session.ts";
import { hasNoReadRights } from "../base/view-settings.ts";
import { Icon } from "../parts/icons.tsx";
import { EmptyListPlaceholder, Loading } from "../parts/notices.tsx";
import { CommandPalette, openCommandPalette } from "./command-palette.tsx";
import { FileDropZone } from "./file-drop-zone.tsx";
import { InspectedTest } from "./inspected-test.tsx";
import { NoReadRights } from "./no-read-rights.tsx";
import { availableViewLinks, findViewByPath } from "./routes.tsx";
import { SignIn } from "./sign-in.tsx";
import { HeaderControls } from "./status.tsx";
import { ViewSettingsBar } from "./view-settings-bar.tsx";

export const App = () => {
  useEffect(followLedgerWithCurrentToken, []);
  if (!hasTokenIfNeeded.value || signInState.value instanceof Error) return <SignIn />;
  return (
    <div class="app">
      <a class="skip" href="#main" onClick={focusMainContent}>
        Skip to content
      </a>
      <Menu />
      <div class="body">
        <div class="bar" role="region" aria-label="View settings">
          {knownParties.value.length > 0 && <ViewSettingsBar />}
          <button
            type="button"
            class="search"
            onClick={openCommandPalette}
            aria-keyshortcuts="Control+K"
          >
            <Icon name="search" />
            <span>Search</span>
            <kbd>/</kbd>
          </button>
          <HeaderControls />
        </div>
        <InspectedTest />
        <main id="main" tabIndex={-1}>
          {signInState.value === "asking" ? <Loading what="the ledger" /> : <CurrentView />}
        </main>
      </div>
      <FileDropZone />
      <CommandPalette />
    </div>
  );
};

const focusMainContent = (event: Event): void => {
  event.preventDefault();
  document.getElementById("main")?.focus();
};

/** Views that need no right to read as a party. */
const publicPathPattern =
  /^\/(?:shortcuts|requests|parties|packages|controls|console|coin)?(?:\/|$)/;

const CurrentView = () => {
  const found = findViewByPath(currentViewPath.value);
  if (found === undefined) {
    return (
      <EmptyListPlaceholder icon="search" title="Page not found">
        <a href={createViewUrl("/")}>Go to the overview</a>
      </EmptyListPlaceholder>
    );
  }
  if (
    hasNoReadRights.value &&
    (currentViewPath.value === "/" || !publicPathPattern.test(currentViewPath.value))
  ) {
    return <NoReadRights />;
  }
  const { Shown: View, parameters } = found;
  return <View key={currentViewPath.value} {...parameters} />;
};

const Menu = () => {
  const isOpen = useSignal(false);
  const here = currentViewPath.value;
  const isHere = (to: string): boolean => here === to || (to !== "/" && here.startsWith(`${to}/`));
  return (
    <nav class={isOpen.value ? "menu open" : "menu"} aria-label="Views">
      <div class="brand">
        <a href={createViewUrl("/")} class="brand-name">
          Ledger in a box
        </a>
        <button
          type="button"
          class="bare menu-button"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name="menu" />
          <span class="hidden">Menu</span>
        </button>
      </div>
      <ul>
        {availableViewLinks.value.map(({ path: to, title, icon }) => (
          <li key={to}>
            <a
              href={createViewUrl(to)}
              aria-current={isHere(to) ? "page" : undefined}
              onClick={() => (isOpen.value = false)}
            >
              <Icon name={icon} />
              {title}
            </a>
          </li>
        ))}
      </ul>
      <p class="menu-foot soft">
        API {explorerPageConfig.version}
        {explorerPageConfig.referencePath !== undefined && (
          <>
            {" · "}
            <a href={explorerPageConfig.referencePath}>Reference</a>
          </>
        )}
        {" · "}
        <a href={createViewUrl("/shortcuts")} aria-keyshortcuts="?">
          Shortcuts
        </a>
      </p>
    </nav>
  );
};
