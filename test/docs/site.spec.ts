import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { writeLlmsFiles } from "../../.ci/llms.js";
import { listedPages, sitePathByDocument } from "../../.ci/site/structure.js";
import { projectFiles } from "../support/project-files.ts";

describe("llms.txt", () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "llms-"));
    writeLlmsFiles(folder, folder);
  });

  after(() => rmSync(folder, { recursive: true }));

  const pages = readdirSync("docs/guide");

  it("lists each page of the guide with a summary", () => {
    const text = readFileSync(join(folder, "llms.txt"), "utf8");
    expect(text).to.match(/^# ledger-in-a-box\n\n> \S/u);
    const listed = [...text.matchAll(/^- \[.+\]\(\.\.\/docs\/guide\/([\w.-]+)\): \S.*$/gmu)];
    expect(listed.map(([, file]) => file)).to.have.members(pages);
  });

  it("has a full version with the text of each page", () => {
    const text = readFileSync(join(folder, "llms-full.txt"), "utf8");
    for (const page of pages) {
      expect(text).to.include(readFileSync(join("docs/guide", page), "utf8"));
    }
  });
});

describe("documentation site", () => {
  const pages = [...sitePathByDocument.values()];

  it("has every page of the guide", () => {
    const guide = projectFiles().filter((file) => file.startsWith("docs/guide/"));
    expect(guide).to.have.length.above(30);
    expect([...sitePathByDocument.keys()]).to.include.members(guide);
  });

  it("lists every page in its sidebar, and no others", () => {
    expect([...listedPages]).to.have.members([...pages, "api/"]);
  });
});
