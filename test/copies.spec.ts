import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";
import { build } from "esbuild";

import { createLedger, definePackage, defineTemplate, Party } from "../lib/index.ts";
import { errorOf } from "./support/error-of.ts";

const source = `
  export * from "./lib/index.ts";
  export { loadFixture } from "./fixtures/index.ts";
  export { createControlRouter, createFetch, createLedgerRouter } from "./middleware/index.ts";
`;

interface OtherCopy {
  readonly createLedger: typeof createLedger;
  readonly createLedgerRouter: (ledger: unknown, options: object) => unknown;
  readonly createFetch: (ledger: unknown, options: object) => unknown;
  readonly createControlRouter: (ledger: unknown) => unknown;
  readonly loadFixture: (ledger: unknown, fixture: object) => Promise<unknown>;
}

describe("two copies of the package in one program", () => {
  let folder: string;
  let other: OtherCopy;
  before(async () => {
    // The copy is in the repository, so that it finds its dependencies.
    folder = await mkdtemp(join(".build", "copy-"));
    const outfile = join(folder, "copy.mjs");
    const stdin = { contents: source, resolveDir: ".", loader: "ts" } as const;
    await build({ stdin, outfile, bundle: true, format: "esm", packages: "external" });
    other = (await import(pathToFileURL(outfile).href)) as OtherCopy;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const Iou = defineTemplate("Main:Iou", {
    payload: { bank: Party },
    signatories: ({ bank }) => [bank],
  });
  const iou = definePackage({ name: "iou", version: "1.0.0", templates: { Iou } });
  const named = /made by another copy of ledger-in-a-box\. Run `npm ls ledger-in-a-box`/;

  const entries: Readonly<Record<string, (ledger: unknown) => unknown>> = {
    createLedgerRouter: (ledger) => other.createLedgerRouter(ledger, { auth: "disabled" }),
    createFetch: (ledger) => other.createFetch(ledger, { auth: "disabled" }),
    createControlRouter: (ledger) => other.createControlRouter(ledger),
    loadFixture: (ledger) => other.loadFixture(ledger, { steps: [{ party: "alice" }] }),
  };
  for (const [entry, call] of Object.entries(entries)) {
    it(`${entry} refuses a ledger of the other copy and suggests npm ls`, async () => {
      const ledger = await createLedger();
      const error = await Promise.resolve()
        .then(() => call(ledger))
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.an("error").with.property("message").that.matches(named);
      await ledger.close();
    });
  }

  it("createLedger refuses a package of the other copy", async () => {
    const error = await other.createLedger({ packages: [iou] }).catch((thrown: unknown) => thrown);
    expect(error).to.be.an("error").with.property("message").that.matches(named);
  });

  it("definePackage refuses a template of the other copy", () => {
    const foreign = other as unknown as { definePackage: typeof definePackage };
    const error = errorOf(() =>
      foreign.definePackage({ name: "iou", version: "1.0.0", templates: { Iou } }),
    );
    expect(error.cause).to.match(named);
  });
});
