/**
 * Takes the pictures of the explorer for README and guide, with the demo data: `npm run screenshots`.
 * With `-- --all` it takes every view, light and dark, at three widths, also with an empty ledger, with
 * 100,000 contracts and with hostile contents, into `.build/screenshots`.
 */
import { mkdir } from "node:fs/promises";

import { type Browser, chromium, type Page } from "playwright-core";

import { allocateParty } from "../../lib/api.ts";
import {
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  List,
  Party,
  Text,
} from "../../lib/index.ts";
import { Tick, ticks } from "../support/busy-page.ts";
import { startCommand } from "../support/command-line.ts";
import { serveExplorer } from "../support/explorer-host.ts";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

interface Picture {
  readonly name: string;
  readonly view: string;
  /** Action before the picture, such as choosing a party. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Height in pixels; 760 when absent. */
  readonly height?: number;
}

const nameOf = (view: string): string =>
  view === "/"
    ? "overview"
    : view.slice(1).replace("?archived=1", "-archived").replace(/\?.*/, "").replaceAll("/", "-");

const pictures: readonly Picture[] = [
  {
    name: "privacy",
    view: "/updates/13",
    prepare: (page) => page.locator(".privacy").scrollIntoViewIfNeeded(),
  },
  { name: "contract", view: "/contracts/first?choice=Iou.Split", height: 900 },
];

const views = [
  "/",
  "/contracts",
  "/contracts?archived=1",
  "/create",
  "/updates",
  "/commands?user=alice",
  "/requests",
  "/parties",
  "/parties/first",
  "/packages",
  "/synchronizers",
  "/holdings",
  "/coin",
  "/controls",
  "/console",
  "/shortcuts",
];

const named = (view: string, before = ""): Picture => ({ name: before + nameOf(view), view });

const others: readonly Picture[] = [
  ...views.map((view) => named(view)),
  { name: "past", view: "/contracts?at=30&as=nobody::1220" },
  { name: "refused", view: "/requests?show=refused" },
  {
    name: "request",
    view: "/requests?show=refused",
    prepare: async (page) => {
      await page.locator(".window-box .row").first().press("Enter");
      await page.getByRole("heading", { name: "Decision" }).waitFor();
    },
  },
  {
    name: "matrix",
    view: "/parties",
    prepare: (page) => page.getByRole("button", { name: "Matrix" }).click(),
  },
  {
    name: "package",
    view: "/packages",
    prepare: (page) => page.getByRole("link", { name: /^coin/ }).click(),
  },
  {
    name: "tree",
    view: "/updates/50",
    prepare: (page) => page.locator(".tree-picture").scrollIntoViewIfNeeded(),
  },
  {
    name: "rules",
    view: "/controls",
    prepare: (page) => page.getByText("Faults and latency").scrollIntoViewIfNeeded(),
  },
  {
    name: "console-sent",
    view: "/console?operation=POST+%2Fv2%2Fstate%2Factive-contracts",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator(".json").first().waitFor();
    },
  },
  // This one stays open.
  {
    name: "palette",
    view: "/",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("coin");
    },
  },
];

/** Views that may have many rows. */
const large: readonly Picture[] = ["/", "/contracts", "/updates", "/parties", "/synchronizers"].map(
  (view) => named(view, "large-"),
);

/** The pages that a user of an empty ledger sees first. */
const empty = views
  .filter((view) => view !== "/parties/first")
  .map((view) => named(view.replace("?user=alice", ""), "empty-"));

const hostile: readonly Picture[] = [
  ...["/", "/contracts", "/updates", "/updates/2", "/updates/4", "/parties"].map((view) =>
    named(view, "hostile-"),
  ),
  {
    name: "hostile-contract",
    view: "/contracts",
    prepare: async (page) => {
      await page.locator(".window-box .row").nth(1).press("Enter");
      await page.getByRole("heading", { name: "Payload" }).waitFor();
    },
  },
];

const main = async (all: boolean): Promise<void> => {
  const ledger = await startCommand([
    "--auth",
    "disabled",
    "--control",
    "--control-secret",
    "disabled",
  ]);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await fetch(`${ledger.baseUrl}/control/clock`, {
      method: "POST",
      body: JSON.stringify({ time: "2030-01-31T12:00:00Z" }),
    });
    if (all) {
      await goWrong(ledger.baseUrl);
      await takeOf(browser, await hostileLedger(), hostile);
      await takeOf(browser, await createLedger({ seed: 1 }), empty);
      await takeAll(browser, ledger.baseUrl, [...pictures, ...others]);
      await takeOf(browser, await largeLedger(), large);
    } else {
      await take(browser, ledger.baseUrl, { folder: "docs/pictures", pictures });
    }
  } finally {
    await browser.close();
    await ledger.stop();
  }
};

/** Requests that are rejected, by the ledger and by a fault rule. */
const goWrong = async (baseUrl: string): Promise<void> => {
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(baseUrl + path, { method: "POST", body: JSON.stringify(body) });
  await post("/control/requests", { keep: true, bodies: true });
  const faults = [
    {
      name: "busy",
      when: { operation: "submit*", nth: 2 },
      then: { refuse: "SERVICE_NOT_RUNNING" },
    },
    { when: { operation: "submit*", probability: 0.3 }, then: { delay: { from: "1s", to: "3s" } } },
  ];
  await post("/control/faults", { faults: faults.slice(0, 1) });
  const { partyDetails } = (await (await fetch(`${baseUrl}/v2/parties`)).json()) as {
    readonly partyDetails: readonly { readonly party: string }[];
  };
  const bank = partyDetails.find(({ party }) => party.startsWith("bank::"))?.party ?? "";
  const createArguments = {
    issuer: bank,
    owner: bank,
    currency: "EUR",
    amount: "-5",
    observers: [],
  };
  const commands = [{ CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } }];
  for (const commandId of ["pay-7", "pay-8", "pay-9"]) {
    const sent = { commandId, userId: "bank", actAs: [bank], commands };
    await post("/v2/commands/submit-and-wait", sent);
  }
  await post("/control/faults", { faults });
};

const Note = defineTemplate("Main:Note", {
  payload: { owner: Party, readers: List(Party), text: Text },
  signatories: ({ owner }) => [owner],
  observers: ({ readers }) => readers,
  choices: {},
});

/** Texts that contain markup or are very long, and 10,000 parties, one with a long name. */
const hostileLedger = async (): Promise<Ledger> => {
  const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note } });
  const ledger = await createLedger({ packages: [notes], seed: 1 });
  const allocate = async (partyIdHint: string): Promise<string> =>
    (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
  const owner = await allocate("a-party-with-a-name-that-is-longer-than-anybody-needs-".repeat(3));
  const readers: string[] = [];
  for (let index = 0; index < 10_000; index++) readers.push(await allocate(`party-${index}`));
  const texts = [
    `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`,
    "\u202Egnp.exe\u202C \u0645\u0631\u062D\u0628\u0627 \u2067right\u2069 to left",
    "m".repeat(1_000_000),
    "a\nb\n\n\nc\td",
  ];
  for (const [index, text] of texts.entries()) {
    const commands = Note.create({ owner, readers: readers.slice(0, 10 ** index), text });
    await ledger.submit({ actAs: owner, commands });
  }
  return ledger;
};

/** Returns a ledger with 100,000 contracts and as many parties as a market has. */
const largeLedger = async (): Promise<Ledger> => {
  const ledger = await createLedger({ packages: [ticks], seed: 1 });
  const parties: string[] = [];
  for (let index = 0; index < 500; index++) {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: `trader-${index}` });
    parties.push(partyDetails.party);
  }
  for (let made = 0; made < 200; made++) {
    const owner = parties[made] ?? "";
    const texts = Array.from({ length: 500 }, (_, index) => `tick ${made * 500 + index}`);
    await ledger.submit({
      actAs: owner,
      commands: texts.map((text) => Tick.create({ owner, text })),
    });
  }
  return ledger;
};

const takeOf = async (
  browser: Browser,
  ledger: Ledger,
  wanted: readonly Picture[],
): Promise<void> => {
  const place = await serveExplorer(ledger);
  await takeAll(browser, place.url.replace(/\/$/, ""), wanted);
  await place.close();
  await ledger.close();
};

const takeAll = async (
  browser: Browser,
  baseUrl: string,
  wanted: readonly Picture[],
): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 1024, 390]) {
      const folder = `.build/screenshots/${colorScheme}-${width}`;
      const asked = { folder, pictures: wanted, colorScheme, width };
      await take(browser, baseUrl, asked);
    }
  }
};

interface Asked {
  readonly folder: string;
  readonly pictures: readonly Picture[];
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

const take = async (
  browser: Browser,
  baseUrl: string,
  { folder, pictures: wanted, colorScheme = "light", width = 1180 }: Asked,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const viewport = { width, height: 760 };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const needsOne = wanted.some(({ view }) => view.includes("contracts/first"));
  const contractId = needsOne ? await firstContract(baseUrl) : "";
  const needsParty = wanted.some(({ view }) => view.includes("parties/first"));
  const party = needsParty ? await firstParty(baseUrl) : "";
  for (const { name, view, prepare, height = viewport.height } of wanted) {
    await page.setViewportSize({ width, height });
    const address = view
      .replace("contracts/first", `contracts/${contractId}`)
      .replace("parties/first", `parties/${encodeURIComponent(party)}`);
    await page.goto(`${baseUrl}/#${address}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await prepare?.(page);
    // All data has arrived.
    await page.locator(".loading, [aria-busy=true]").first().waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `${folder}/${name}.png` });
  }
  await context.close();
};

const firstContract = async (baseUrl: string): Promise<string> => {
  const answer = await fetch(`${baseUrl}/v2/state/active-contracts?limit=1`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      activeAtOffset: 62,
      eventFormat: { filtersForAnyParty: { cumulative: [] } },
    }),
  });
  return /00[0-9a-f]{64,}/.exec(await answer.text())?.[0] ?? "";
};

const firstParty = async (baseUrl: string): Promise<string> => {
  const answer = await fetch(`${baseUrl}/v2/parties`);
  const { partyDetails } = (await answer.json()) as {
    readonly partyDetails: readonly { readonly party: string }[];
  };
  return partyDetails[0]?.party ?? "";
};

await main(process.argv.includes("--all"));
