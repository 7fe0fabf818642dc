import { readFile } from "node:fs/promises";

import { expect } from "chai";
import type { Page } from "playwright-core";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";
import { Note, notes } from "../support/notes-package.ts";

/** More than one page of the API. */
const count = 450;

describe("explorer exports and saved views", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [notes], seed: 1 });
    const { party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    const texts = Array.from({ length: count }, (_, index) => `note ${index}`);
    for (const text of ['=1+1, "quoted"', "-2.5", ...texts]) {
      await ledger.submit({ actAs: owner, commands: Note.create({ owner, text }) });
    }
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  const exported = async (page: Page, format: string): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Export as ${format}` }).click(),
    ]);
    return readFile(await file.path(), "utf8");
  };

  it("save all matching contracts and updates as CSV and as JSON", async () => {
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts`);
    const csv = (await exported(page, "CSV")).trimEnd().split("\r\n");
    expect(csv).to.have.length(1 + 2 + count);
    expect(csv[0]).to.equal(
      "template,contractId,offset,createdAt,synchronizerId,signatories,observers,payload.owner,payload.text",
    );
    // A spreadsheet must not run the text as a formula.
    expect(csv.at(-1)).to.match(/,"'=1\+1, ""quoted"""$/);
    expect(csv.at(-2)).to.match(/,-2\.5$/);
    await page.getByText(`Exported ${count + 2} rows`).waitFor();
    await page.goto(`${place.url}#/contracts?text=note+44`);
    await page.getByText("11 active now").waitFor();
    const json = JSON.parse(await exported(page, "JSON")) as readonly unknown[];
    expect(json).to.have.length(11);
    await page.goto(`${place.url}#/updates`);
    const updates = (await exported(page, "CSV")).trimEnd().split("\r\n");
    expect(updates).to.have.length(1 + ledger.state.ledgerEnd);
    expect(errors).to.deep.equal([]);
  });

  it("keep a view with its filters under a name in this browser, and open it by palette", async () => {
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts?text=note+7`);
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.keyboard.type("sevens");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "sevens" }).waitFor();
    await page.goto(`${place.url}#/updates`);
    await page.reload();
    await page.getByRole("heading", { name: "Updates" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sevens");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/*#/contracts?text=note+7");
    await page.getByText("11 active now").waitFor();
    await page.getByRole("button", { name: "Delete the saved view sevens" }).click();
    await page.getByRole("link", { name: "sevens" }).waitFor({ state: "detached" });
    expect(errors).to.deep.equal([]);
  });
});
