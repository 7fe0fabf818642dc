import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { memoryOfPage, tick, ticks } from "../support/busy-page.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

/**
 * As many updates as a minute brings at 50 per second, sent as fast as possible; `npm run soak:explorer` runs
 * for an hour.
 */
const updatesInAll = 3_000;

describe("explorer with a busy stream", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;
  let owner: string;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [ticks], seed: 1 });
    ({ party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails);
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  for (const view of ["/updates", "/contracts", "/"]) {
    it(`uses no more memory after a minute of updates: ${view}`, async () => {
      const { page, errors } = await open();
      await page.goto(`${place.url}#${view}`);
      await page.getByText("Live").waitFor();
      const run = async (updates: number): Promise<Awaited<ReturnType<typeof memoryOfPage>>> => {
        for (let made = 0; made < updates; made += 2) await tick(ledger, owner, made);
        const end = ledger.state.ledgerEnd.toLocaleString("en-GB");
        await page
          .locator("output[for=offset]")
          .filter({ hasText: `${end} / ${end}` })
          .waitFor();
        return memoryOfPage(page);
      };
      // Fills the lists and charts to their limits first.
      const before = await run(600);
      const after = await run(updatesInAll - 600);
      expect(after.heap - before.heap, "bytes of the heap").to.be.below(3_000_000);
      expect(after.elements).to.be.below(before.elements + 300);
      expect(errors).to.deep.equal([]);
    });
  }
});
