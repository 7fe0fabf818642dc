import { expect } from "chai";
import type { Page } from "playwright-core";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { Tick, tick, ticks } from "../support/busy-page.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

describe("explorer views while they load", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;
  let alice: string;

  const allocate = async (partyIdHint: string): Promise<string> =>
    (await allocateParty(ledger, { partyIdHint })).partyDetails.party;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [ticks], seed: 1 });
    alice = await allocate("alice");
    for (const owner of [alice, await allocate("bob")]) {
      const commands = Tick.create({ owner, text: "a note" });
      await ledger.submit({ actAs: owner, commands });
    }
    place = await serveExplorer(ledger, 0, { isControlled: false });
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  /** Holds the responses of a path back until the returned function is called. */
  const holdBack = async (page: Page, path: string) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = { requests: 0, release };
    await page.route(path, async (route) => {
      held.requests++;
      await released;
      await route.continue();
    });
    return held;
  };

  for (const [view, loaded] of [
    ["/synchronizers", "Contracts on each"],
    ["/contracts", "2 active now"],
  ] as const) {
    it(`finish the first request while updates arrive: ${view}`, async () => {
      const { page, errors } = await open();
      const held = await holdBack(page, "**/v2/state/active-contracts*");
      await page.goto(`${place.url}#${view}`);
      await page.getByText("Live").waitFor();
      for (let made = 0; made < 2; made++) {
        await tick(ledger, alice, made);
        const end = ledger.state.ledgerEnd.toLocaleString("en-GB");
        await page.locator("output[for=offset]").getByText(`/ ${end}`).waitFor();
      }
      expect(held.requests).to.equal(1);
      held.release();
      await page.getByText(loaded).waitFor();
      expect(errors).to.deep.equal([]);
    });

    it(`show nothing of the previous viewing parties: ${view}`, async () => {
      const { page, errors } = await open();
      await page.goto(`${place.url}#${view}`);
      await page.getByText(loaded).waitFor();
      const held = await holdBack(page, "**/v2/state/active-contracts*");
      await page.goto(`${place.url}#${view}?as=${alice}`);
      await page.getByText("Reading").waitFor();
      expect(await page.locator(".window-box [data-index], .graph").count()).to.equal(0);
      held.release();
      await page.locator(".window-box [data-index], .graph").first().waitFor();
      expect(errors).to.deep.equal([]);
    });
  }
});
