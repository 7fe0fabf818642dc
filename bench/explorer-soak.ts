import { parseArgs } from "node:util";

import { chromium } from "playwright-core";

import { allocateParty } from "../lib/api.ts";
import { createLedger } from "../lib/index.ts";
import { memoryOfPage, tick, ticks } from "../test/support/busy-page.ts";
import { serveExplorer } from "../test/support/explorer-host.ts";
import { describeMachine } from "./report.ts";

// npm run soak:explorer -- --minutes 60 --view /updates
//
// Keeps a browser tab open on a ledger with 50 updates per second. The memory of the tab must not grow.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    view: { type: "string", default: "/updates" },
  },
});
const durationMinutes = Number(values.minutes);
if (!(durationMinutes > 0)) throw new TypeError("--minutes is a number above 0");

const submissionsPerSecond = 50;
const maxGrowthBytes = 5_000_000;

const soakLedger = await createLedger({ packages: [ticks], seed: 1 });
const { party: owner } = (await allocateParty(soakLedger, { partyIdHint: "owner" })).partyDetails;
const servedExplorer = await serveExplorer(soakLedger);
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const chromiumBrowser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const explorerTab = await chromiumBrowser.newPage();
await explorerTab.goto(`${servedExplorer.url}#${values.view}`);
await explorerTab.getByText("Live").waitFor();

const startMillis = performance.now();
const elapsedSeconds = (): number => (performance.now() - startMillis) / 1000;
const waitUntilSecond = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, (seconds - elapsedSeconds()) * 1000)));

let first: number | undefined;
let last = 0;
console.log(describeMachine());
// A tick is two updates. Memory is reported every half minute; the first report is the baseline.
for (let ticked = 0; elapsedSeconds() < durationMinutes * 60; ticked++) {
  await tick(soakLedger, owner, ticked);
  if (ticked % (submissionsPerSecond * 15) === submissionsPerSecond * 15 - 1) {
    const { heap, elements } = await memoryOfPage(explorerTab);
    first ??= heap;
    last = heap;
    const megabytes = (heap / 1_000_000).toFixed(1);
    console.log(
      `${elapsedSeconds().toFixed(0)} s, offset ${soakLedger.state.ledgerEnd}: ${megabytes} MB, ${elements} elements`,
    );
  }
  await waitUntilSecond(((ticked + 1) * 2) / submissionsPerSecond);
}
await chromiumBrowser.close();
await servedExplorer.close();
await soakLedger.close();
const grownBytes = last - (first ?? last);
console.log(`The tab holds ${(grownBytes / 1_000_000).toFixed(1)} MB more than in the beginning.`);
if (grownBytes > maxGrowthBytes) process.exitCode = 1;
