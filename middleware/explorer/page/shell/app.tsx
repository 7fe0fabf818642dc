import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { linkTo, path } from "../base/address.ts";
import { boot } from "../base/boot.ts";
import { entry, keepFollowing, parties } from "../base/ledger.ts";
import { seesNothing } from "../base/lens.ts";
import { isLetIn } from "../base/session.ts";
import { Icon } from "../parts/icons.tsx";
import { Empty, Loading } from "../parts/notices.tsx";
import { DroppedFiles } from "./dropped-files.tsx";
import { Enter } from "./enter.tsx";
import { Lens } from "./lens-bar.tsx";
import { openPalette, Palette } from "./palette.tsx";
import { destinations, viewAt } from "./routes.tsx";
import { SeeNothing } from "./see-nothing.tsx";
import { Status } from "./status.tsx";
import { WatchedTest } from "./watched-test.tsx";

export const App = () => {
  useEffect(keepFollowing, []);
  if (!isLetIn.value || entry.value instanceof Error) return <Enter />;
  return (
    <div class="app">
      <a class="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <Menu />
      <div class="body">
        <div class="bar" role="region" aria-label="View settings">
          {parties.value.length > 0 && <Lens />}
          <button type="button" class="search" onClick={openPalette} aria-keyshortcuts="Control+K">
            <Icon name="search" />
            <span>Search</span>
            <kbd>/</kbd>
          </button>
          <Status />
        </div>
        <WatchedTest />
        <main id="main" tabIndex={-1}>
          {entry.value === "asking" ? <Loading what="the ledger" /> : <Shown />}
        </main>
      </div>
      <DroppedFiles />
      <Palette />
    </div>
  );
};

const skip = (event: Event): void => {
  event.preventDefault();
  document.getElementById("main")?.focus();
};

/** Views that need no right to read as a party. */
const free = /^\/(?:requests|parties|packages|controls|console|coin)?(?:\/|$)/;

const Shown = () => {
  const found = viewAt(path.value);
  if (found === undefined) {
    return (
      <Empty icon="search" title="Page not found">
        <a href={linkTo("/")}>Go to the overview</a>
      </Empty>
    );
  }
  if (seesNothing.value && (path.value === "/" || !free.test(path.value))) return <SeeNothing />;
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
      </p>
    </nav>
  );
};
