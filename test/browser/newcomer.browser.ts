import { expect } from "chai";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";
import { openDollarIouOfAlice } from "../support/explorer-tours.ts";
import { keyboard, pointer } from "../support/input-devices.ts";

const linkIn = (greeting: string): string => /Explorer +(\S+)/.exec(greeting)?.[1] ?? "";

describe("explorer tour of a newcomer", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  beforeEach(async () => {
    ledger = await startCommand(["--control", "--secret", "hush", "--control-secret", "shush"]);
  });
  afterEach(() => ledger.stop());

  for (const handOf of [pointer, keyboard]) {
    it(`shows who sees which part of a transfer, and undoes a choice, by ${handOf.name}`, async () => {
      const { page, errors } = await open();
      const hand = handOf(page);
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      const view = (name: string) =>
        page.getByRole("navigation").getByRole("link", { name, exact: true });

      // The link contains the token; the page removes it from the address.
      await page.goto(linkIn(ledger.greeting));
      await page.getByText("Latest updates").waitFor();
      expect(page.url()).to.not.include("token").and.not.include("shush");
      await page.goBack().catch(() => undefined);
      expect(page.url()).to.not.include("token");
      await page.goForward().catch(() => undefined);

      // The parts of one transfer that two parties see.
      await hand.press(view("Updates"));
      await hand.open(page.getByRole("row").filter({ hasText: "Accept on Proposal" }).first());
      await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
      await hand.pick(page.getByRole("combobox", { name: "One party" }), "bob");
      await hand.pick(page.getByRole("combobox", { name: "The other party" }), "carol");
      const heads = page.locator(".privacy th");
      await heads.filter({ hasText: "carol" }).waitFor();
      expect(await heads.first().innerText()).to.match(/bob.*sees ([1-9]\d*) of \1 steps/s);
      expect(await heads.last().innerText()).to.match(/carol.*sees 0 of [1-9]/s);
      expect(await page.locator(".privacy .unseen .why").first().innerText()).to.include(
        "carol does not see it",
      );

      // A snapshot to restore later, then a choice.
      await hand.press(view("Controls"));
      await hand.press(button("Take a snapshot"));
      await page.getByText("Took snapshot 1 at offset 62.").waitFor();
      await hand.press(view("Contracts"));
      await hand.pick(page.getByRole("combobox", { name: "View as a party" }), "alice");
      await page.getByText("8 active now").waitFor();
      await openDollarIouOfAlice(page, hand);
      await hand.press(button(/^Split/));
      // The link gives the right to read; rights to act are granted in a separate step.
      await hand.press(button(/^Let participant_admin act as/));
      await page.getByText("acts as none").waitFor({ state: "detached" });
      await hand.write(page.getByRole("textbox", { name: "amount" }), "100");
      await hand.press(page.getByRole("button", { name: "Exercise", exact: true }));
      await page.getByText("Committed at offset 63").waitFor();

      // View the past: at the offset before the choice, the split contracts do not exist yet.
      await hand.press(view("Contracts"));
      await page.getByText("9 active now").waitFor();
      await hand.goBack(page.getByRole("slider", { name: "As of" }), 1);
      await page.getByText("8 active as of offset 62").waitFor();
      expect(page.url()).to.include("at=62").and.include("as=alice::");

      // Restore the snapshot.
      await hand.press(view("Controls"));
      await hand.press(button("Revert to snapshot 1"));
      await hand.press(button("Yes, revert"));
      await page.getByText("Reverted to offset 62.").waitFor();
      await hand.press(view("Updates"));
      await page.getByRole("row").filter({ hasText: "62" }).first().waitFor();
      expect(await page.getByRole("row").filter({ hasText: "Split" }).first().innerText())
        .to.not //
        .match(/^63/);
      expect(errors).to.deep.equal([]);
    });
  }
});
