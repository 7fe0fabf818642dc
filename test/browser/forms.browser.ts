import { expect } from "chai";

import { addPackages, allocateParty, uploadDar } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import {
  ContractId,
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  Party,
  Text,
} from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

const Asset = defineTemplate("Main:Asset", {
  payload: { owner: Party, name: Text },
  signatories: ({ owner }) => [owner],
  choices: {},
});
const Offer = defineTemplate("Main:Offer", {
  payload: { owner: Party, asset: ContractId(Asset), note: Text },
  signatories: ({ owner }) => [owner],
  choices: {},
});
const offers = definePackage({ name: "offers", version: "1.0.0", templates: { Asset, Offer } });

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
    await page.getByText("key", { exact: true }).waitFor();
    await page.getByText("value", { exact: true }).waitFor();
    await box("tags key 1").fill("room");
    await box("tags value 1").fill("kitchen");
    // While a key is typed it may equal an existing key for a moment. A key that is a number stays where it
    // was entered, although JavaScript objects put such keys first.
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
    await page.getByRole("checkbox", { name: "second" }).check();
    await page
      .locator(".record-field")
      .filter({ hasText: "second" })
      .last()
      .getByPlaceholder("Text")
      .fill("pair");
    await box("tree Leaf").fill("leaf");
    await page.getByLabel("since").fill("2025-02-03");
    await page.getByLabel("until, UTC").fill("2030-01-31T12:00:00");
    await page.getByLabel("Fraction of the second of until").fill("000120");
    await page.getByRole("checkbox", { name: "isNew" }).check();
    await page.getByRole("textbox", { name: "name", exact: true }).last().fill("b");
    // Check both boxes: with only the outer one checked, the value is Some None, in JSON `[[]]`.
    await page.getByRole("checkbox", { name: "nested" }).check();
    await page.getByRole("checkbox", { name: "nested" }).last().check();
    await page.getByRole("checkbox", { name: "not set" }).first().waitFor();
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
      until: "2030-01-31T12:00:00.00012Z",
      isNew: true,
      nested: [["deep"]],
    });

    // The payload shows variants, maps, Optionals and times without their encoding.
    await page.goto(`${place.url}#/contracts/${String(contract?.contractId)}`);
    const entry = (name: string) =>
      page
        .locator(".tree-entry")
        .filter({ has: page.getByText(name, { exact: true }) })
        .last();
    await entry("shape").getByText("Square", { exact: true }).waitFor();
    expect(await entry("places").innerText()).to.match(/row\S*\s+1\s+column\S*\s+2\s+→\s+0\s+99/);
    expect(await entry("nested").innerText()).to.match(/set: deep/);
    await entry("until").getByText("2030-01-31T12:00:00.00012 UTC").waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("suggest contracts of the right type for a contract id", async () => {
    await addPackages(ledger, { packages: [offers] });
    const { party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    // The car is not among the newest contracts.
    const others = Array.from({ length: 220 }, (_, index) => `a chair ${index}`);
    for (const names of [["a car"], others, ["a house"]]) {
      const commands = names.map((name) => Asset.create({ owner, name }));
      await ledger.submit({ actAs: owner, commands });
    }
    const { page, errors } = await open();
    await page.goto(`${place.url}#/create`);
    const template = page.getByRole("combobox", { name: "Template" });
    await template
      .locator("option")
      .filter({ hasText: "Main:Offer" })
      .waitFor({ state: "attached" });
    await template.selectOption({ label: "Main:Offer · offers 1.0.0" });
    for (const name of ["Act as", "owner"]) {
      await page.getByRole("combobox", { name, exact: true }).fill("owner");
      await page.keyboard.press("Enter");
    }
    const asset = page.getByRole("combobox", { name: "asset" });
    await page.route("**/search/contracts", (route) => route.abort());
    await asset.focus();
    await page.getByRole("alert").waitFor();
    await asset.blur();
    await page.unroute("**/search/contracts");
    await asset.focus();
    await page.getByRole("option", { name: "a house" }).waitFor();
    await asset.fill("car");
    await page.getByRole("option", { name: "a car" }).waitFor();
    await page.keyboard.press("Enter");
    // A mark that turns the direction of text is visible while it is typed, and afterwards.
    await page.getByRole("textbox", { name: "note" }).fill("pay \u202e100");
    await page.getByText("pay <U+202E>100").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Committed at offset").waitFor();
    const [offer] = ledger.contracts(Offer);
    const car = ledger.contracts(Asset).find(({ payload }) => payload.name === "a car");
    expect(String(offer?.payload.asset)).to.equal(String(car?.contractId));
    await page.goto(`${place.url}#/contracts`);
    await page.getByRole("row").filter({ hasText: "pay <U+202E>100" }).waitFor();
    expect(errors).to.deep.equal([]);
  });
});
