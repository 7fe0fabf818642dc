import { expect } from "chai";

import { allocateParty, uploadDar } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

describe("explorer forms", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  beforeEach(async () => {
    ledger = await createLedger({ daml: createDamlLoader(), seed: 1 });
    await uploadDar(ledger, { dar: shopDar() });
    await allocateParty(ledger, { partyIdHint: "seller" });
    await allocateParty(ledger, { partyIdHint: "buyer" });
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  it("build values of every kind of type", async () => {
    const { page, errors } = await open();
    await page.goto(`${place.url}#/create`);
    const template = page.getByRole("combobox", { name: "Template" });
    await template
      .locator("option")
      .filter({ hasText: "Shop:Article" })
      .waitFor({ state: "attached" });
    await template.selectOption({ label: "Shop:Article · shop 1.0.0" });

    const pick = async (name: string, text: string): Promise<void> => {
      await page.getByRole("combobox", { name, exact: true }).fill(text);
      await page.keyboard.press("Enter");
    };
    const box = (name: string) => page.getByRole("textbox", { name, exact: true }).first();
    const add = (name: string) => page.getByRole("button", { name: `Add to ${name}` }).click();
    await pick("Act as", "seller");
    await pick("seller", "seller");
    await box("name").fill("a\nlamp");
    await box("price").fill("12.5");
    await box("ratio").fill("0.25");
    await box("weight").fill("3");
    await box("stock").fill("7");
    await page.getByRole("combobox", { name: "color" }).selectOption("Blue");
    await page.getByRole("combobox", { name: "shape" }).selectOption("Square");
    await box("width").fill("1.5");
    await box("height").fill("2.5");
    await add("tags");
    await box("tags key 1").fill("room");
    await box("tags value 1").fill("kitchen");
    // While a key is typed it may equal an existing key for a moment. Numbers keep their place.
    await add("tags");
    await box("tags value 2").fill("bath");
    await box("tags key 2").pressSequentially("rooms");
    await add("tags");
    await box("tags key 3").fill("7");
    await box("tags value 3").fill("seven");
    await add("places");
    await box("row").fill("1");
    await box("column").fill("2");
    await add("places value 1");
    await box("places value 1 1").fill("99");
    await box("first").fill("5");
    await page.getByLabel("second").check();
    await page
      .locator(".record-field")
      .filter({ hasText: "second" })
      .last()
      .getByPlaceholder("Text")
      .fill("pair");
    await box("tree Leaf").fill("leaf");
    await page.getByLabel("since").fill("2025-02-03");
    await page.getByLabel("until").fill("2030-01-31T12:00:00");
    await page.getByRole("checkbox", { name: "isNew" }).check();
    await page.getByRole("textbox", { name: "name", exact: true }).last().fill("b");
    // Some of None would be written [[]].
    await page.getByRole("checkbox", { name: "nested" }).check();
    await page.getByRole("checkbox", { name: "nested" }).last().check();
    await box("nested").fill("deep");
    await page.getByRole("checkbox", { name: "buyer" }).check();
    await pick("buyer", "buyer");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Committed at offset").waitFor();

    const [contract] = ledger.contracts("#shop:Shop:Article");
    expect(contract?.payload).to.deep.include({
      name: "a\nlamp",
      price: "12.5000000000",
      stock: "7",
      color: "Blue",
      shape: { tag: "Square", value: { width: "1.50", height: "2.50" } },
      tags: { room: "kitchen", rooms: "bath", 7: "seven" },
      places: [[{ row: "1", column: "2" }, ["99"]]],
      pair: { first: "5", second: "pair" },
      tree: { tag: "Leaf", value: "leaf" },
      since: "2025-02-03",
      until: "2030-01-31T12:00:00Z",
      isNew: true,
      nested: [["deep"]],
    });
    expect(errors).to.deep.equal([]);
  });
});
