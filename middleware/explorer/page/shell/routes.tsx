import { computed } from "@preact/signals";
import { parse } from "regexparam";

import { explorerPageConfig } from "../base/boot.ts";
import { currentUserRights } from "../base/ledger.ts";
import type { IconName } from "../parts/icons.tsx";
import { lazyComponent, type ViewPathParameters } from "../parts/lazy-component.tsx";
import type * as AdministrationViews from "../views/administration-views.ts";
import type * as LedgerViews from "../views/ledger-views.ts";

export interface ViewMenuEntry {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** Synonyms for the command palette. */
  readonly words: string;
}

/** True in the page that contains a ledger; set by its build. */
declare const containsLedger: boolean;

/** Views in the order of the menu. */
const menuViews: readonly ViewMenuEntry[] = [
  { path: "/", title: "Overview", icon: "overview", words: "home start counts activity" },
  { path: "/contracts", title: "Contracts", icon: "contracts", words: "acs active templates" },
  { path: "/create", title: "Create", icon: "plus", words: "new contract form command" },
  { path: "/updates", title: "Updates", icon: "updates", words: "transactions log privacy" },
  { path: "/commands", title: "Commands", icon: "commands", words: "completions refused status" },
  { path: "/requests", title: "Requests", icon: "requests", words: "journal calls log http rule" },
  {
    path: "/parties",
    title: "Parties and users",
    icon: "parties",
    words: "rights tokens grant allocate identity providers",
  },
  { path: "/packages", title: "Packages", icon: "packages", words: "dar upload vet types" },
  {
    path: "/synchronizers",
    title: "Synchronizers",
    icon: "synchronizers",
    words: "reassignments in flight assign unassign",
  },
  { path: "/holdings", title: "Holdings", icon: "holdings", words: "balances tokens cip-56" },
  { path: "/coin", title: "Coin history", icon: "coin", words: "balances supply transfers" },
  {
    path: "/localnet",
    title: "LocalNet",
    icon: "clock",
    words: "splice amulet rounds balances offers automation wallet",
  },
  { path: "/controls", title: "Controls", icon: "controls", words: "clock snapshots faults reset" },
  { path: "/console", title: "API console", icon: "console", words: "operations try openapi" },
];

/** View of a ledger that runs inside the page. */
const startView: ViewMenuEntry = {
  path: "/start",
  title: "Start",
  icon: "console",
  words: "program typescript fixture yaml quick start dump download",
};

/** The views of this ledger that the user may open. LocalNet shows the data of all parties. */
export const availableViewLinks = computed(() => [
  ...(containsLedger ? [startView] : []),
  ...menuViews.filter(
    ({ path }) =>
      path !== "/localnet" || (explorerPageConfig.isLocalnet && currentUserRights.value.readsAll),
  ),
]);

/** The views are in a few files: fewer, larger files compress better. */
const ledgerView = (name: keyof typeof LedgerViews) =>
  lazyComponent<ViewPathParameters>(async () => (await import("../views/ledger-views.ts"))[name]);

const administrationView = (name: keyof typeof AdministrationViews) =>
  lazyComponent<ViewPathParameters>(
    async () => (await import("../views/administration-views.ts"))[name],
  );

const viewRoutes = [
  ...(containsLedger
    ? ([
        ["/start", lazyComponent(async () => (await import("../views/start/start.tsx")).default)],
      ] as const)
    : []),
  ["/", ledgerView("Overview")],
  ["/contracts", ledgerView("Contracts")],
  ["/contracts/:id", ledgerView("Contract")],
  ["/create", ledgerView("Create")],
  ["/updates", ledgerView("Updates")],
  ["/updates/:id", ledgerView("Update")],
  ["/commands", administrationView("Commands")],
  ["/requests", administrationView("Requests")],
  ["/requests/:id", administrationView("Requests")],
  ["/packages", administrationView("Packages")],
  ["/packages/:id", administrationView("Packages")],
  ["/synchronizers", administrationView("Synchronizers")],
  ["/parties", administrationView("Parties")],
  ["/parties/:id", administrationView("Parties")],
  ["/holdings", administrationView("Holdings")],
  ["/coin", administrationView("Coin")],
  ["/localnet", administrationView("Localnet")],
  ["/console", lazyComponent(async () => (await import("../views/console/console.tsx")).default)],
  ["/controls", administrationView("Controls")],
  ["/shortcuts", administrationView("Shortcuts")],
] as const;

const compiledRoutes = viewRoutes.map(([pattern, Shown]) => ({ ...parse(pattern), Shown }));

/** Returns the view at a path with the path's parameters; undefined if there is none. */
export const findViewByPath = (path: string) => {
  for (const { pattern, keys, Shown } of compiledRoutes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const given = keys.map((key, index) => [key, percentDecode(match[index + 1] ?? "")]);
    return { Shown, parameters: Object.fromEntries(given) as Readonly<Record<string, string>> };
  }
  return undefined;
};

/** A user may have typed an invalid URL. */
const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
