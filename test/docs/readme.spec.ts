import { expect } from "chai";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";

const root = join(import.meta.dirname, "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The first TypeScript block below a heading. */
const programBelow = (heading: string): string => {
  const below = readme.slice(readme.indexOf(`## ${heading}`));
  return /```ts\n(.*?)```/su.exec(below)?.[1] ?? "";
};

const sources = {
  "ledger-in-a-box": "lib/index.ts",
  "ledger-in-a-box/daml": "lib/daml-lf/index.ts",
};

/** As it stands, but for where the package and its files are found. */
const runnable = (program: string, folder: string): string => {
  const located = Object.entries(sources).reduce(
    (text, [name, file]) =>
      text.replaceAll(`"${name}"`, JSON.stringify(pathToFileURL(join(root, file)).href)),
    program,
  );
  return located.replaceAll('"counter.dar"', JSON.stringify(join(folder, "counter.dar")));
};

/** What the program prints. */
const run = async (program: string): Promise<readonly unknown[]> => {
  const folder = await mkdtemp(join(tmpdir(), "readme-"));
  const printed: unknown[] = [];
  const { log } = console;
  try {
    await writeFile(join(folder, "counter.dar"), assembleDar(counterPackage()));
    const file = join(folder, "program.mts");
    await writeFile(file, runnable(program, folder));
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
    expect(await run(programBelow("A ledger in fifteen lines"))).to.deep.equal([0]);
  });

  it("has a program for a DAR that runs and prints what it says", async () => {
    expect(await run(programBelow("Bring your DAR"))).to.deep.equal([1]);
  });

  it("links only to files that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/gu)].map(([, path = ""]) => path);
    expect(links).to.not.be.empty;
    for (const path of links)
      expect(() => readFileSync(join(root, path), "utf8"), path).to.not.throw(/ENOENT/u);
  });
});
