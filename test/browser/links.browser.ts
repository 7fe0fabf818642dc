import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

describe("explorer links", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  before(async () => {
    ledger = await startCommand([
      "--auth",
      "disabled",
      "--control",
      "--control-secret",
      "disabled",
    ]);
  });
  after(() => ledger.stop());

  const at = (view: string): string => `${ledger.baseUrl}/#${view}`;

  it("lead from a row to a new tab, and from names to party, template and package", async () => {
    const { page, errors } = await open();
    await page.goto(at("/contracts?text=USD"));
    const row = page
      .locator(".window-box .row")
      .filter({ hasText: /^Iou.*owner alice/ })
      .first();
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      row.locator(".row-link").click({ modifiers: ["Control"], position: { x: 400, y: 10 } }),
    ]);
    await tab.getByRole("heading", { name: "Payload" }).waitFor();
    await tab.waitForFunction("document.title.startsWith('Iou ')");
    expect(await tab.title()).to.match(/^Iou [0-9a-f]{6}…[0-9a-f]{4} · Ledger in a box$/);
    expect(page.url(), "the list stays").to.include("/contracts?text=USD");
    await row.getByRole("link", { name: "Iou", exact: true }).click();
    await page.getByRole("heading", { name: "Iou template of Iou" }).waitFor();
    await page.goBack();
    await row.getByRole("link", { name: /alice/ }).first().click();
    await page.getByRole("heading", { name: "alice", level: 1 }).waitFor();
    await page.getByRole("link", { name: "View holdings" }).click();
    await page.getByRole("heading", { name: "Holdings", level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "View contracts" }).click();
    await page.getByText("8 active now").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("lead from synchronizers and users to their views", async () => {
    const { page, errors } = await open();
    await page.goto(at("/contracts?text=USD"));
    await page
      .locator(".window-box .row .row-link")
      .first()
      .click({ position: { x: 400, y: 10 } });
    const alias = page.getByText("Synchronizer", { exact: true }).locator("xpath=following::a[1]");
    await alias.click();
    await page.getByRole("heading", { name: "Synchronizers", level: 1 }).waitFor();
    await page.goto(at("/commands"));
    const row = page.locator(".window-box .row").first();
    await row.waitFor();
    expect(await row.locator(".row-link").getAttribute("href")).to.match(/completion=\d+/);
    const name = row.locator("a[href*='user=']:not(.row-link)");
    const user = await name.innerText();
    await name.click();
    await page.waitForURL(new RegExp(`/commands\\?user=${user}$`));
    expect(errors).to.deep.equal([]);
  });

  it("to a party that does not exist say so", async () => {
    const { page } = await open();
    await page.goto(at("/parties/nobody"));
    await page.getByText("This participant does not know this party.").waitFor();
  });

  it("show a contract as of an offset, and say where the offset has no effect", async () => {
    const { page, errors } = await open();
    await page.goto(at("/contracts?archived=1&text=USD"));
    await page.locator(".window-box .row").first().click();
    await page.getByText("archived", { exact: true }).first().waitFor();
    const [, offset = "2"] = /offset (\d+)/.exec(await page.locator(".lifeline").innerText()) ?? [];
    await page.goto(`${page.url()}?at=${offset}`);
    await page.getByText(`active as of ${offset}`).waitFor();
    await page.goto(page.url().replace(/at=\d+/, "at=1"));
    await page.getByText("The contract was created later").waitFor();
    await page.goto(at("/?at=5"));
    const slider = page.getByRole("slider", { name: "As of" });
    await slider.waitFor();
    expect(await slider.isDisabled()).to.equal(true);
    await page
      .getByText("This view shows the latest state.")
      .first()
      .waitFor({ state: "attached" });
    expect(errors).to.deep.equal([]);
  });

  it("lead from a dry run, and from a sent command, to the contracts that it creates", async () => {
    const { page, errors } = await open();
    await page.goto(at("/contracts?text=USD"));
    await page
      .locator(".window-box .row")
      .filter({ hasText: /^Iou.*owner alice/ })
      .first()
      .locator(".row-link")
      .click({ position: { x: 400, y: 10 } });
    await page.getByRole("button", { name: /^Split/ }).click();
    await page.getByRole("textbox", { name: "amount" }).fill("1");
    const field = page.getByRole("combobox", { name: "Act as", exact: true });
    await field.click();
    await page.keyboard.type("alice");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Dry run" }).click();
    const told = page.getByRole("status").filter({ hasText: "Dry run succeeded" });
    await told.getByText(/Traffic: about [\d,]+ bytes/).waitFor();
    expect(await told.innerText()).to.match(/create\s+Iou.*create\s+Iou.*Seen by\s+alice/s);
    await page.getByRole("button", { name: "Exercise", exact: true }).click();
    const sent = page.getByRole("status").filter({ hasText: "Committed at offset 63" });
    await sent
      .getByRole("listitem")
      .filter({ hasText: "create" })
      .first()
      .getByRole("link")
      .last()
      .click();
    await page.getByText("active", { exact: true }).waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("open a command in the console with its body", async () => {
    const { page } = await open();
    await page.goto(at("/create"));
    await page
      .getByRole("combobox", { name: "Template" })
      .selectOption({ label: "Iou:Iou · iou 1.0.0" });
    await page.getByRole("textbox", { name: "currency" }).fill("XYZ");
    await page.getByRole("link", { name: "Open in console" }).click();
    const body = page.getByRole("textbox", { name: "Body" });
    await body.waitFor();
    expect(await body.inputValue()).to.include('"currency": "XYZ"');
  });

  it("to the coin view show an offer with its sender and receiver", async () => {
    const { page } = await open();
    await page.goto(at("/coin"));
    const offer = page.locator(".window-box .row").filter({ hasText: "offer" }).first();
    await offer.waitFor();
    expect(await offer.innerText()).to.match(/(\w+)\s*⇢\s*(?!\1)\w+/);
  });
});
