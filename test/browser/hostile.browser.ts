import { expect } from "chai";
import type { Page } from "playwright-core";

import { coinScenario, loadFixture } from "../../fixtures/index.ts";
import { allocateParty } from "../../lib/api.ts";
import {
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  Party,
  Text,
} from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type ExplorerHost, serveExplorer } from "../support/explorer-host.ts";

const markup = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
const turned = "\u202Egnp.exe";
const hostile = `${markup} ${turned} ${"m".repeat(1_000_000)}`;

const Note = defineTemplate("Main:Note", {
  payload: { owner: Party, text: Text },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, name: Text },
    of: ({ owner, text }) => ({ owner, name: text.slice(0, 1_000) }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Say: {
      consuming: false,
      argument: { words: Text },
      result: Text,
      controllers: ({ owner }) => [owner],
    },
    Fail: {
      consuming: false,
      argument: { words: Text },
      controllers: ({ owner }) => [owner],
    },
  },
});
Note.implement({
  Say: (_, __, { words }) => words,
  Fail: (transaction, _, { words }) => transaction.assert(false, words),
});
const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note } });

/** Maximum number of characters that a view may show. */
const maxRead = 150_000;

/** Defects of a view: content that became elements, and text that is too long or too wide. */
const wrongIn = async (page: Page): Promise<readonly string[]> => {
  const [elements, read, overflow, title] = await page.evaluate<[number, number, number, string]>(
    `[
      document.querySelectorAll("main img, main script").length,
      document.body.innerText.length,
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      document.title,
    ]`,
  );
  return [
    ...(elements === 0 ? [] : [`${elements} elements of markup`]),
    ...(read <= maxRead ? [] : [`${read} characters`]),
    ...(overflow === 0 ? [] : [`${overflow} pixels too wide`]),
    ...(title.endsWith("Ledger in a box") ? [] : [title]),
  ];
};

describe("explorer, with hostile contents", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: ExplorerHost;

  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  const post = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(new URL(`../ledger/${path}`, place.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.text();
  };

  it("shows hostile contents as plain text in every view, and only as much as requested", async () => {
    const requests = { bodies: true, bodyLength: 1_048_576 };
    ledger = await createLedger({ packages: [notes], seed: 1, requests });
    place = await serveExplorer(ledger);
    const { party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    const made = await ledger.submit({
      actAs: owner,
      commands: Note.create({ owner, text: hostile }),
    });
    const [note] = made.created(Note);
    const contractId = String(note);
    const exercise = (choice: string) => ({
      templateId: "#notes:Main:Note",
      contractId,
      choice,
      choiceArgument: { words: hostile },
    });
    const commands = (choice: string) => ({
      commandId: choice,
      userId: "explorer",
      actAs: [owner],
      commands: [{ ExerciseCommand: exercise(choice) }],
    });
    await post("v2/commands/submit-and-wait", commands("Say"));
    const refusal = await post("v2/commands/submit-and-wait", commands("Fail"));
    expect(refusal).to.include("<script>");

    const { page, errors } = await open();
    const found: string[] = [];
    const look = async (view: string, heading: string): Promise<void> => {
      await page.goto(`${place.url}#${view}`);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      await page.waitForLoadState("networkidle");
      found.push(...(await wrongIn(page)).map((each) => `${view}: ${each}`));
    };
    await look("/", "Recent refusals");
    await look("/contracts", "Contracts");
    await look(`/contracts/${contractId}`, "Stakeholders");
    await look("/updates", "Updates");
    await look(`/updates/${made.transaction.updateId}`, "Compare visibility");
    await look(`/updates/${made.transaction.offset + 1}`, "Compare visibility");
    await look("/commands?user=explorer", "Commands");
    await look("/requests?show=all", "Requests");
    const refused = ledger.requests.after(0).findLast(({ status }) => status === 400);
    await look(`/requests/${refused?.id ?? 0}`, "Decision");
    await look("/synchronizers", "Contracts on each");
    expect(await page.title()).to.equal("Synchronizers · Ledger in a box");

    // The messages in a form, next to the field and below it.
    await look(`/contracts/${contractId}?choice=Note.Fail`, "The command");
    await page.getByRole("textbox", { name: "words" }).fill(markup);
    await page.getByRole("button", { name: "Exercise", exact: true }).click();
    await page.getByRole("alert").getByText("<img src=x").waitFor();
    found.push(...(await wrongIn(page)));

    // The console's response: bidi control characters are escaped, so they have no effect.
    await page.goto(`${place.url}#/console?operation=POST+%2Fv2%2Fstate%2Factive-contracts`);
    await page.getByRole("button", { name: "Send" }).click();
    await page
      .locator(".json")
      .getByText(String.raw`\u202egnp.exe`)
      .waitFor();
    found.push(...(await wrongIn(page)));

    expect(found).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });

  it("shows long coin descriptions on one line", async () => {
    const { packages, history, fixture } = coinScenario;
    const clock = { freeze: "2025-03-01T00:00:00Z" };
    ledger = await createLedger({ packages, history, seed: 1, clock });
    const written = JSON.stringify(fixture).replace(
      '"for the new office"',
      JSON.stringify(hostile),
    );
    await loadFixture(ledger, JSON.parse(written) as typeof fixture);
    place = await serveExplorer(ledger);
    const { page, errors } = await open();
    await page.goto(`${place.url}#/coin`);
    await page.getByText("<img src=x").first().waitFor();
    expect(await wrongIn(page)).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
  });

  for (const address of ["/contracts/%E0%A4", "/updates/%", "/packages/%zz", "/nothing/of/this"]) {
    it(`reports what is wrong with the address ${address}`, async () => {
      ledger = await createLedger({ seed: 1 });
      place = await serveExplorer(ledger);
      const { page, errors } = await open();
      await page.goto(`${place.url}#${address}`);
      const told = page.getByRole("alert").or(page.getByText("Page not found"));
      await told.or(page.getByText("No package chosen")).first().waitFor();
      expect(errors).to.deep.equal([]);
    });
  }
});
