import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { Tick, ticks } from "../support/busy-page.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

/** More contracts than one page of the API has. */
const count = 1_200;

describe("explorer filters", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let alice: string;

  before(async () => {
    ledger = await createLedger({ packages: [ticks], seed: 1 });
    alice = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails.party;
    for (let made = 0; made < count; made += 100) {
      const texts = Array.from({ length: 100 }, (_, index) => `tick ${made + index}`);
      const commands = texts.map((text) => Tick.create({ owner: alice, text }));
      await ledger.submit({ actAs: alice, commands });
    }
  });
  after(() => ledger.close());

  for (const isControlled of [true, false]) {
    const how = isControlled ? "by the control API" : "by reading on in the background";
    describe(how, () => {
      let place: ExplorerHost;
      before(async () => {
        place = await serveExplorer(ledger, 0, { isControlled });
      });
      after(() => place.close());

      it(`finds a text in all contracts, the newest first, and counts them, ${how}`, async () => {
        const { page, errors } = await open();
        await page.goto(`${place.url}#/contracts`);
        const rows = page.locator(".window-box .row");
        await rows.filter({ hasText: "tick 1199" }).waitFor();
        await page.getByText("1,200 active now").waitFor();
        // The oldest contract is on no page that was loaded for the view.
        const text = page.getByRole("searchbox", { name: "Text in the payload" });
        await text.fill("TICK 77");
        await page.getByText("11 active now").waitFor();
        const texts = await rows.allInnerTexts();
        expect(texts).to.have.length(11);
        expect(texts[0]).to.include("tick 779");
        expect(texts.at(-1)).to.include("tick 77");
        await text.fill("no such text");
        await page.getByText("No matching contracts").waitFor();
        await page.getByText("0 active now").waitFor();
        expect(errors).to.deep.equal([]);
      });

      it(`finds updates by a text and by their kind, ${how}`, async () => {
        const { page, errors } = await open();
        await page.goto(`${place.url}#/updates`);
        const rows = page.locator(".window-box .row");
        await rows.first().waitFor();
        await page.getByRole("searchbox", { name: "Text in the update" }).click();
        await page.keyboard.type("tick 77");
        await page.getByText("2 updates, newest first").waitFor();
        expect(await rows.count()).to.equal(2);
        await page.getByRole("combobox", { name: "Kind" }).selectOption("topology");
        await page.getByText("0 updates, newest first").waitFor();
        expect(page.url()).to.include("kind=topology").and.include("text=tick");
        expect(errors).to.deep.equal([]);
      });
    });
  }

  it("shows the updates of a range of offsets, which can be typed", async () => {
    const place = await serveExplorer(ledger);
    const { page, errors } = await open();
    await page.goto(`${place.url}#/updates`);
    await page.getByRole("row").filter({ hasText: "Tick" }).first().waitFor();
    await page.getByLabel("From offset").fill("3");
    await page.getByLabel("To offset").fill("4");
    // Two rows and the head.
    await page.locator('.window-list[aria-rowcount="3"]').waitFor();
    await page.getByRole("button", { name: "Offsets 3 to 4: show all" }).click();
    await page.locator('.window-list:not([aria-rowcount="3"]) [data-index="4"]').waitFor();
    expect(await page.getByLabel("From offset").inputValue()).to.equal("");
    expect(errors).to.deep.equal([]);
    await place.close();
  });

  it("finds a text that is typed into the search of the page", async () => {
    const place = await serveExplorer(ledger);
    const { page } = await open();
    await page.goto(place.url);
    await page.getByText("Latest updates").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tick 1199");
    await page.getByRole("option", { name: "Search the contracts for “tick 1199”" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("1 update, newest first").waitFor();
    await place.close();
  });

  it("says how much of the ledger was scanned while it reads on", async () => {
    const place = await serveExplorer(ledger, 0, { isControlled: false });
    const { page } = await open();
    // The second page of contracts is answered when the test has seen the numbers.
    let go = (): void => undefined;
    const seen = new Promise<void>((resolve) => (go = resolve));
    let asked = 0;
    await page.route("**/v2/state/active-contracts*", async (route) => {
      if (++asked > 1) await seen;
      await route.continue();
    });
    await page.goto(`${place.url}#/contracts?text=tick`);
    await page.getByText("200+ (200 of 1,200 contracts scanned) active now").waitFor();
    go();
    await page.getByText("1,200 active now").waitFor();
    await place.close();
  });
});
