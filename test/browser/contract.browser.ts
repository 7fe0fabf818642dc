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

  it("draws what the contract came from and what became of it, with links", async () => {
    const commands = Iou.create({ issuer: owner, owner, amount: "1", watchers: [] });
    const [first] = (await ledger.submit({ actAs: owner, commands })).created(Iou);
    const ids = [first];
    for (let transfers = 0; transfers < 2; transfers++) {
      const exercise = ids.at(-1)?.exercise(Iou.Transfer, { newOwner: owner }) ?? [];
      ids.push((await ledger.submit({ actAs: owner, commands: exercise })).created(Iou)[0]);
    }
    const [begin, middle, end] = ids.map(String);
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts/${middle ?? ""}`);
    await page.getByRole("button", { name: "Show where it came from" }).click();
    const graph = page.getByRole("group", { name: "Contracts that this contract came from" });
    await graph.locator(".graph-node").nth(2).waitFor();
    expect(await graph.locator("text").allTextContents()).to.deep.equal(["Transfer", "Transfer"]);
    const steps = page.locator(".lineage-steps li");
    expect(await steps.first().innerText()).to.match(/ → .* by Transfer in update \d+/);
    await graph.locator(`a[href*="${end ?? ""}"]`).click();
    // From there, both steps lead back.
    await graph.locator(".graph-node.chosen").waitFor();
    await page.waitForURL(`**/contracts/${end ?? ""}?*`);
    await graph
      .locator(`a[href*="${begin ?? ""}"]`)
      .getByText("archived")
      .waitFor();
    expect(errors).to.deep.equal([]);
  });
});
