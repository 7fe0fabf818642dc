import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import * as fixtures from "../../fixtures/index.ts";
import { createLedger } from "../../lib/index.ts";
import { bundlePages, root } from "../support/pages/bundle-pages.ts";
import { NotAsDocumented } from "../support/pages/not-as-documented.ts";
import { type PreparedPage, preparePage, programsOf } from "../support/pages/prepare-page.ts";
import { runPage } from "../support/pages/run-page.ts";

const code = (language: string, ...lines: readonly string[]): string =>
  ["", `\`\`\`${language}`, ...lines, "```", ""].join("\n");

/** Incorrect pages with the expected error as a pattern, by the mistake in them. */
const broken: Readonly<Record<string, readonly [page: string, told: RegExp]>> = {
  "a program that throws": [code("ts", 'throw new Error("no such thing");'), /no such thing/u],
  "a program that prints something else": [code("ts", "console.log(1 + 1); // 3"), /prints\s+2/u],
  "a program that prints less": [
    code("ts", "if (process.argv.length > 9) console.log(1); // 1"),
    /prints/u,
  ],
  "a program whose output is not in a comment": [code("ts", "console.log(2);"), /prints\s+2/u],
  "a test that fails": [
    code("ts", 'import { it } from "node:test";', 'it("fails", () => { throw new Error("no"); });'),
    /fails/u,
  ],
  "a server that ends by itself": [
    code("ts", "const app = { listen: (port: number) => port };", "app.listen(3000);"),
    /ended by itself/u,
  ],
  "a command that fails": [code("sh", "npx ledger-in-a-box coverage"), /Name the test command/u],
  "a ledger that does not start": [
    code("sh", "npx ledger-in-a-box --fixtures none.yaml"),
    /There is no file none.yaml/u,
  ],
  "a ledger that prints something else when it starts": [
    code("sh", "npx ledger-in-a-box") + code("text", "…Loaded nothing…"),
    /prints\s+A ledger in a box/u,
  ],
  "an answer that differs from the documented one": [
    code("sh", `echo '{"a": 1}'`) + code("json", '{ "a": 2 }'),
    /prints\s+\{"a": 1\}/u,
  ],
  "a request that is refused": [
    code("sh", "npx ledger-in-a-box --auth disabled") +
      code("sh", "curl http://127.0.0.1:7575/v2/versions"),
    /404|UNKNOWN|not_found|no path/iu,
  ],
  "a fixture that cannot be loaded": [code("yaml", "steps:", "  - partie: alice"), /partie|party/u],
  "a fixture file that no other block names": [
    code("yaml", "# lost.yaml", "steps: []"),
    /No code on the page loads lost/u,
  ],
  "a code block in a language that cannot be run": [
    code("java", "class A {}"),
    /A block in java cannot be tested/u,
  ],
};

const modules = { createLedger, ...fixtures };
const folder = join(root, ".build", "broken-pages");

describe("an incorrect page is reported @slow", function () {
  const laidOut = new Map<string, PreparedPage>();
  let command = "";

  before(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [index, [title, [page]]] of Object.entries(broken).entries()) {
      const file = join(folder, `${index}.md`);
      await writeFile(file, page);
      laidOut.set(title, await preparePage(file, join(folder, String(index))));
    }
    command = await bundlePages(folder, [...laidOut.values()].flatMap(programsOf));
  });

  for (const [title, [, told]] of Object.entries(broken)) {
    it(title, async () => {
      const page = laidOut.get(title);
      if (page === undefined) expect.fail("The page was not prepared.");
      const error: unknown = await runPage(page, {
        command,
        extension: ".mjs",
        hasRunners: false,
        modules,
      }).catch((problem: unknown) => problem);
      expect(error).to.be.instanceOf(NotAsDocumented);
      expect(String(error)).to.match(told);
    });
  }
});
