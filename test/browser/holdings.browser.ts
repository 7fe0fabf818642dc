import { expect } from "chai";

import { coinScenario, loadFixture } from "../../fixtures/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

interface CoinPayload {
  readonly owner: string;
  readonly amount: { readonly initialAmount: string };
}

describe("explorer, holdings", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  beforeEach(async () => {
    const { packages, history, fixture } = coinScenario;
    const clock = { freeze: "2025-03-01T00:00:00Z" };
    ledger = await createLedger({ packages, history, seed: 1, clock });
    await loadFixture(ledger, fixture);
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  /** Returns the sum of a party's coins. In this scenario, no coins are locked. */
  const balanceOf = (hint: string): number =>
    ledger
      .contracts("#coin:Coin:Coin")
      .map(({ payload }) => payload as unknown as CoinPayload)
      .filter(({ owner }) => owner.startsWith(`${hint}::`))
      .reduce((sum, { amount }) => sum + Number(amount.initialAmount), 0);

  it("shows the balances of each party, as a chart, and as of an offset", async () => {
    const { page, errors } = await open();
    await page.goto(`${place.url}#/holdings`);
    await page.getByRole("figure", { name: "Balances over time" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: /^alice/ });
    const balance = row.getByRole("cell").nth(2);
    const text = await balance.innerText();
    const shown = Number(text.replaceAll(",", ""));
    expect(shown).to.be.closeTo(balanceOf("alice"), 0.001);
    await page.goto(`${place.url}#/holdings?at=20`);
    await page.getByText("Balances at offset 20").waitFor();
    await balance.filter({ hasNotText: text }).waitFor();
    await page.goto(`${place.url}#/holdings?as=nobody::1220`);
    await page.getByText("No visible holdings").waitFor();
    await page.goto(`${place.url}#/holdings`);
    await row.getByRole("link").last().click();
    await page.getByRole("row").filter({ hasText: "Coin" }).first().waitFor();
    expect(page.url()).to.match(/interface=[^&]*Holding&text=alice/);
    expect(errors).to.deep.equal([]);
  });
});
