import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { saveLedger, useLedger } from "../../../fixtures/testing/index.ts";
import { createLedger } from "../../../lib/index.ts";
import { buildPage } from "../../support/built-page.ts";
import { runCommand, startCommand } from "../../support/command-line.ts";
import { Iou } from "../../support/iou-package.ts";
import { iouFixture } from "../../support/iou-tests.ts";

/** Returns the URL of the explorer in the output. */
const pageOf = (greeting: string): string => /Explorer +(\S+)/u.exec(greeting)?.[1] ?? "no page";

describe("ledger-in-a-box explore", () => {
  let folder: string;

  before(buildPage);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "explore-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("shows the ledger that a failed test left in a folder, with its requests", async () => {
    process.env["LEDGER_EXPLORER"] = join(folder, "failures");
    const test = useLedger(iouFixture);
    const failing = test(async ({ ledger, parties: { bank, bob } }) => {
      const commands = Iou.create({ issuer: bank, owner: bob, amount: 77, watchers: [] });
      await ledger.submit({ actAs: bank, commands });
      expect(77).to.equal(78);
    });
    const context = { test: { fullTitle: () => "pays / bob" }, timeout: () => undefined };
    const reason = await failing.call(context).catch((error: unknown) => error);
    delete process.env["LEDGER_EXPLORER"];
    expect(String(reason)).to.equal("AssertionError: expected 77 to equal 78");
    expect(await readdir(join(folder, "failures"))).to.deep.equal(["pays-bob.ledger.json"]);

    const file = join(folder, "failures", "pays-bob.ledger.json");
    const shown = await startCommand(["explore", file]);
    try {
      expect(shown.greeting).to.include("pays / bob").and.include("expected 77 to equal 78");
      const url = pageOf(shown.greeting);
      const page = await (await fetch(url, { headers: { Accept: "text/html" } })).text();
      expect(page).to.include("pays / bob").and.include("&quot;isLive&quot;:false");
      const requests = await (await fetch(new URL("control/requests", url))).text();
      expect(requests).to.include("ledger.submit");
      const { packages } = (await (await fetch(new URL("explorer-data/packages", url))).json()) as {
        packages: readonly { name: string; templates: readonly string[] }[];
      };
      const iou = packages.find(({ name }) => name === "iou");
      expect(iou?.templates).to.include("Iou:Iou");
    } finally {
      expect((await shown.stop()).code).to.equal(0);
    }
  });

  it("reports an invalid file", async () => {
    const file = join(folder, "no.ledger.json");
    await writeFile(file, "{}");
    for (const [given, words] of [
      [file, "cannot be loaded"],
      [join(folder, "none"), "There is no file"],
      [folder, "is a folder, not a file"],
    ] as const) {
      const { code, errors } = await runCommand(["explore", given]);
      expect([code, errors.includes(words), errors.includes(given)], errors).to.deep.equal([
        1,
        true,
        true,
      ]);
    }
    expect((await runCommand(["explore"])).code).to.equal(1);
  });

  it("opens the same saved ledger repeatedly", async () => {
    const ledger = await createLedger();
    const file = join(folder, "any.ledger.json");
    await saveLedger(ledger, file);
    await ledger.close();
    for (let times = 0; times < 2; times++) {
      const shown = await startCommand(["explore", file]);
      expect(shown.greeting).to.include(`The ledger of ${file}`);
      await shown.stop();
    }
  });
});
