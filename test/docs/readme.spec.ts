import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import { compiled } from "../support/compiled.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";

const root = join(import.meta.dirname, "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The first TypeScript block below a heading. */
const programBelow = (heading: string): string => {
  const below = readme.slice(readme.indexOf(`## ${heading}`));
  return /```ts\n(.*?)```/su.exec(below)?.[1] ?? "";
};

/** What the program below a heading prints, as it stands but for where its DAR is. */
const printedBelow = async (heading: string): Promise<readonly unknown[]> => {
  const folder = await mkdtemp(join(tmpdir(), "readme-"));
  const printed: unknown[] = [];
  const { log } = console;
  try {
    const dar = join(folder, "counter.dar");
    await writeFile(dar, assembleDar(counterPackage()));
    const program = programBelow(heading).replaceAll('"counter.dar"', JSON.stringify(dar));
    const file = await compiled(heading, program);
    console.log = (...values: unknown[]) => printed.push(...values);
    await import(pathToFileURL(file).href);
  } finally {
    console.log = log;
    await rm(folder, { recursive: true });
  }
  return printed;
};

describe("README", () => {
  it("has a first program that runs and prints what it says", async () => {
    expect(await printedBelow("A first ledger")).to.deep.equal([0]);
  });

  it("has a program for a DAR that runs and prints what it says", async () => {
    expect(await printedBelow("Bring your DAR")).to.deep.equal([1]);
  });

  it("links only to files that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/gu)].map(([, path = ""]) => path);
    expect(links).to.not.be.empty;
    for (const path of links) {
      expect(() => readFileSync(join(root, path), "utf8"), path).to.not.throw(/ENOENT/u);
    }
  });
});
