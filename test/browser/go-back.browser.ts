import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";
import { keyboard, pointer } from "../support/input-devices.ts";
import { Iou, iouPackage } from "../support/iou-package.ts";

describe("going back to an offset in the explorer", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [iouPackage], seed: 1 });
    const { party } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    for (const amount of ["1", "2", "3"]) {
      const commands = Iou.create({ issuer: party, owner: party, amount, watchers: [] });
      await ledger.submit({ actAs: party, commands });
    }
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  it("shows the ledger as of an offset, also without the control API", async () => {
    const host = await serveExplorer(ledger, 0, { isControlled: false });
    const { page, errors } = await open();
    const offset = ledger.state.ledgerEnd - 2;
    await page.goto(`${host.url}#/updates/${offset}`);
    await page.getByRole("link", { name: "Show the ledger as of this offset" }).click();
    await page.getByText(`1 active as of offset ${offset}`).waitFor();
    await page.goto(host.url);
    await page.getByText("Latest updates").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(String(offset + 1));
    await page.getByRole("option", { name: "Ledger as of offset" }).click();
    await page.getByText(`2 active as of offset ${offset + 1}`).waitFor();
    expect(errors).to.deep.equal([]);
    await host.close();
  });

  for (const device of [pointer, keyboard]) {
    it(`asks, reverts the ledger, and undoes it, by ${device.name}`, async () => {
      const end = ledger.state.ledgerEnd;
      const { page, errors } = await open();
      const input = device(page);
      await page.goto(`${place.url}#/updates/${end - 2}`);
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      await input.press(button("Revert the ledger to this offset"));
      await page.getByText(`This removes 2 later offsets (${end - 1} to ${end})`).waitFor();
      expect(ledger.state.ledgerEnd).to.equal(end);
      await input.press(button("Yes, go back"));
      await page.getByText(`The ledger is back at offset ${end - 2}`).waitFor();
      expect(ledger.contracts(Iou).map(({ payload }) => String(payload.amount))).to.deep.equal([
        "1.0",
      ]);
      await input.press(button("Undo"));
      await page.getByText("The ledger is as it was before").waitFor();
      expect(ledger.contracts(Iou)).to.have.length(3);
      expect(ledger.state.ledgerEnd).to.equal(end);
      expect(errors).to.deep.equal([]);
    });
  }
});
