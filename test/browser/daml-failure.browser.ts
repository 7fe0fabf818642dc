import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";

describe("explorer, when Daml code fails", () => {
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

  it("shows the place of the failure and the stack from the command down", async () => {
    const dar = new Blob([new Uint8Array(assembleDar(counterPackage()))]);
    const uploaded = await fetch(`${ledger.baseUrl}/v2/dars`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: dar,
    });
    expect(uploaded.status).to.equal(200);
    const { page, errors } = await open();
    await page.goto(`${ledger.baseUrl}/#/create`);
    const template = page.getByRole("combobox", { name: "Template" });
    await template.selectOption({ label: "Main:Counter · counter 1.0.0" });
    const pick = async (name: string, party: string): Promise<void> => {
      await page.getByRole("combobox", { name, exact: true }).click();
      await page.keyboard.type(party);
      await page.keyboard.press("Enter");
    };
    await pick("Act as", "alice");
    await pick("owner", "alice");
    await page.getByRole("textbox", { name: "count" }).fill("9223372036854775807");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const created = page.getByRole("status").filter({ hasText: "Committed" });
    await created.getByRole("listitem").getByRole("link").last().click();
    await page.getByRole("button", { name: /^Add/ }).click();
    if ((await page.getByText("Do not act as alice").count()) === 0) await pick("Act as", "alice");
    await page.getByRole("textbox", { name: "by" }).fill("1");
    await page.getByRole("button", { name: "Exercise", exact: true }).click();
    const failure = page.getByRole("region", { name: "Failure of Daml code" });
    await failure.getByText("Failed at Main", { exact: false }).waitFor();
    const stack = failure.getByRole("list", { name: "Stack, from the command down" });
    expect(await stack.getByRole("listitem").first().innerText()).to.include("command Add on");
    await page.getByRole("button", { name: "Show what each party would have seen" }).click();
    const steps = page.getByRole("table").filter({ hasText: "Would be seen by" });
    const step = steps.getByRole("row").filter({ hasText: "Add" });
    expect(await step.innerText()).to.match(/exercise\s+Add\s+Counter.*alice/s);

    // The request has the same steps, and opens in the console.
    await page.goto(`${ledger.baseUrl}/#/requests?show=refused`);
    await page
      .locator(".window-box .row")
      .filter({ hasText: /submit/i })
      .first()
      .click();
    await page.getByRole("button", { name: "Show what each party would have seen" }).click();
    await step.waitFor();
    await page.getByRole("link", { name: "Open in console" }).click();
    const body = page.getByRole("textbox", { name: "Body" });
    await body.waitFor();
    expect(await body.inputValue()).to.include('"choice": "Add"');
    expect(errors).to.deep.equal([]);
  });
});
