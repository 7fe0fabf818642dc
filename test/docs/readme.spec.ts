import { expect } from "chai";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The first TypeScript block below a heading. */
const programBelow = (heading: string): string => {
  const below = readme.slice(readme.indexOf(`## ${heading}`));
  return /```ts\n(.*?)```/su.exec(below)?.[1] ?? "";
};

/** As it stands, but for where the package is found. */
const runnable = (program: string): string =>
  program.replaceAll(
    '"ledger-in-a-box"',
    JSON.stringify(pathToFileURL(join(root, "lib/index.ts"))),
  );

describe("README", () => {
  it("has a first program that runs and prints what it says", async () => {
    const program = programBelow("A ledger in fifteen lines");
    const folder = await mkdtemp(join(tmpdir(), "readme-"));
    const printed: unknown[] = [];
    const { log } = console;
    try {
      const file = join(folder, "program.mts");
      await writeFile(file, runnable(program));
      console.log = (...values: unknown[]) => printed.push(...values);
      await import(pathToFileURL(file).href);
    } finally {
      console.log = log;
      await rm(folder, { recursive: true });
    }
    expect(printed).to.deep.equal([0]);
  });

  it("links only to files that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/gu)].map(([, path = ""]) => path);
    expect(links).to.not.be.empty;
    for (const path of links)
      expect(() => readFileSync(join(root, path), "utf8"), path).to.not.throw(/ENOENT/u);
  });
});
