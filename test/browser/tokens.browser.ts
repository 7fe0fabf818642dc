import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import { pointer } from "../support/input-devices.ts";

describe("explorer of a server that requires tokens", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  before(async () => {
    ledger = await startCommand(["--control", "--secret", "hush", "--control-secret", "shush"]);
  });
  after(() => ledger.stop());

  /** Returns the link to the explorer with the token of alice. */
  const linkOfAlice = (): string => {
    const [, link = ""] = /Explorer +(\S+)/.exec(ledger.greeting) ?? [];
    const [, token = ""] = /alice +(ey\S+)/.exec(ledger.greeting) ?? [];
    expect(token, ledger.greeting).to.not.equal("");
    return link.replace(/token=[^&]*/, `token=${token}`);
  };

  it("shows the updates and contracts that the parties of an ordinary user see", async () => {
    const { page, errors } = await open();
    const view = (name: string) =>
      page.getByRole("navigation").getByRole("link", { name, exact: true });
    await page.goto(linkOfAlice());
    await page.getByText("Latest updates").waitFor();
    // The link has the secret of the control API, which lists the refusals of all users. The page
    // must not show them to alice.
    expect(await page.getByText("Recent refusals").count()).to.equal(0);
    await view("Updates").click();
    await pointer(page).open(
      page.getByRole("row").filter({ hasText: "Accept on Proposal" }).first(),
    );
    await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
    // The submitter is bob, as whom alice may not read.
    const heads = page.locator(".privacy th");
    await heads.filter({ hasText: /alice.*sees 2 of 2 steps/ }).waitFor();
    await page.goto(`${page.url()}?one=bob`);
    await heads.filter({ hasText: /bob.*You have no right to read as this party/ }).waitFor();
    await heads.filter({ hasText: /alice.*sees 2 of 2 steps/ }).waitFor();
    await view("Contracts").click();
    await page.getByRole("row").filter({ hasText: "Iou" }).first().click();
    await page.locator(".lifeline").waitFor();
    expect(await page.getByText("CanReadAsAnyParty").count()).to.equal(0);
    await page.getByRole("button", { name: "alice", exact: true }).click();
    await page.getByRole("button", { name: "Sign out and forget the token" }).click();
    await page.getByLabel("Token").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("still reads, and offers Undo, after a revert to a time before participant_admin had a right to read", async () => {
    const { page, errors } = await open();
    const [, link = ""] = /Explorer +(\S+)/.exec(ledger.greeting) ?? [];
    await page.goto(link);
    await page.getByText("Latest updates").waitFor();
    await page.evaluate('location.hash = "/updates/20"');
    await page.getByRole("button", { name: "Revert the ledger to this offset" }).click();
    await page.getByRole("button", { name: "Yes, go back" }).click();
    await page.getByText("The ledger is back at offset 20").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The ledger is as it was before.").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("shows the data of all parties after opening the printed link, whose user has no rights to act", async () => {
    const { page, errors } = await open();
    const [, link = ""] = /Explorer +(\S+)/.exec(ledger.greeting) ?? [];
    await page.goto(link);
    await page.getByText("Latest updates").waitFor();
    await page.getByRole("link", { name: /Active contracts/ }).click();
    await page.getByRole("row").filter({ hasText: "Iou" }).first().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Overview", exact: true }).click();
    await page.getByText("participant_admin reads as all parties and acts as none.").waitFor();
    // Viewing as a party, the overview has no figures of the whole ledger.
    await page.getByRole("heading", { name: "Recent refusals" }).waitFor();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    const picker = page.getByRole("combobox", { name: "View as a party" });
    await picker.fill("alice");
    await picker.press("Enter");
    await page.getByRole("link", { name: /Active contracts/ }).waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { name: /Activity|refusals/ }).count()).to.equal(0);
    expect(errors).to.deep.equal([]);
  });

  it("does not grant a right to read again after it was revoked", async () => {
    const { page, errors } = await open();
    const [, link = ""] = /Explorer +(\S+)/.exec(ledger.greeting) ?? [];
    await page.goto(link);
    await page.getByText("Latest updates").waitFor();
    await page.evaluate(
      `(async () => {
        const [key] = Object.keys(sessionStorage).filter((name) => name.endsWith(" token"));
        const headers = {
          Authorization: "Bearer " + sessionStorage.getItem(key),
          "Content-Type": "application/json",
        };
        const rights = [{ kind: { CanReadAsAnyParty: { value: {} } } }];
        const body = { userId: "participant_admin", identityProviderId: "", rights };
        const sent = { method: "PATCH", headers, body: JSON.stringify(body) };
        await fetch("v2/users/participant_admin/rights", sent);
      })()`,
    );
    await page.reload();
    await page.getByText("participant_admin has no read rights").waitFor();
    await page.getByRole("button", { name: "Let participant_admin read as any party" }).click();
    await page.getByText("Latest updates").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("asks before it empties the ledger, and can undo it", async () => {
    const { page, errors } = await open();
    const [, link = ""] = /Explorer +(\S+)/.exec(ledger.greeting) ?? [];
    await page.goto(link);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await page.getByRole("navigation").getByRole("link", { name: "Controls", exact: true }).click();
    await button("Empty the ledger").click();
    await page.getByText(/This removes all contracts, parties, users and \d+ updates/).waitFor();
    await button("Cancel").click();
    await button("Empty the ledger").click();
    await button("Yes, empty it").click();
    await page.getByText("The ledger was emptied.").waitFor();
    await button("Undo").click();
    await page.getByText("The ledger is as it was before.").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("shows the calls that the ledger recorded, because the control API is on", async () => {
    const { page } = await open();
    const [, link = ""] = /Explorer +(\S+)/.exec(ledger.greeting) ?? [];
    await page.goto(link);
    await page.getByRole("navigation").getByRole("link", { name: "Requests", exact: true }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText(/^This deletes \d+ recorded requests?\. You cannot undo it\./).waitFor();
    await page.getByRole("button", { name: "Yes, clear the journal" }).click();
    await page.getByText("No requests").waitFor();
    await page.route("**/control/requests", (route) =>
      route.fulfill({ status: 500, body: "broken" }),
    );
    await page.getByRole("button", { name: "Stop recording" }).click();
    await page.getByRole("alert").filter({ hasText: "broken" }).waitFor();
  });
});
