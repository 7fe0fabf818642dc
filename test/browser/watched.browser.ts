import { expect } from "chai";

import { createLedger, type Ledger } from "../../lib/index.ts";
import { type ServedLedger, serveLedger } from "../../middleware/cli/http-server.ts";
import { violations } from "../support/axe.ts";
import { useBrowser } from "../support/browser.ts";

const error = "AssertionError: <b>1</b> is not 2\n    at somewhere (pay.test.js:7:1)";

describe("explorer on the ledger of a failed test", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let served: ServedLedger;
  let ended: Promise<void>;

  beforeEach(async () => {
    ledger = await createLedger({ requests: true });
    let end = (): void => undefined;
    ended = new Promise((resolve) => (end = resolve));
    served = await serveLedger(ledger, {
      port: 0,
      auth: { kind: "disabled" },
      control: true,
      watched: { title: "payments pay bob", error, end },
      onUnexpectedError: (unexpected) => console.error(unexpected),
    });
  });
  afterEach(async () => {
    await served.close();
    await ledger.close();
  });

  it("shows which test failed and why, and lets the test end", async () => {
    const { page, errors } = await open({ bypassCSP: true });
    await page.goto(served.baseUrl);
    const told = page.getByRole("region", { name: "Failed test" });
    await told.getByText("payments pay bob").waitFor();
    await told.getByText("AssertionError: <b>1</b> is not 2").click();
    await told.getByText("at somewhere (pay.test.js:7:1)").waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await violations(page)).to.deep.equal([]);
    await told.getByRole("button", { name: "End the test" }).click();
    await ended;
    expect(errors).to.deep.equal([]);
  });

  it("lets the test end when the page is closed, but not when it is reloaded", async () => {
    const { page } = await open();
    await page.goto(served.baseUrl);
    await page.getByText("waits until this page is closed").waitFor();
    let isOver = false;
    void ended.then(() => (isOver = true));
    await page.reload();
    await page.getByText("waits until this page is closed").waitFor();
    expect(isOver).to.equal(false);
    await page.close();
    await ended;
  });
});
