/**
 * Takes the pictures of the explorer that the README and the guide show, with the demo data: `npm run screenshots`. With
 * `-- --all` every view, light and dark, wide and narrow, also with 100,000 contracts, into `.build/screenshots`.
 */
import { mkdir } from "node:fs/promises";

import { type Browser, chromium, type Page } from "playwright-core";

import { allocateParty, createLedger } from "../../lib/index.ts";
import { Tick, ticks } from "../support/busy-page.ts";
import { started } from "../support/command-line.ts";
import { explored } from "../support/explored.ts";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

interface Picture {
  readonly name: string;
  readonly view: string;
  /** What is done before, such as choosing a party. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const nameOf = (view: string): string =>
  view === "/" ? "overview" : view.slice(1).replace("?archived=1", "-archived").replace(/\?.*/, "");

const pictures: readonly Picture[] = [
  {
    name: "privacy",
    view: "/updates/13",
    prepare: (page) => page.locator(".privacy").scrollIntoViewIfNeeded(),
  },
  { name: "contract", view: "/contracts/first?choice=Iou.Split" },
];

const others: readonly Picture[] = [
  "/",
  "/contracts",
  "/contracts?archived=1",
  "/create",
  "/updates",
  "/commands?user=alice",
  "/requests",
  "/parties",
  "/packages",
  "/synchronizers",
  "/coin",
  "/controls",
  "/console",
].map((view) => ({ name: nameOf(view), view }));

/** Those that show what may be much. */
const large: readonly Picture[] = ["/", "/contracts", "/updates", "/parties", "/synchronizers"].map(
  (view) => ({ name: `large-${nameOf(view)}`, view }),
);

const main = async (all: boolean): Promise<void> => {
  const ledger = await started(["--auth", "disabled", "--control", "--control-secret", "disabled"]);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await fetch(`${ledger.baseUrl}/control/clock`, {
      method: "POST",
      body: JSON.stringify({ time: "2030-01-31T12:00:00Z" }),
    });
    if (all) {
      await takeAll(browser, ledger.baseUrl, [...pictures, ...others]);
      await takeLarge(browser);
    } else {
      await take(browser, ledger.baseUrl, { folder: "docs/pictures", pictures });
    }
  } finally {
    await browser.close();
    await ledger.stop();
  }
};

/** A ledger with 100,000 contracts, and with as many parties as a market has. */
const takeLarge = async (browser: Browser): Promise<void> => {
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
  const place = await explored(ledger);
  await takeAll(browser, place.url.replace(/\/$/, ""), large);
  await place.close();
  await ledger.close();
};

const takeAll = async (
  browser: Browser,
  baseUrl: string,
  wanted: readonly Picture[],
): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 360]) {
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
  const needsOne = wanted.some(({ view }) => view.includes("first"));
  const contractId = needsOne ? await firstContract(baseUrl) : "";
  for (const { name, view, prepare } of wanted) {
    await page.goto(`${baseUrl}/#${view.replace("first", contractId)}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await prepare?.(page);
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

await main(process.argv.includes("--all"));
