import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { type CodegenInput, generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { hostilePackage } from "../support/codegen/hostile-package.ts";
import { bundled } from "../support/codegen/imported.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { sharedPath } from "../support/shared.ts";

const root = join(import.meta.dirname, "..", "..");

/** The strictest that people have. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: false,
  noEmit: true,
  module: "nodenext",
  target: "es2022",
  lib: ["es2022"],
  types: [],
};

/** `CODEGEN_COMPILERS=all` tries those that take longer, too. */
const compilers = [
  "@typescript/native/bin/tsc",
  ...(process.env["CODEGEN_COMPILERS"] === "all"
    ? ["typescript/bin/tsc6", "typescript-5.9/bin/tsc"]
    : []),
];

const darsOf = (): readonly string[] =>
  ["dars", "dars/scripts"].flatMap((folder) => {
    const found = sharedPath(folder);
    return found === undefined
      ? []
      : readdirSync(found).flatMap((file) => (file.endsWith(".dar") ? [join(found, file)] : []));
  });

/** Those that the ledger takes; undefined for the others, which a test of loading is about. */
const opened = (file: string): CodegenInput | undefined => {
  try {
    return packagesOfDars([readFileSync(file)]);
  } catch {
    return undefined;
  }
};

describe("generated files", function () {
  this.timeout(300_000);

  let folder: string;

  before(async () => {
    await mkdir(join(root, ".build"), { recursive: true });
    folder = await mkdtemp(join(root, ".build", "compiles-"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["**/*.ts"] }),
    );
    const inputs = [
      { mains: [hostilePackage], packages: [] },
      packagesOfDars([shopDar(), shopDar({ version: "1.1.0", hasNote: true })]),
      ...darsOf().flatMap((file) => opened(file) ?? []),
    ];
    for (const [index, input] of inputs.entries()) {
      for (const [path, text] of generate(input, { schemas: true })) {
        const file = join(folder, `of-${index}`, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
  });

  after(() => rm(folder, { recursive: true }));

  for (const compiler of compilers) {
    it(`compile as strictly as can be: ${compiler}`, async () => {
      const tsc = join(root, "node_modules", compiler);
      const output = await promisify(execFile)(process.execPath, [tsc, "-p", folder], {
        cwd: root,
      }).then(
        ({ stdout }) => stdout,
        (error: unknown) => (error as { readonly stdout: string }).stdout,
      );
      expect(output).to.equal("");
    });
  }

  it("are the same whatever the order of the DARs", () => {
    const [one, other] = [shopDar(), shopDar({ version: "1.1.0", hasNote: true })];
    const options = { schemas: true };
    expect([...generate(packagesOfDars([one, other]), options)]).to.deep.equal([
      ...generate(packagesOfDars([other, one]), options),
    ]);
    const { mains, packages } = packagesOfDars([one, other]);
    const backwards = { mains: mains.toReversed(), packages: packages.toReversed() };
    expect([...generate(backwards)]).to.deep.equal([...generate({ mains, packages })]);
  });

  it("give the name of a package to its highest version", () => {
    const versions = ["1.10.0", "1.9.0"].map((version) => shopDar({ version }));
    const files = generate(packagesOfDars(versions));
    expect(files.get("shop/package.ts")).to.include('version: "1.10.0"');
    expect(files.get("shop@1.9.0/package.ts")).to.include('version: "1.9.0"');
  });

  it("have paths that every file system tells apart and takes", () => {
    for (const input of [{ mains: [hostilePackage], packages: [] }, packagesOfDars([shopDar()])]) {
      const paths = [...generate(input, { schemas: true }).keys()];
      const plain = new Set(paths.map((path) => path.toLowerCase()));
      expect(plain.size).to.equal(paths.length);
      for (const name of paths.flatMap((path) => path.split("/"))) {
        expect(name).to.match(/^[\w@+-][\w.@+-]*$/u);
        expect(name).not.to.match(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu);
        expect(name).not.to.match(/\.$/u);
      }
    }
  });

  it("weigh little, and nothing where only types are used", async () => {
    const file = sharedPath("dars", "splice-api-token-transfer-instruction-v1-1.0.0.dar");
    const files = generate(packagesOfDars([file === undefined ? shopDar() : readFileSync(file)]));
    const [path, name] =
      file === undefined
        ? ["shop/Shop", "Article"]
        : [
            "splice-api-token-transfer-instruction-v1/Splice.Api.Token.TransferInstructionV1",
            "TransferFactory",
          ];
    const one = await bundled(
      files,
      `import { ${name} } from "./${path}.js"; export const command = ${name}.contractId("00").exercise(${name}.Archive);`,
      true,
    );
    expect(one.length).to.be.below(2_000);
    const types = await bundled(
      files,
      `import type { ${name} } from "./${path}.js"; export let id: ${name}.Id;`,
      true,
    );
    expect(types.length).to.be.below(30);
    const unused = await bundled(files, `import { ${name} } from "./${path}.js"; export {};`, true);
    expect(unused.trim()).to.equal("");
  });

  it("of one DAR are no more than they need be", function () {
    const file = sharedPath("dars", "splice-amulet-0.1.14.dar");
    if (file === undefined) return this.skip();
    const texts = [...generate(packagesOfDars([readFileSync(file)])).values()];
    expect(texts.reduce((sum, { length }) => sum + length, 0)).to.be.below(100_000);
  });

  it("import nothing but one another", () => {
    for (const [path, text] of generate(packagesOfDars([shopDar()]), { schemas: true })) {
      for (const [, specifier] of text.matchAll(/from "([^"]+)"/gu)) {
        expect(specifier, path).to.match(/^\.\.?\//u);
      }
    }
  });

  it("end imports as they are told", () => {
    const input = packagesOfDars([shopDar()]);
    const shop = (importExtension: "js" | "ts" | "none") =>
      generate(input, { importExtension }).get("shop/Shop.ts");
    expect(shop("js")).to.include('"../contracts.js"');
    expect(shop("ts")).to.include('"../contracts.ts"');
    expect(shop("none")).to.include('"../contracts"');
  });
});
