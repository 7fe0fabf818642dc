import { expect } from "chai";

import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import type { Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";
import { keyboard, pointer } from "../support/input-devices.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";
import { twoSynchronizers } from "../support/two-synchronizers.ts";

describe("explorer tour of an operator", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  beforeEach(async () => {
    ({ ledger } = await twoSynchronizers({ daml: createDamlLoader() }));
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  for (const handOf of [pointer, keyboard]) {
    it(`uploads and vets a DAR, creates a contract in a form, and follows a reassignment, by ${handOf.name}`, async () => {
      const { page, errors } = await open();
      const hand = handOf(page);
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      const view = (name: string) =>
        page.getByRole("navigation").getByRole("link", { name, exact: true });

      // A DAR that is uploaded but not vetted.
      await page.goto(place.url);
      await hand.press(view("Packages"));
      await page.getByRole("checkbox", { name: "vet its packages" }).uncheck();
      await page.getByLabel("Choose a file").setInputFiles({
        name: "counter.dar",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(assembleDar(counterPackage())),
      });
      await page.getByText("counter.dar is uploaded.").waitFor();
      await hand.press(page.getByRole("link", { name: /^counter/ }));
      await page.getByText("not vetted on east").waitFor();

      // A dry run first, then vetting on both synchronizers.
      const dryRun = page.getByRole("checkbox", { name: "dry run" });
      await dryRun.check();
      await hand.press(button("Vet on east"));
      await page.getByText("It would be vetted on east.").waitFor();
      await dryRun.uncheck();
      await hand.press(button("Vet on east"));
      await page.getByText("Now vetted on east.").waitFor();
      await hand.press(button("Vet on west"));
      await page.getByText("Now vetted on west.").waitFor();

      // A contract, from a form generated from its types.
      await hand.press(page.getByRole("link", { name: "Create", exact: true }).last());
      await hand.pick(page.getByRole("combobox", { name: "Act as" }), "alice");
      await hand.pick(page.getByRole("combobox", { name: "owner" }), "alice");
      await hand.write(page.getByRole("textbox", { name: "count" }), "3");
      await hand.press(page.getByRole("button", { name: "Create", exact: true }));
      await page.getByText("Committed at offset").waitFor();

      // The reassignment, in flight and then assigned.
      await hand.press(view("Synchronizers"));
      await hand.choose(page.getByRole("combobox", { name: "Contract" }), "Counter on");
      await hand.press(button("Unassign"));
      await page.getByText("Unassigned, to be assigned to").waitFor();
      await page.locator(".graph text").filter({ hasText: "1 in flight" }).waitFor();
      await hand.press(button(/^Assign on/));
      await page.getByText(/^Assigned to (?:east|west) at/).waitFor();
      await hand.press(page.getByRole("navigation").getByRole("link", { name: "Contracts" }));
      await hand.open(page.getByRole("row").filter({ hasText: "Counter" }).first());
      await page.locator(".lifeline .assigned").waitFor();
      expect(await page.locator(".lifeline li").count()).to.equal(3);

      // A fault: the ledger refuses the client's command.
      await hand.press(view("Controls"));
      await hand.choose(page.getByRole("combobox", { name: "Do" }), "refuse");
      await hand.press(button("Add the rule"));
      await page.getByText("The rule was added.").waitFor();
      const answer = await fetch(new URL("../ledger/v2/commands/async/submit", place.url), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: "{}",
      });
      expect(await answer.text()).to.include("PARTICIPANT_BACKPRESSURE");
      await hand.press(view("Overview"));
      await hand.press(view("Controls"));
      const row = page.getByRole("row").filter({ hasText: "fault 1" });
      await row.waitFor();
      expect(await row.innerText()).to.match(/\t1\s+1\s/);
      expect(errors).to.deep.equal([]);
    });
  }
});
