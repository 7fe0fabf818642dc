import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import {
  administrator,
  alice,
  exerciseAndGoBack,
  learnWhyRefused,
  seeWhoSeesTransfer,
  withoutAuthorization,
} from "../support/explorer-tours.ts";
import { keyboard, pointer } from "../support/input-devices.ts";

const users = [administrator, alice, withoutAuthorization];
const widths = [1440, 1024, 390];

describe("explorer tours", () => {
  const open = useBrowser();
  let ledger: RunningCommand;
  afterEach(() => ledger.stop());

  for (const [row, user] of users.entries()) {
    for (const [column, width] of widths.entries()) {
      // Each user and each width occurs with both devices.
      const device = (row + column) % 2 === 0 ? pointer : keyboard;
      it(`succeed for ${user.name}, by ${device.name}, ${width} pixels wide`, async () => {
        ledger = await startCommand(user.options);
        const { page, errors } = await open({ viewport: { width, height: 860 } });
        const hand = device(page);
        await user.enter(page, hand, ledger);
        await page.getByText("Latest updates").waitFor();
        const options = { page, hand, user };
        await seeWhoSeesTransfer(options);
        await learnWhyRefused(options);
        await exerciseAndGoBack(options);
        expect(errors).to.deep.equal([]);
      });
    }
  }
});
