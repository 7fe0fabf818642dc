import { expect } from "chai";

import { tokenFor } from "../../fixtures/testing/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

const secret = "hush";

describe("explorer user menu", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  beforeEach(async () => {
    ledger = await startCommand(["--control", "--secret", secret, "--control-secret", "shush"]);
  });
  afterEach(() => ledger.stop());

  const linkOf = (token: string): string => `${ledger.baseUrl}/#token=${token}&control=shush`;

  it("switches to another user, back, and to another one by a token", async () => {
    const { page, errors } = await open();
    await page.goto(linkOf(tokenFor(secret, "participant_admin")));
    await page.getByText("Latest updates").waitFor();
    await page.getByRole("button", { name: "participant_admin", exact: true }).click();
    const menu = page.getByRole("group", { name: "User" });
    await menu.getByRole("combobox", { name: "Switch user" }).selectOption("alice");
    await page.getByRole("button", { name: "alice", exact: true }).click();
    await menu.getByRole("button", { name: "Back to the administrator" }).click();
    await page.getByRole("button", { name: "participant_admin", exact: true }).waitFor();
    await page.goto(`${ledger.baseUrl}/#/parties`);
    await page.getByRole("button", { name: "Sign in as alice" }).click();
    await page.getByRole("button", { name: "alice", exact: true }).click();
    expect(await menu.getByRole("combobox").count(), "alice lists no users").to.equal(0);
    await menu.getByLabel("Token of another user").fill(tokenFor(secret, "bob"));
    await menu.getByRole("button", { name: "Use this token" }).click();
    await page.getByRole("button", { name: "bob", exact: true }).waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("asks for a new token when the session expired, and continues at the same place", async () => {
    const { page } = await open();
    await page.goto(linkOf(tokenFor(secret, "alice", { expiresInSeconds: 20 })));
    await page.getByText("Latest updates").waitFor();
    await page.goto(`${ledger.baseUrl}/#/contracts?text=EUR`);
    await page.getByRole("row").filter({ hasText: "EUR" }).first().waitFor();
    await page.getByRole("heading", { name: "Session expired" }).waitFor({ timeout: 60_000 });
    await page.getByLabel("Token").fill(tokenFor(secret, "alice"));
    await page.getByRole("button", { name: "Open the ledger" }).click();
    await page.getByRole("row").filter({ hasText: "EUR" }).first().waitFor();
    expect(page.url()).to.include("#/contracts?text=EUR");
  });

  it("shows an administrator the commands of all users, or of one", async () => {
    const { page, errors } = await open();
    await page.goto(linkOf(tokenFor(secret, "participant_admin")));
    await page.getByText("Latest updates").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Commands" }).click();
    const rows = page.locator(".window-box .row");
    await rows.first().waitFor();
    const picker = page.getByRole("combobox", { name: "User" });
    await picker.locator("option", { hasText: "alice" }).waitFor({ state: "attached" });
    await picker.selectOption("bob");
    await page.getByText("No commands of this user").or(rows.first()).first().waitFor();
    expect(page.url()).to.include("user=bob");
    await picker.selectOption("");
    await rows.filter({ hasText: "coin-37" }).click({ position: { x: 4, y: 4 } });
    const detail = page.locator(".card").filter({ hasText: "Deduplicated since" });
    await detail.getByRole("link", { name: "83880d" }).click();
    await page.getByRole("heading", { name: "Update", level: 1 }).waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("says that requests are not recorded, and records them on request", async () => {
    const { page, errors } = await open();
    await fetch(`${ledger.baseUrl}/control/requests`, {
      method: "POST",
      headers: { Authorization: "Bearer shush" },
      body: JSON.stringify({ keep: false }),
    });
    await fetch(`${ledger.baseUrl}/control/requests`, {
      method: "DELETE",
      headers: { Authorization: "Bearer shush" },
    });
    await page.goto(linkOf(tokenFor(secret, "participant_admin")));
    await page.getByText("Request recording is off").waitFor();
    await page.getByRole("button", { name: "Record requests" }).click();
    await page.getByText("Request recording is off").waitFor({ state: "detached" });
    await page.getByText("No refused requests.").waitFor();
    expect(errors).to.deep.equal([]);
  });
});

describe("explorer refusals", () => {
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

  it("say in one panel which party is missing, and add it", async () => {
    const { page, errors } = await open();
    await page.goto(`${ledger.baseUrl}/#/create`);
    await page
      .getByRole("combobox", { name: "Template" })
      .selectOption({ label: "Iou:Iou · iou 1.0.0" });
    const pick = async (name: string, party: string): Promise<void> => {
      const field = page.getByRole("combobox", { name, exact: true });
      await field.click();
      await page.keyboard.type(party);
      await page.keyboard.press("Enter");
    };
    await pick("Act as", "alice");
    await pick("issuer", "bank");
    await pick("owner", "alice");
    await page.getByRole("textbox", { name: "currency" }).fill("EUR");
    await page.getByRole("textbox", { name: "amount" }).fill("5");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const panel = page.getByRole("alert");
    await panel.waitFor();
    expect(await panel.count()).to.equal(1);
    const told = await panel.innerText();
    expect(told.match(/needs the authority/g)?.length, told).to.equal(1);
    expect(told).to.not.include("1220");
    await panel.getByRole("button", { name: "Add bank to Act as" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Committed at offset 63").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("compare the visibility of submitter and counterparty first", async () => {
    const { page } = await open();
    await page.goto(`${ledger.baseUrl}/#/updates?text=Accept`);
    await page.getByRole("row").filter({ hasText: "Accept on Proposal" }).first().click();
    const heads = page.locator(".privacy th");
    await heads.nth(1).waitFor();
    for (const head of await heads.allInnerTexts()) expect(head).to.match(/sees [1-9]/);
  });
});
