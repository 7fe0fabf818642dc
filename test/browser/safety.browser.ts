import { expect } from "chai";
import type { Page } from "playwright-core";

import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

const views = [
  "/",
  "/contracts",
  "/contracts?archived=1",
  "/create",
  "/updates",
  "/commands",
  "/requests",
  "/parties",
  "/packages",
  "/synchronizers",
  "/coin",
  "/console",
  "/controls",
];

/** Returns the link in the greeting that the server prints. */
const linkIn = (greeting: string): URL =>
  new URL(/https?:\/\/\S+#token=\S+/.exec(greeting)?.[0] ?? "no:link");

const secretsIn = ({ hash }: URL): readonly string[] => [
  ...new URLSearchParams(hash.slice(1)).values(),
];

/** Returns the body of every response that the page receives. */
const answersTo = (page: Page): readonly Promise<string>[] => {
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    if (!response.url().includes("explorer-assets")) answers.push(response.text().catch(() => ""));
  });
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => answers.push(Promise.resolve(String(payload))));
  });
  return answers;
};

describe("explorer, with tokens", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  beforeEach(async () => {
    ledger = await startCommand(["--control"]);
  });
  afterEach(() => ledger.stop());

  const tokenOf = async (page: Page, user: string): Promise<string> => {
    const made = await page.evaluate<{ readonly token: string }>(
      `(async () => {
        const [key] = Object.keys(sessionStorage).filter((name) => name.endsWith(" token"));
        const headers = { Authorization: "Bearer " + sessionStorage.getItem(key) };
        return (await fetch("explorer-data/tokens/${user}", { method: "POST", headers })).json();
      })()`,
    );
    return made.token;
  };

  it("removes secrets from its address at once, and keeps them for its tab only", async () => {
    const link = linkIn(ledger.greeting);
    const secrets = secretsIn(link);
    expect(secrets).to.have.length(2);
    const { page, errors } = await open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("websocket", (socket) => asked.push(socket.url()));
    await page.goto(link.href);
    await page.getByText("participant_admin").first().waitFor();
    const seen = await page.evaluate<string>(
      `location.href + document.documentElement.outerHTML + document.cookie + JSON.stringify(localStorage)`,
    );
    for (const secret of secrets) {
      expect(asked.filter((url) => url.includes(secret))).to.deep.equal([]);
      expect(seen.includes(secret)).to.equal(false);
    }
    // The token survives a reload; the browser history does not contain it.
    await page.reload();
    await page.getByText("participant_admin").first().waitFor();
    await page.goBack();
    expect(page.url()).to.not.include("token=");
    const other = await page.context().newPage();
    await other.goto(link.origin);
    const field = other.getByLabel("Token");
    await field.waitFor();
    expect(await field.getAttribute("type")).to.equal("password");
    expect(errors).to.deep.equal([]);
  });

  it("receives in no view data that its user's parties do not see", async () => {
    const admin = await open();
    await admin.page.goto(linkIn(ledger.greeting).href);
    await admin.page.getByText("participant_admin").first().waitFor();
    await admin.page.getByText("Latest updates").waitFor();
    // Contracts that only bob signs and sees.
    const hidden = await hiddenFrom(admin.page, "alice");
    expect(hidden).to.not.deep.equal([]);
    const token = await tokenOf(admin.page, "alice");

    const { page, errors } = await open();
    const answers = answersTo(page);
    await page.goto(`${new URL(linkIn(ledger.greeting)).origin}/#token=${token}`);
    await page.getByText("Latest updates").waitFor();
    for (const view of views) {
      await page.goto(`${new URL(page.url()).origin}/#${view}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
    }
    // Reading as another party is rejected with a message.
    const bob = hidden[0]?.party ?? "";
    await page.goto(`${new URL(page.url()).origin}/#/contracts?as=${encodeURIComponent(bob)}`);
    await page.getByText("status 403").first().waitFor();
    const all = (await Promise.all(answers)).join("\n");
    expect(all).to.include("JsActiveContract");
    for (const { contractId } of hidden) expect(all.includes(contractId)).to.equal(false);
    expect(errors).to.deep.equal([]);
  });

  it("shows the same page to a user who opens its address, also after back and forward", async () => {
    const { page } = await open();
    await page.goto(linkIn(ledger.greeting).href);
    await page.getByText("Latest updates").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Contracts" }).click();
    await page.getByText("31 active now").waitFor();
    const picker = page.getByRole("combobox", { name: "View as a party" });
    await picker.click();
    await picker.fill("bob");
    await picker.press("Enter");
    await page.getByRole("searchbox", { name: "Text in the payload" }).fill("USD");
    await page.getByRole("slider").fill("26");
    const told = page.locator(".view-head p");
    await told.getByText("as of offset 26").waitFor();
    const shown = async (of: Page): Promise<readonly string[]> => {
      await of.locator(".view-head p").getByText("as of offset 26").waitFor();
      await of.locator(".window-list:not([aria-busy=true]) .window-box .row").first().waitFor();
      return of.locator(".window-box .row").allInnerTexts();
    };
    const [address, rows] = [page.url(), await shown(page)];
    expect(address).to.not.include("token");

    const other = await open();
    await other.page.goto(linkIn(ledger.greeting).href);
    await other.page.getByText("Latest updates").waitFor();
    await other.page.goto(address);
    expect(await shown(other.page)).to.deep.equal(rows);

    await page.locator(".window-box .row").first().click();
    await page.getByRole("heading", { name: "Payload" }).waitFor();
    await page.goBack();
    expect(await shown(page)).to.deep.equal(rows);
    expect(page.url()).to.equal(address);
    await page.goForward();
    await page.getByRole("heading", { name: "Payload" }).waitFor();
  });
});

interface Hidden {
  readonly contractId: string;
  /** A stakeholder of the contract. */
  readonly party: string;
}

/** Active contracts of which the party is no stakeholder, read by a user who may read all. */
const hiddenFrom = (page: Page, hint: string): Promise<readonly Hidden[]> =>
  page.evaluate<readonly Hidden[]>(
    `(async () => {
      const [key] = Object.keys(sessionStorage).filter((name) => name.endsWith(" token"));
      const headers = {
        Authorization: "Bearer " + sessionStorage.getItem(key),
        "Content-Type": "application/json",
      };
      const eventFormat = { filtersForAnyParty: { cumulative: [] } };
      const { offset } = await (await fetch("v2/state/ledger-end", { headers })).json();
      const body = JSON.stringify({ activeAtOffset: offset, eventFormat });
      const asked = { method: "POST", headers, body };
      const items = await (await fetch("v2/state/active-contracts", asked)).json();
      const isSeen = (party) => /^(?:${hint}|dso)::/.test(party);
      return items.flatMap(({ contractEntry }) => {
        const { contractId, signatories, observers } = contractEntry.JsActiveContract.createdEvent;
        const seenBy = [...signatories, ...observers];
        return seenBy.some(isSeen) ? [] : [{ contractId, party: seenBy[0] }];
      });
    })()`,
  );
