import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import type { Page } from "playwright-core";

import { createDamlLoader } from "../../fixtures/daml/index.ts";
import { iou, openLedgerFile } from "../../fixtures/index.ts";
import { createLedger } from "../../lib/index.ts";
import { AmuletSteps, type Parties, partyHints, type Step } from "../support/amulet-steps.ts";
import { amuletRules, rulesTemplate } from "../support/amulet-terms.ts";
import {
  installedChromium,
  installedFirefox,
  machineLoad,
  useBrowser,
} from "../support/browser.ts";
import { startCommand } from "../support/command-line.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";
import { type LivePage, serveLivePage } from "../support/live-page.ts";
import { sharedPath } from "../support/shared.ts";

/** Maximum time of one task of the page's main thread, in milliseconds. */
const maxTask = 100;

/**
 * Notes the long tasks of the main thread. Firefox does not report them: there, a timer notes by how much
 * it is late.
 */
const noteTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    globalThis.longTasks = [];
    if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration);
      }).observe({ type: "longtask", buffered: true });
    } else {
      const tick = (due) => {
        longTasks.push(performance.now() - due);
        setTimeout(tick, 10, performance.now() + 10);
      };
      tick(performance.now());
    }
  `);

const longestTask = async (page: Page): Promise<number> =>
  Math.max(0, ...(await page.evaluate<number[]>("longTasks")));

const itServesVisitors = (open: ReturnType<typeof useBrowser>, pageUrl: () => string): void => {
  const run = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("The bank owes alice 10.0").waitFor();
  };
  const load = async (page: Page, fixture: string): Promise<void> => {
    await page.getByLabel("YAML or JSON").fill(fixture);
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await page.getByText(/^Loaded;/).waitFor();
  };
  const download = async (page: Page, name: string): Promise<string> => {
    const begun = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFile(await (await begun).path(), "utf8");
  };

  it("creates the first contract within two seconds of the load", async () => {
    const { page, errors } = await open();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const before = Date.now();
    await page.goto(pageUrl());
    await run(page);
    expect(Date.now() - before).to.be.below(2_000 * machineLoad());
    expect(
      requested.filter((url) => !url.replace(/^blob:/, "").startsWith(new URL(pageUrl()).origin)),
    ).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });

  it("needs no network once it is loaded", async () => {
    const { page, errors } = await open();
    await page.goto(pageUrl());
    await page.locator("html[data-ledger=complete]").waitFor();
    await page.context().setOffline(true);
    await load(page, "steps: [{ party: zed }]");
    await run(page);
    for (const view of ["Contracts", "Updates", "Parties and users", "Controls", "Packages"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: view }).waitFor();
    }
    await page.evaluate("location.hash = '#/console'");
    await page.getByRole("combobox", { name: "Operation" }).waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("shows which party sees which part of a program's transaction, and the error of a failed program", async () => {
    const { page, errors } = await open();
    await page.goto(pageUrl());
    await run(page);
    await page.getByRole("link", { name: "Updates", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: "create Iou" });
    await row.locator('a[href*="#/updates/"]').click();
    await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
    await page.getByText("sees 1 of 1 step").first().waitFor();
    await page.getByRole("link", { name: "Start", exact: true }).click();
    const program = page.getByLabel("TypeScript, with templates");
    const code = await program.inputValue();
    await program.fill(code.replace('amount: "10.0"', 'amount: "-1.0"'));
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText(/Template precondition violated/).waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("starts a new ledger in place of one whose program does not end", async () => {
    const { page, errors } = await open();
    await page.goto(pageUrl());
    const program = page.getByLabel("TypeScript, with templates");
    const code = await program.inputValue();
    await program.fill("export default () => { for (;;) {} };");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("link", { name: "Contracts", exact: true }).click();
    await page.getByRole("link", { name: "Start", exact: true }).click();
    expect(await program.inputValue()).to.include("for (;;)");
    const stop = page.getByRole("button", { name: "Stop" });
    await page.context().setOffline(true);
    await stop.click();
    await page.getByText("its script cannot be loaded").waitFor();
    await page.context().setOffline(false);
    await stop.click();
    await page.getByText("Stopped. A new ledger").waitFor();
    await program.fill(code);
    await run(page);
    await page.getByRole("link", { name: "Contracts", exact: true }).click();
    await page.getByRole("row").filter({ hasText: "amount 10" }).waitFor();
    expect(errors.filter((text) => !text.includes("worker-"))).to.deep.equal([]);
  });

  it("moves the clock, reverts, and creates by form", async () => {
    const { page, errors } = await open();
    await page.goto(pageUrl());
    await load(page, "steps: [{ party: zed }]");
    await page.getByRole("link", { name: "Controls", exact: true }).click();
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByText(/^Took snapshot/).waitFor();
    await page.getByRole("button", { name: "Advance by 1d" }).click();
    await page.getByText(/^The time is now/).waitFor();
    const revert = page.getByRole("button", { name: /^Revert/ });
    await revert.first().click();
    await page.getByRole("button", { name: "Yes, revert" }).click();
    await page.getByText(/^Reverted to offset/).waitFor();
    await page.getByRole("link", { name: "Create", exact: true }).click();
    const template = page.getByRole("combobox", { name: "Template" });
    const ping = template.locator("option").filter({ hasText: "Ping" });
    await ping.first().waitFor({ state: "attached" });
    await template.selectOption((await ping.first().getAttribute("value")) ?? "");
    for (const name of ["Act as", "initiator", "responder"]) {
      await page.getByRole("combobox", { name, exact: true }).fill("zed");
      await page.keyboard.press("Enter");
    }
    await page.getByRole("textbox", { name: "id", exact: true }).fill("1");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page
      .getByText(/^Committed/)
      .first()
      .waitFor();
    expect(errors).to.deep.equal([]);
  });

  it("loads a real DAR and shows a tap, without a long task of the main thread", async function () {
    const dar = sharedPath("dars", "splice-amulet-0.1.14.dar");
    if (dar === undefined) return this.skip();
    const { page, errors } = await open();
    await noteTasks(page);
    await page.goto(pageUrl());
    await page.locator("main input[type=file]").setInputFiles(dar);
    await page.getByText("uploaded, and vetted").waitFor();
    await load(page, JSON.stringify(tapFixture()));
    await page.getByRole("link", { name: "Updates", exact: true }).click();
    await page.getByRole("row").filter({ hasText: "AmuletRules_DevNet_Tap" }).waitFor();
    const longest = await longestTask(page);
    console.log(`    longest task of the main thread: ${longest} ms`);
    expect(longest).to.be.at.most(maxTask * machineLoad());

    await page.getByRole("link", { name: "Start", exact: true }).click();
    const from = await download(page, "Download the ledger");
    const ledger = await createLedger({ packages: [iou], daml: createDamlLoader(), from });
    expect(
      JSON.stringify([...ledger.state.packages.packages()].map(({ name }) => name)),
    ).to.include("splice-amulet");
    await ledger.close();
    expect(errors).to.deep.equal([]);
  });

  it("uses dropped files, and the command line continues with the downloaded ledger", async () => {
    const { page, errors } = await open();
    const folder = await mkdtemp(join(tmpdir(), "live-page-"));
    await page.goto(pageUrl());
    await page.locator("html[data-ledger=complete]").waitFor();
    await drop(page, "counter.dar", assembleDar(counterPackage()));
    await page.getByText("counter.dar").first().waitFor();
    const steps = `steps:
  - party: zed
  - submit:
      as: zed
      create: { template: "#counter:Main:Counter", arguments: { owner: "\${zed}", count: 41 } }
`;
    await drop(page, "counter.yaml", Buffer.from(steps));
    await page.getByRole("link", { name: "Contracts", exact: true }).click();
    await page.getByRole("row").filter({ hasText: "count 41" }).waitFor();
    await page.getByRole("link", { name: "Start", exact: true }).click();
    const file = join(folder, "my.ledger.json");
    await writeFile(file, await download(page, "Download the ledger"));
    const { baseUrl, greeting, stop } = await startCommand(["--from", file, "--auth", "disabled"]);
    expect(greeting).to.include("Loaded my.ledger.json");
    const response = await fetch(`${baseUrl}/v2/parties`);
    expect(await response.text()).to.include("zed::");
    await stop();
    await rm(folder, { recursive: true });
    expect(errors).to.deep.equal([]);
  });

  it("writes a file with the types of the visitor's templates, and opens it again", async () => {
    const { page, errors } = await open();
    await page.goto(pageUrl());
    await run(page);
    const text = await download(page, "Download for the explorer");
    const { ledger } = await openLedgerFile(text, { packages: [iou], daml: createDamlLoader() });
    expect(ledger.state.active.all.size).to.equal(1);
    await ledger.close();
    const file = { name: "a.ledger.json", mimeType: "application/json", buffer: Buffer.from(text) };
    await page.locator("main input[type=file]").setInputFiles(file);
    await page.getByText("opened").first().waitFor();
    await page.getByRole("link", { name: "Contracts", exact: true }).click();
    await page.getByRole("row").filter({ hasText: "amount 10" }).waitFor();
    expect(errors).to.deep.equal([]);
  });
};

describe("a ledger in the page", () => {
  let place: LivePage;

  before(async () => {
    place = await serveLivePage();
  });
  after(() => place.close());

  const url = () => place.url;
  describe("in Chromium", () => itServesVisitors(useBrowser(installedChromium), url));
  describe("in Firefox", () => itServesVisitors(useBrowser(installedFirefox), url));
});

/** Drops a file onto the page, as from the visitor's file manager. */
const drop = async (page: Page, name: string, content: Uint8Array): Promise<void> => {
  const base64 = Buffer.from(content).toString("base64");
  const dataTransfer = await page.evaluateHandle(`{
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob("${base64}"), (character) => character.codePointAt(0));
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}));
    transfer;
  }`);
  for (const event of ["dragover", "drop"]) {
    await page.dispatchEvent("body", event, { dataTransfer });
  }
};

/** Returns a fixture that taps coins from the faucet of a new Amulet network. */
const tapFixture = (): object => {
  const parties = Object.fromEntries(partyHints.map((hint) => [hint, `\${${hint}}`])) as Parties;
  const steps = new AmuletSteps(parties);
  steps.rules = "${rules}";
  const round = (index: number) => ({ contractId: `\${rounds.created[${index}]}` }) as never;
  steps.rounds = [round(0), round(1), round(2)];
  const submit = (id: string, { actAs, commands }: Step) => ({
    submit: { as: actAs.map((party) => party.replace(/^\$\{(.*)\}$/, "$1")), id, commands },
  });
  return {
    steps: [
      // Some of them are in the demo data.
      ...partyHints.map((hint) => ({ party: { alias: hint, hint, reuse: true } })),
      {
        submit: {
          as: ["dso"],
          id: "rules",
          create: { template: rulesTemplate, arguments: amuletRules(parties.dso, "noFees") },
        },
      },
      submit("rounds", steps.bootstrapRounds()),
      submit("tap", steps.tap(parties.bob, "25.0", [parties.bob, parties.dso])),
    ],
  };
};
