import { expect } from "chai";
import type { Page } from "playwright-core";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { Tick, tick, ticks } from "../support/busy-page.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

/** More than one window shows, and less than one page of the API. */
const contracts = 80;

describe("explorer lists while the ledger changes", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;
  let owner: string;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [ticks], seed: 1, requests: true });
    ({ party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails);
    for (let made = 0; made < contracts; made++) await tick(ledger, owner, made);
    const texts = Array.from({ length: contracts }, (_, index) => `note ${index}`);
    const commands = texts.map((text) => Tick.create({ owner, text }));
    await ledger.submit({ actAs: owner, commands });
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  /**
   * Returns the text of row 40, which is outside the window before scrolling, once it is complete and differs
   * from `before`. Checks once per frame and scrolls each time, since a new list starts with fewer rows.
   */
  const scrolledIn = async (page: Page, whole = /./u, before = ""): Promise<string> => {
    const read = await page.evaluate(`(async () => {
      for (;;) {
        const box = document.querySelector(".window-box");
        if (box) box.scrollTop = 600;
        const text = box?.querySelector('[data-index="40"]')?.innerText ?? "";
        if (${whole}.test(text) && text !== ${JSON.stringify(before)}) return text;
        await new Promise(requestAnimationFrame);
      }
    })()`);
    return read as string;
  };

  it("show the offset of the active contracts, and load newer contracts on request", async () => {
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts`);
    await page.getByText(`${contracts} active now`).waitFor();
    const read = await scrolledIn(page);
    const end = ledger.state.ledgerEnd.toLocaleString("en-GB");
    await tick(ledger, owner, 900);
    await ledger.submit({ actAs: owner, commands: Tick.create({ owner, text: "one more" }) });
    await page.getByText(`${contracts} active as of offset ${end}`).waitFor();
    expect(await page.locator('.row[data-index="40"]').innerText()).to.equal(read);
    await page.getByRole("button", { name: "New contracts: show" }).click();
    await page.getByText(`${contracts + 1} active now`).waitFor();
    expect(errors).to.deep.equal([]);
  });

  for (const [view, says, whole] of [
    // New rows are loaded only when they scroll into view.
    ["/contracts?archived=1", "New archived contracts: show", /text tick \d/u],
    ["/updates", "New updates: show", /Tick/u],
    ["/requests", "New requests: show", /./u],
  ] as const) {
    it(`keep the visible rows in place: ${view}`, async () => {
      const { page, errors } = await open();
      await page.goto(`${place.url}#${view}`);
      await page.getByText("Live").waitFor();
      const read = await scrolledIn(page, whole);
      await tick(ledger, owner, 900);
      const more = page.getByRole("button", { name: says });
      await more.waitFor();
      expect(await page.locator('.row[data-index="40"]').innerText()).to.equal(read);
      await more.click();
      await scrolledIn(page, whole, read);
      expect(await more.count()).to.equal(0);
      expect(errors).to.deep.equal([]);
    });
  }

  it("stay unchanged when a silent stream is cut, and continue afterwards", async () => {
    await place.close();
    place = await serveExplorer(ledger, 0, { idleTimeoutMillis: 6_000 });
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts`);
    await page.getByText("Live").waitFor();
    const read = await scrolledIn(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.waitForEvent("websocket");
    await page.getByText("Live").waitFor();
    await tick(ledger, owner, 900);
    await page.getByRole("button", { name: "New contracts: show" }).waitFor();
    expect(await page.locator('.row[data-index="40"]').innerText()).to.equal(read);
    expect(asked.filter((url) => url.includes("active-contracts"))).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });
});
