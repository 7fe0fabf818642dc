import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

/** Views of the demo data that the tours do not visit. */
describe("explorer views", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  beforeEach(async () => {
    ledger = await startCommand([
      "--auth",
      "disabled",
      "--control",
      "--control-secret",
      "disabled",
    ]);
  });
  afterEach(() => ledger.stop());

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${ledger.baseUrl}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  const at = (view: string): string => `${ledger.baseUrl}/#${view}`;

  const partyNamed = async (hint: string): Promise<string> => {
    const answer = await (await fetch(`${ledger.baseUrl}/v2/parties?pageSize=1000`)).json();
    const { partyDetails } = answer as { partyDetails: readonly { party: string }[] };
    return partyDetails.find(({ party }) => party.startsWith(`${hint}::`))?.party ?? "";
  };

  /** Sends a command of the bank with the same id each time, as a client that retries does. */
  const issue = async (commandId: string, amount = "5"): Promise<number> => {
    const bank = await partyNamed("bank");
    const createArguments = { issuer: bank, owner: bank, currency: "EUR", amount, observers: [] };
    const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    const sent = { commandId, userId: "bank", actAs: [bank], commands: [command] };
    return (await post("/v2/commands/submit-and-wait", sent)).status;
  };

  it("list archived contracts with their payloads", async () => {
    const { page, errors } = await open();
    await page.goto(at("/contracts"));
    await page.getByRole("checkbox", { name: "archived" }).check();
    const row = page.getByRole("table", { name: "Archived contracts" }).getByRole("row");
    await row.filter({ hasText: "LockedCoin" }).filter({ hasText: "carol" }).first().click();
    await page.getByText("archived", { exact: true }).first().waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("fit all columns of a list in 1024 pixels, and count the parties that do not fit", async () => {
    const { page } = await open({ viewport: { width: 1024, height: 760 } });
    for (const view of ["/contracts", "/contracts?archived=1", "/updates", "/requests?show=all"]) {
      await page.goto(at(view));
      await page.locator(".window-box .row").first().waitFor();
      const overflow = await page.evaluate(`(() => {
        const right = (selector) => document.querySelector(selector).getBoundingClientRect().right;
        return right(".row.head > :last-child") - right(".window-list");
      })()`);
      expect(overflow, view).to.be.below(0);
    }
    await page.goto(at("/contracts?archived=1"));
    const row = page.locator(".window-box .row").filter({ hasText: "CoinTransferInstruction" });
    const parties = row.first().locator(".parties");
    await parties.waitFor();
    expect(await parties.innerText()).to.match(/^alice\s*\+2$/);
  });

  it("show types next to the field names of a payload", async () => {
    const { page } = await open();
    await page.goto(at("/contracts"));
    await page.getByRole("row").filter({ hasText: /^Iou/ }).first().click();
    const payload = page.locator(".card").filter({ hasText: "Payload" });
    const amount = payload.locator(".tree-name").filter({ hasText: "amount" });
    await amount.getByText("Decimal").waitFor();
    await payload.locator(".tree-name").filter({ hasText: "owner" }).getByText("Party").waitFor();
    await payload
      .locator(".tree-name")
      .filter({ hasText: "observers" })
      .getByText("[Party]")
      .waitFor();
  });

  it("show which attempt of a command a completion belongs to, and the other attempts", async () => {
    expect([await issue("pay-9"), await issue("pay-9"), await issue("pay-9")]).to.deep.equal([
      200, 409, 409,
    ]);
    const { page } = await open();
    await page.goto(at("/commands?user=bank"));
    const rows = page.getByRole("row").filter({ hasText: "pay-9" });
    await rows.filter({ hasText: "try 3 of 3" }).first().click();
    const chain = page.getByRole("list", { name: "Submissions of this command" });
    await chain.getByText("DUPLICATE_COMMAND").first().waitFor();
    await chain.getByRole("button", { name: /accepted/ }).click();
    await page.locator(".card-head").getByText("accepted").waitFor();
  });

  it("show rejections on the overview, from completions and from the request journal", async () => {
    await issue("pay-9");
    await issue("pay-9");
    const { page } = await open();
    await page.goto(at("/"));
    const refusals = page.locator(".card").filter({ hasText: "Recent refusals" });
    await refusals.getByText("DUPLICATE_COMMAND").waitFor();
    await post("/control/requests", { keep: true });
    expect(await issue("pay-10", "-1")).to.equal(400);
    await page.reload();
    await refusals.getByText("DAML_FAILURE").waitFor();
    await refusals.getByRole("link", { name: "pay-10" }).click();
    await page.getByRole("heading", { name: "Decision" }).waitFor();
  });

  it("ask before a revert and before a snapshot is deleted, and undo a revert", async () => {
    const { page, errors } = await open();
    await page.goto(at("/controls"));
    const name = page.getByRole("textbox", { name: "Name (optional)" });
    await name.fill("before");
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByText("Took snapshot before at offset 62.").waitFor();
    expect(await issue("pay-1")).to.equal(200);
    const end = page.locator("output[for=offset]").getByText("63 / 63");
    await end.waitFor();
    const revert = page.getByRole("button", { name: "Revert to snapshot before" });
    await revert.click();
    await page.getByText("at offset 63, by snapshot before, at offset 62").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await revert.click();
    await page.getByRole("button", { name: "Yes, revert" }).click();
    await page.getByText("Reverted to offset 62.").waitFor();
    const rows = page.locator(".card").filter({ hasText: "Snapshots" }).getByRole("row");
    expect(await rows.nth(2).innerText())
      .to.include("1 after before")
      .and.include("63");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The ledger is as it was before.").waitFor();
    await end.waitFor();
    await page.getByRole("button", { name: "Delete snapshot 1" }).click();
    await page.getByText("This deletes snapshot 1. You cannot undo it.").waitFor();
    await page.getByRole("button", { name: "Yes, delete it" }).click();
    await page.getByText("Deleted snapshot 1.").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("show rights as a matrix, and which participants host a party", async () => {
    const { page } = await open();
    await page.goto(at("/parties"));
    await page.getByRole("button", { name: "Matrix" }).click();
    const alice = page.locator(".matrix tbody tr").filter({ hasText: "alice" }).first();
    expect(await alice.innerText()).to.include("A");
    await page.reload();
    await alice.waitFor();
    await page.goto(at("/synchronizers"));
    const hosted = page.locator(".card").filter({ hasText: "hosted parties" });
    await hosted.getByText("alice", { exact: true }).waitFor();
  });

  it("create fault rules by party, endpoint and probability", async () => {
    const { page } = await open();
    await page.goto(at("/controls"));
    await page.getByRole("textbox", { name: "mentions the party" }).fill("bank");
    await page.getByRole("spinbutton", { name: "Only the nth" }).fill("2");
    await page.getByRole("spinbutton", { name: "with probability" }).fill("1");
    const then = page.getByRole("combobox", { name: "Do" });
    await then.selectOption("refuse with a code");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByText("The rule was added.").waitFor();
    expect([await issue("a"), await issue("b"), await issue("c")]).to.deep.equal([200, 409, 200]);
  });

  it("copy a call of the console as a test", async () => {
    const { page } = await open();
    await page.goto(at("/console"));
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText('"offset": 62').waitFor();
    await page.getByRole("button", { name: "test", exact: true }).click();
    await page.getByText("Copied").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).to.include('api("/v2/state/ledger-end"').and.include("equal(200)");
    // Browsers give no clipboard to a page that another host serves over plain HTTP.
    await page.evaluate(`Object.defineProperty(navigator, "clipboard", { value: undefined })`);
    await page.getByRole("button", { name: "Copied" }).click();
    await page.getByText("Not copied").waitFor();
  });

  it("show the active fault rules on the overview", async () => {
    const { page } = await open();
    await page.goto(at("/"));
    const places = page.locator(".card").filter({ hasText: "Addresses" });
    await places.getByText("None", { exact: true }).waitFor();
    const faults = [{ when: { commandId: "pay-1" }, then: { refuse: "SERVICE_NOT_RUNNING" } }];
    await post("/control/faults", { faults });
    expect(await issue("pay-1")).to.equal(503);
    await page.reload();
    await places.getByRole("link", { name: "1 active rule, applied once" }).click();
    await page.getByRole("heading", { name: "Faults and latency" }).waitFor();
  });

  it("find requests by status, by part of the operation, and by user", async () => {
    await post("/control/requests", { keep: true });
    expect([await issue("pay-1"), await issue("pay-1"), await issue("pay-2", "-1")]).to.deep.equal([
      200, 409, 400,
    ]);
    const { page, errors } = await open();
    await page.goto(at("/requests?show=all"));
    const rows = page.locator(".window-box .row");
    await rows.nth(2).waitFor();
    const filter = (name: string) => page.getByRole("searchbox", { name, exact: true });
    await filter("Operation").fill("submitand");
    await page.locator('[aria-rowcount="4"]').waitFor();
    await filter("Status").fill("409");
    await page.locator('[aria-rowcount="2"]').waitFor();
    expect(await rows.first().innerText()).to.include("DUPLICATE_COMMAND");
    expect(page.url()).to.include("status=409").and.include("operation=submitand");
    await filter("User").fill("nobody of this name");
    await page.getByText("No requests").waitFor();
    expect(errors).to.deep.equal([]);
  });
});
