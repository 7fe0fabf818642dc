import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import { createLedger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { tick, ticks } from "../support/busy-page.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import { drop } from "../support/drop-files.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";
import { savedText } from "../support/saved-text.ts";

const market = `steps:
  - parties: [zed]
  - submit:
      as: [zed]
      create:
        template: "#iou:Iou:Iou"
        arguments: { issuer: "\${zed}", owner: "\${zed}", currency: CHF, amount: 7, observers: [] }
`;

/** Returns the text of a ledger file, as a test saves it. Its ledger has other contracts than the served one. */
const savedLedger = async (): Promise<string> => {
  const ledger = await createLedger({ packages: [ticks], seed: 5, requests: true });
  const { party } = (await allocateParty(ledger, { partyIdHint: "elsewhere" })).partyDetails;
  await tick(ledger, party, 1);
  return savedText(ledger, { title: "pays", error: "it did not" });
};

describe("explorer, with dropped files", () => {
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

  it("loads fixtures and uploads DARs in every view", async () => {
    const { page, errors } = await open();
    await page.goto(`${ledger.baseUrl}/#/contracts`);
    await page.getByText("31 active now").waitFor();
    await drop(page, "main", [
      { name: "market.yaml", contents: market },
      { name: "counter.dar", contents: assembleDar(counterPackage()) },
    ]);
    await page.getByText("32 active now").waitFor();
    const told = page.locator(".toast");
    await told.getByText("counter.dar").waitFor();
    await told.getByText("uploaded, and vetted").waitFor();
    await told.getByRole("link", { name: "look" }).click();
    await page.getByRole("link", { name: /^counter/ }).waitFor();
    await told.getByRole("button", { name: "Close" }).click();
    await told.getByText("counter.dar").waitFor({ state: "detached" });
    expect(await page.locator(".drop-veil").count()).to.equal(0);
    expect(errors).to.deep.equal([]);
  });

  it("opens a ledger file next to the served ledger, and leaves the served ledger unchanged", async () => {
    const { page, errors } = await open();
    await page.goto(`${ledger.baseUrl}/#/updates`);
    await page.getByText("Live").waitFor();
    await drop(page, ".menu", [{ name: "pays.ledger.json", contents: await savedLedger() }]);
    await page.waitForURL("**/opened/*/");
    const test = page.getByRole("region", { name: "Failed test" });
    await test.getByText("it did not").waitFor();
    await page.getByText("Live").waitFor();
    await test.getByRole("link", { name: "Requests of the test" }).click();
    await page.getByRole("row").filter({ hasText: "ledger.submit" }).first().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Parties" }).click();
    await page.getByRole("textbox", { name: "Party id hint" }).fill("mallory");
    await page.getByRole("button", { name: "Allocate" }).click();
    await page.getByText("mallory").first().waitFor();
    const served = await (await fetch(`${ledger.baseUrl}/v2/parties`)).text();
    expect(served).to.not.include("mallory").and.not.include("elsewhere");
    expect(errors).to.deep.equal([]);
  });

  it("reports what is wrong with a file, and changes nothing", async () => {
    const { page, errors } = await open();
    await page.goto(`${ledger.baseUrl}/#/contracts`);
    await page.getByText("31 active now").waitFor();
    const told = page.locator(".toast");
    for (const [name, contents, words] of [
      ["notes.txt", "hello", "Not a DAR"],
      ["broken.yaml", "steps: [", "fixture"],
      ["typo.json", '{"steps": [{"partie": "zed"}]}', "partie"],
      ["no.dar", "PK", "INVALID_DAR"],
      ["changed.ledger.json", '{"ledgerFile":"ledger-in-a-box","version":1,\n}', "its end"],
      ["later.json", '{"dump":"ledger-in-a-box","version":999,"entries":[', "INVALID_ARGUMENT"],
    ] as const) {
      await drop(page, "main", [{ name, contents }]);
      await told.getByText(name, { exact: true }).waitFor();
      const alert = told.getByRole("alert");
      await alert.waitFor();
      expect(await alert.innerText(), name).to.include(words);
    }
    await page.getByText("31 active now").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("opens files chosen from the palette, with the keyboard alone", async () => {
    const { page } = await open();
    await page.goto(ledger.baseUrl);
    await page.getByText("Latest updates").waitFor();
    // Listen before the file chooser opens, or the event may be missed.
    const chosen = page.waitForEvent("filechooser");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("open a file");
    await page.keyboard.press("Enter");
    const chooser = await chosen;
    const buffer = Buffer.from(market);
    await chooser.setFiles({ name: "market.yaml", mimeType: "application/yaml", buffer });
    await page.getByText("loaded; the fixture defines").waitFor();
  });
});
