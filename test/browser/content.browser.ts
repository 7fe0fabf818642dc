import { availableParallelism, loadavg } from "node:os";

import { expect } from "chai";

import { allocateParty, createUser } from "../../lib/api.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";
import { Note, notes } from "../support/notes-package.ts";

const contractsInAll = 100_000;
/** Maximum number of rows of a list. */
const listed = 20_000;
const perTransaction = 500;

describe("explorer with many and unusual contents", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;
  let owner: string;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [notes], seed: 1 });
    ({ party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails);
    place = await serveExplorer(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  const write = (...texts: readonly string[]) =>
    ledger.submit({ actAs: owner, commands: texts.map((text) => Note.create({ owner, text })) });

  it("paints quickly and scrolls 100,000 contracts smoothly", async () => {
    for (let made = 0; made < contractsInAll; made += perTransaction) {
      await write(...Array.from({ length: perTransaction }, (_, index) => `note ${made + index}`));
    }
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts`);
    await page.getByText("100,000 active now, newest first").waitFor();
    const paint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    const rates: number[] = [];
    // Other processes may be busy, so the best of several runs counts.
    while (rates.length < 8 && Math.max(0, ...rates) < 50) {
      rates.push(await page.evaluate<number>(scrolling));
    }
    const rate = Math.max(...rates);
    console.log(
      `    first paint ${paint.toFixed(0)} ms, ${rates.map((each) => each.toFixed(0)).join(", ")} frames a second`,
    );
    // Loads the list page by page, until it has the maximum length.
    await page.evaluate(toTheEnd);
    const last = page.getByRole("row").filter({ hasText: /note 80000\b/ });
    await last.waitFor();
    await page.getByText("100,000 (the newest 20,000 are listed) active now").waitFor();
    expect(await page.locator(".window-box .row").count()).to.be.below(100);
    // Machines without a graphics card or with few free cores may take longer (figures in bench/README.md).
    // On an overloaded machine the test would measure other processes.
    if (isIdle()) {
      expect(paint).to.be.below(3_000);
      expect(rate).to.be.at.least(30);
    }
    expect(errors).to.deep.equal([]);
    // The list is read in a hundred sequential pages, so the timeout is long.
  }).timeout(600_000);

  it("shows all texts as plain text, with any characters", async () => {
    const markup = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
    const turned = "\u202Egnp.exe\u202C \u0645\u0631\u062D\u0628\u0627 \u2067right\u2069";
    await write(markup, turned, "m".repeat(1_000_000), "{{constructor.constructor('x')()}}", "");
    const { page, errors } = await open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${place.url}#/contracts`);
    const rows = page.locator(".window-box .row");
    await rows.nth(4).waitFor();
    expect(await page.locator("main img, main script").count()).to.equal(0);
    expect(await rows.last().innerText()).to.include("<img src=x");
    for (let index = 0; index < 5; index++) {
      await page.goto(`${place.url}#/contracts`);
      await rows.nth(index).click();
      await page.getByRole("heading", { name: "Payload" }).waitFor();
      await page.getByRole("button", { name: "JSON", exact: true }).click();
      await page.locator(".json").waitFor();
      expect(await page.evaluate(overflow)).to.equal(0);
    }
    expect(await page.title()).to.match(/^Note [^<]* · Ledger in a box$/);
    expect(asked.filter((url) => !url.startsWith(new URL(place.url).origin))).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });

  it("shortens long party names in a list, so that the other fields stay visible", async () => {
    const partyIdHint = "long".repeat(40);
    const { party } = (await allocateParty(ledger, { partyIdHint })).partyDetails;
    await ledger.submit({ actAs: party, commands: Note.create({ owner: party, text: "seen" }) });
    const { page } = await open();
    await page.goto(`${place.url}#/contracts`);
    await page
      .locator(".window-box .row")
      .filter({ hasText: /owner (?:long){8}… +text seen/ })
      .waitFor();
  });

  it("finds one of 10,000 parties in every party selector", async () => {
    const parties: string[] = [];
    for (let index = 0; index < 10_000; index++) {
      const { partyDetails } = await allocateParty(ledger, { partyIdHint: `party-${index}` });
      parties.push(partyDetails.party);
    }
    for (let user = 0; user < 12; user++) {
      const own = parties.slice(user * 900, (user + 1) * 900);
      const rights = own.map((party) => ({ kind: { CanActAs: { value: { party } } } }));
      await createUser(ledger, { user: { id: `user-${user}` }, rights });
    }
    const { transaction } = await write("one");
    const { page, errors } = await open();
    const pick = async (name: string): Promise<void> => {
      const picker = page.getByRole("combobox", { name, exact: true });
      await picker.fill("party-9876");
      await page.locator(".offered:not([hidden]) [role=option]").first().waitFor();
      expect(await page.locator(".offered:not([hidden]) [role=option]").count()).to.equal(1);
      await picker.press("Enter");
    };
    await page.goto(`${place.url}#/contracts`);
    await pick("View as a party");
    await page.getByText("No matching contracts").waitFor();
    expect(page.url()).to.include("as=party-9876::");

    const [templateId = ""] = /[0-9a-f]{64}:Main:Note/.exec(JSON.stringify(transaction)) ?? [];
    await page.goto(`${place.url}#/create?template=${templateId}`);
    await pick("Act as");
    await pick("owner");
    await page.locator(".json").getByText("party-9876").first().waitFor();

    await page.goto(`${place.url}#/updates/${transaction.updateId}`);
    await pick("The other party");
    await page.locator(".privacy th").filter({ hasText: "party-9876" }).waitFor();

    await page.goto(`${place.url}#/parties?rights=matrix`);
    await page.getByText("The first 40 of 10,000 parties").waitFor();
    expect(await page.locator(".matrix th[scope=col]").count()).to.equal(41);
    await pick("Party");
    await pick("Acts as");
    await page.getByRole("button", { name: "List", exact: true }).click();
    await page.getByText("and 888 more").first().waitFor();
    await page.getByRole("searchbox", { name: "Find a party" }).fill("party-9876");
    await page.getByRole("table", { name: "Parties" }).getByText("party-9876").waitFor();
    expect(await page.evaluate("document.getElementsByTagName('*').length")).to.be.below(3_000);
    expect(errors).to.deep.equal([]);
  });

  it("shows new updates, and reconnects after the connection was lost", async () => {
    await write("one");
    const { page, errors } = await open();
    await page.goto(`${place.url}#/contracts`);
    await page.getByText("Live").waitFor();
    await page.getByText("1 active now").waitFor();
    await write("two");
    await page.getByText("2 active now").waitFor();
    const { port } = new URL(place.url);
    await place.close();
    await page.getByText("Connection lost").waitFor();
    await write("three");
    place = await serveExplorer(ledger, Number(port));
    await page.getByText("Live").waitFor({ timeout: 20_000 });
    await page.getByText("3 active now").waitFor();
    expect(errors.filter((error) => !error.includes("WebSocket"))).to.deep.equal([]);
  });

  for (const [view, pill] of [
    ["updates", "New updates: show"],
    ["contracts", "New contracts: show"],
  ] as const) {
    it(`keeps the visible rows in place while new ones arrive: ${view}`, async () => {
      for (let made = 0; made < 400; made++) await write(`note ${made}`);
      const { page, errors } = await open();
      await page.goto(`${place.url}#/${view}`);
      await page.getByText("Live").waitFor();
      const rows = page.locator(".window-box .row");
      await rows.nth(10).waitFor();
      // Rows beyond the first page.
      for (const row of [40, 80, 120, 160, 200, 240, 280]) {
        // Scrolls once per frame, since the list is too short until more pages are loaded.
        await page.evaluate(`(async () => {
          while (!document.querySelector('.window-box .row[data-index="${row}"]')) {
            document.querySelector(".window-box").scrollTop = ${row * 32};
            await new Promise(requestAnimationFrame);
          }
        })()`);
      }
      const before = await page.evaluate<Shown>(shownRow);
      for (let made = 0; made < 30; made++) await write(`later ${made}`);
      await page.getByRole("button", { name: pill }).waitFor();
      expect(await page.evaluate<Shown>(shownRow)).to.deep.equal(before);
      await page.getByRole("button", { name: pill }).click();
      await page.getByRole("button", { name: pill }).waitFor({ state: "detached" });
      expect(errors).to.deep.equal([]);
    });
  }

  it("opens named items from its palette, and goes back and forward", async () => {
    const { transaction } = await write("one");
    const { page } = await open();
    await page.goto(place.url);
    await page.getByText("Latest updates").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("packag");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Packages", exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(transaction.updateId);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Packages", exact: true }).waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    expect(await page.locator("dialog[open]").count()).to.equal(0);
  });
});

/** Returns true if the machine has capacity for a browser and a ledger. */
const isIdle = (): boolean => (loadavg()[0] ?? 0) < 3 * availableParallelism();

/** Expression for the number of pixels by which the content is wider than the page. */
const overflow =
  "document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth";

interface Shown {
  readonly text: string;
  readonly top: number;
}

/** The middle row of the list and its position. */
const shownRow = `(() => {
  const { left, top, width, height } = document.querySelector(".window-box").getBoundingClientRect();
  const row = document.elementFromPoint(left + width / 2, top + height / 2).closest(".row");
  return { text: row.innerText, top: row.getBoundingClientRect().top };
})()`;

/** Frames per second during two seconds of scrolling at the speed of a wheel. */
const scrolling = `new Promise((done) => {
  const box = document.querySelector(".window-box");
  const begin = performance.now();
  let frames = 0;
  const frame = (now) => {
    frames++;
    box.scrollTop += 90;
    if (now - begin < 2000) requestAnimationFrame(frame);
    else done((frames * 1000) / (now - begin));
  };
  requestAnimationFrame(frame);
})`;

/** Scrolls to the end, and again whenever more rows arrive. */
const toTheEnd = `new Promise((done) => {
  const box = document.querySelector(".window-box");
  const all = "${listed + 1}";
  const frame = () => {
    box.scrollTop = box.scrollHeight;
    if (box.parentElement.getAttribute("aria-rowcount") !== all) requestAnimationFrame(frame);
    else done();
  };
  requestAnimationFrame(frame);
})`;
