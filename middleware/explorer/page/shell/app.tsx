import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { linkTo, path } from "../base/address.ts";
import { boot } from "../base/boot.ts";
import { keepFollowing, parties, signInState } from "../base/ledger.ts";
import { isAuthenticated } from "../base/session.ts";
import { hasNoReadRights } from "../base/view-settings.ts";
import { Icon } from "../parts/icons.tsx";
import { Empty, Loading } from "../parts/notices.tsx";
import { DroppedFiles } from "./dropped-files.tsx";
import { InspectedTest } from "./inspected-test.tsx";
import { NoReadRights } from "./no-read-rights.tsx";
import { openPalette, Palette } from "./palette.tsx";
import { destinations, findView } from "./routes.tsx";
import { SignIn } from "./sign-in.tsx";
import { Status } from "./status.tsx";
import { ViewSettingsBar } from "./view-settings-bar.tsx";

export const App = () => {
  useEffect(keepFollowing, []);
  if (!isAuthenticated.value || signInState.value instanceof Error) return <SignIn />;
  return (
    <div class="app">
      <a class="skip" href="#main" onClick={focusMainContent}>
        Skip to content
      </a>
      <Menu />
      <div class="body">
        <div class="bar" role="region" aria-label="View settings">
          {parties.value.length > 0 && <ViewSettingsBar />}
          <button type="button" class="search" onClick={openPalette} aria-keyshortcuts="Control+K">
            <Icon name="search" />
            <span>Search</span>
            <kbd>/</kbd>
          </button>
          <Status />
        </div>
        <InspectedTest />
        <main id="main" tabIndex={-1}>
          {signInState.value === "asking" ? <Loading what="the ledger" /> : <CurrentView />}
        </main>
      </div>
      <DroppedFiles />
      <Palette />
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
  const found = findView(path.value);
  if (found === undefined) {
    return (
      <Empty icon="search" title="Page not found">
        <a href={linkTo("/")}>Go to the overview</a>
      </Empty>
    );
  }
  if (hasNoReadRights.value && (path.value === "/" || !publicPathPattern.test(path.value))) {
    return <NoReadRights />;
  }
  const { Shown: View, parameters } = found;
  return <View key={path.value} {...parameters} />;
};

const Menu = () => {
  const isOpen = useSignal(false);
  const here = path.value;
  const isHere = (to: string): boolean => here === to || (to !== "/" && here.startsWith(`${to}/`));
  return (
    <nav class={isOpen.value ? "menu open" : "menu"} aria-label="Views">
      <div class="brand">
        <a href={linkTo("/")} class="brand-name">
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
        {destinations.map(({ path: to, title, icon }) => (
          <li key={to}>
            <a
              href={linkTo(to)}
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
        API {boot.version}
        {boot.referencePath !== undefined && (
          <>
            {" · "}
            <a href={boot.referencePath}>Reference</a>
          </>
        )}
        {" · "}
        <a href={linkTo("/shortcuts")} aria-keyshortcuts="?">
          Shortcuts
        </a>
      </p>
    </nav>
  );
};
