import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import * as fixtures from "../../fixtures/index.ts";
import { createLedger } from "../../lib/index.ts";
import { bundlePages, root } from "../support/pages/bundle-pages.ts";
import {
  findPageDar,
  type PreparedPage,
  preparePage,
  programsOf,
} from "../support/pages/prepare-page.ts";
import { runPage } from "../support/pages/run-page.ts";
import { requireShared } from "../support/shared.ts";

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs/guide")).map((file) => `docs/guide/${file}`),
];
const modules = { createLedger, ...fixtures };
const folder = join(root, ".build", "pages");

describe("documentation pages @slow", function () {
  const laidOut = new Map<string, PreparedPage>();
  let command = "";

  before(async () => {
    await rm(folder, { recursive: true, force: true });
    for (const page of pages) {
      const name = page.replaceAll("/", "-").replace(/\.md$/u, "");
      laidOut.set(page, await preparePage(join(root, page), join(folder, name)));
    }
    const programs = [...laidOut.values()].flatMap(programsOf);
    command = await bundlePages(folder, programs);
  });

  for (const page of pages) {
    it(`have correct examples: ${page}`, async function () {
      const dar = findPageDar(page);
      if (dar !== undefined) requireShared(this, "dars", "localnet", dar);
      const there = laidOut.get(page);
      if (there === undefined) expect.fail("The page was not prepared.");
      await runPage(there, { command, extension: ".mjs", hasRunners: false, modules });
    });
  }

  it("are short", () => {
    const lines = (page: string): number =>
      readFileSync(join(root, page), "utf8").split("\n").length - 1;
    for (const page of pages.slice(1)) expect(lines(page), page).to.be.at.most(140);
  });
});
