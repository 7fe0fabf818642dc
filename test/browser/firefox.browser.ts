import { expect } from "chai";

import { installedFirefox, useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import {
  exerciseAndGoBack,
  learnWhyRefused,
  seeWhoSeesTransfer,
  withoutAuthorization,
} from "../support/explorer-tours.ts";
import { pointer } from "../support/input-devices.ts";

describe("explorer in Firefox", () => {
  const open = useBrowser(installedFirefox);
  let ledger: RunningCommand;

  beforeEach(async () => {
    ledger = await startCommand(withoutAuthorization.options);
  });
  afterEach(() => ledger.stop());

  // Not by keyboard: the tab key leaves the page after its last element, and WebDriver cannot go back.
  it("completes three tours: who sees a transfer, why a request was refused, exercise and go back", async () => {
    const { page, errors } = await open();
    const tour = { page, hand: pointer(page), user: withoutAuthorization };
    await page.goto(ledger.baseUrl);
    await page.getByText("Latest updates").waitFor();
    await seeWhoSeesTransfer(tour);
    await learnWhyRefused(tour);
    await exerciseAndGoBack(tour);
    expect(errors).to.deep.equal([]);
  });
});
