import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import { keyboard, pointer } from "../support/input-devices.ts";

describe("explorer, to find an error", () => {
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

  const post = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(`${ledger.baseUrl}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.text();
  };

  for (const handOf of [pointer, keyboard]) {
    it(`leads from a rejected command to the rule and to a test of the corrected command, by ${handOf.name}`, async () => {
      const { page, errors } = await open();
      const hand = handOf(page);
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const view = (name: string) =>
        page.getByRole("navigation").getByRole("link", { name, exact: true });

      // With the control API, requests are recorded.
      await page.goto(ledger.baseUrl);
      await hand.press(view("Requests"));
      await button("Stop recording").waitFor();
      await page.getByText("No requests").waitFor();

      // Another client sends a command that is rejected.
      const bank = await partyNamed("bank");
      const createArguments = { issuer: bank, owner: bank, currency: "EUR", amount: "-5" };
      const command = {
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { ...createArguments, observers: [] },
        },
      };
      const sent = { commandId: "pay-7", userId: "bank", actAs: [bank], commands: [command] };
      expect(await post("/v2/commands/submit-and-wait", sent)).to.include("DAML_FAILURE");

      // The request, and the rule that it breaks.
      await hand.press(button("Reload"));
      await hand.open(page.getByRole("row").filter({ hasText: "DAML_FAILURE" }).first());
      await page.getByRole("heading", { name: "Decision" }).waitFor();
      expect(await page.locator(".decided").innerText()).to.include("Refused with DAML_FAILURE");
      expect(await page.locator(".notice.bad").innerText()).to.include("precondition");

      // The transaction that the command would have made: tried, then copied.
      await hand.press(page.getByRole("link", { name: "Change it and send it again" }));
      const amount = page.getByRole("textbox", { name: "amount" });
      await amount.waitFor();
      expect(await amount.inputValue()).to.equal("-5");
      await hand.write(amount, "five");
      await hand.press(button("Create"));
      await page.locator(".fault").filter({ hasText: "amount" }).waitFor();
      await hand.write(amount, "5");
      await hand.press(button("Dry run"));
      await page.getByText("Dry run succeeded.").waitFor();
      await hand.press(button("Create"));
      await page.getByText("Committed at offset").waitFor();
      await hand.press(page.getByRole("button", { name: "test", exact: true }));
      await page.getByText("Copied").first().waitFor();
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied)
        .to.include("useLedger")
        .and.include('"amount": "5"')
        .and.include("is accepted");

      // The completion of the corrected command.
      await hand.press(view("Commands"));
      await hand.choose(page.getByRole("combobox", { name: "User" }), "explorer");
      await page.getByRole("row").filter({ hasText: "accepted" }).first().waitFor();
      expect(errors).to.deep.equal([]);
    });
  }

  const partyNamed = async (hint: string): Promise<string> => {
    const answer = await fetch(`${ledger.baseUrl}/v2/parties?filter-party=${hint}`);
    const { partyDetails } = (await answer.json()) as {
      readonly partyDetails: readonly { readonly party: string }[];
    };
    return partyDetails[0]?.party ?? "";
  };
});
