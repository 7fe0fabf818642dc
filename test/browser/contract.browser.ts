import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";
import { Counter, Iou, iouPackage } from "../support/iou-package.ts";

describe("contract page of the explorer", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;
  let owner: string;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [iouPackage], seed: 1 });
    ({ party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails);
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  it("shows the contract's interface views with types", async () => {
    const commands = Iou.create({ issuer: owner, owner, amount: "7.5", watchers: [] });
    const [iou] = (await ledger.submit({ actAs: owner, commands })).created(Iou);
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts/${String(iou)}`);
    const view = page.locator(".card").filter({ hasText: "interface of iou" });
    await view.getByText("Holding").waitFor();
    await view.getByText("7.5000000000").waitFor();
    await view.getByText("Decimal").waitFor();
    expect(await view.innerText()).to.not.include("watchers");
    expect(errors).to.deep.equal([]);
  });

  it("shows the contract's key, and no view for a template without interfaces", async () => {
    const commands = Counter.create({ owner, name: "the key", count: 1n });
    const [counter] = (await ledger.submit({ actAs: owner, commands })).created(Counter);
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts/${String(counter)}`);
    const whose = page.locator(".card").filter({ hasText: "Stakeholders" });
    await whose.getByText("the key").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("interface of").count()).to.equal(0);
    expect(errors).to.deep.equal([]);
  });
});
