import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";

import { expect } from "chai";

import type { Type } from "../../lib/api.ts";
import {
  type CodegenInput,
  generate,
  type GenerateOptions,
  packagesOfDars,
} from "../../lib/codegen/index.ts";
import { hostilePackage } from "../support/codegen/hostile-package.ts";
import { bundleProgram } from "../support/codegen/import-program.ts";
import { moreDars } from "../support/codegen/more-dars.ts";
import { packageOf } from "../support/codegen/plain-packages.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";

const root = join(import.meta.dirname, "..", "..");

/** The strictest options of the TypeScript compiler. */
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
  paths: { "ledger-in-a-box/*": ["../../lib/codegen/runtime/*.ts"] },
  allowImportingTsExtensions: true,
  module: "nodenext",
  target: "es2022",
  lib: ["es2022"],
  types: [],
};

/** `CODEGEN_COMPILERS=all` also runs the slow compilers. */
const compilers = [
  "@typescript/native/bin/tsc",
  ...(process.env["CODEGEN_COMPILERS"] === "all"
    ? ["typescript/bin/tsc6", "typescript-5.9/bin/tsc"]
    : []),
];

/** The combinations of generator options that are tested. */
const ways: Readonly<Record<string, GenerateOptions>> = {
  javascript: { emit: "js" },
  importing: { runtime: "package" },
  whole: { dependencies: "all" },
};

const darsOf = (): readonly string[] => [
  ...["dars", "dars/scripts"].flatMap((folder) => {
    const found = sharedPath(folder);
    return found === undefined
      ? []
      : readdirSync(found).flatMap((file) => (file.endsWith(".dar") ? [join(found, file)] : []));
  }),
  ...moreDars(),
];

/**
 * Opens a DAR for the generator. Returns undefined for a DAR that the ledger refuses; other tests cover
 * these.
 */
const opened = (file: string): CodegenInput | undefined => {
  try {
    return packagesOfDars([readFileSync(file)]);
  } catch {
    return undefined;
  }
};

describe("generated files @slow", function () {
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
      await write(`of-${index}`, generate(input, { schemas: true }));
    }
    // The first three inputs contain every feature, so only they are generated with every option.
    for (const [index, input] of inputs.slice(0, 3).entries()) {
      for (const [way, options] of Object.entries(ways)) {
        await write(`${way}-${index}`, generate(input, { schemas: true, ...options }));
      }
    }
  });

  const write = async (name: string, files: ReadonlyMap<string, string>): Promise<void> => {
    for (const [path, text] of files) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  };

  after(() => rm(folder, { recursive: true }));

  for (const compiler of compilers) {
    it(`compile with the strictest options: ${compiler}`, async () => {
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

  it("are JavaScript with the same behavior if `js` is chosen", async () => {
    for (const input of [{ mains: [hostilePackage], packages: [] }, packagesOfDars([shopDar()])]) {
      const [ts, js] = [{}, ways["javascript"]].map((options) =>
        generate(input, { schemas: true, ...options }),
      ) as [ReadonlyMap<string, string>, ReadonlyMap<string, string>];
      const paths = [...js.keys()].filter((path) => path.endsWith(".js"));
      const plain = paths.map((path) => path.slice(0, -".js".length));
      expect([...js.keys()]).to.include.members(plain.map((path) => `${path}.d.ts`));
      expect([...ts.keys()]).to.include.members(plain.map((path) => `${path}.ts`));
      const program = paths.map((path, index) => `export * as m${index} from "./${path}";\n`);
      expect(await bundleProgram(js, program.join(""), "but for names")).to.equal(
        await bundleProgram(ts, program.join(""), "but for names"),
      );
    }
  });

  it("import the runtime from the package if an option says so", async () => {
    const input = packagesOfDars([shopDar()]);
    const files = generate(input, { schemas: true, runtime: "package" });
    expect([...files.keys()]).not.to.include.oneOf(["contracts.ts", "schemas.ts"]);
    expect(files.get("shop/Shop.ts")).to.include('from "ledger-in-a-box/contracts";');
    expect(files.get("shop/Shop.schemas.ts")).to.include('from "ledger-in-a-box/schemas";');
    const program = 'export * from "./shop/index.js"; export * as s from "./shop/Shop.schemas.js";';
    const inline = await bundleProgram(generate(input, { schemas: true }), program, true);
    expect((await bundleProgram(files, program, true)).length).to.equal(inline.length);
  });

  it("include all packages that they depend on if an option says so", () => {
    const other = packageOf({
      packageId: "other",
      name: "other",
      dataTypes: {
        "Other:Needed": { kind: "enum", constructors: ["A", "B"] },
        "Other:Needless": { kind: "enum", constructors: ["A", "B"] },
      },
    });
    const main = packageOf({
      packageId: "main",
      name: "main",
      dataTypes: {
        "Main:Of": {
          kind: "record",
          parameters: [],
          fields: [
            { name: "of", type: { kind: "named", id: "other:Other:Needed", arguments: [] } },
          ],
        },
      },
    });
    const input = { mains: [main], packages: [other] };
    expect(generate(input).get("other/Other.ts")).not.to.include("Needless");
    const all = generate(input, { dependencies: "all" });
    expect(all.get("other/Other.ts")).to.include("export type Needless");
    expect([...generate({ mains: [main, other], packages: [] })]).to.deep.equal([...all]);
  });

  it("never import TypeScript from JavaScript", () => {
    const input = packagesOfDars([shopDar()]);
    expect(() => generate(input, { emit: "js", importExtension: "ts" })).to.throw(
      /importExtension/u,
    );
  });

  it("do not depend on the order of the DARs", () => {
    const [one, other] = [shopDar(), shopDar({ version: "1.1.0", hasNote: true })];
    const options = { schemas: true };
    expect([...generate(packagesOfDars([one, other]), options)]).to.deep.equal([
      ...generate(packagesOfDars([other, one]), options),
    ]);
    const { mains, packages } = packagesOfDars([one, other]);
    const backwards = { mains: mains.toReversed(), packages: packages.toReversed() };
    expect([...generate(backwards)]).to.deep.equal([...generate({ mains, packages })]);
  });

  it("use a package's name for its highest version", () => {
    const versions = ["1.10.0", "1.9.0"].map((version) => shopDar({ version }));
    const files = generate(packagesOfDars(versions));
    expect(files.get("shop/package.ts")).to.include('version: "1.10.0"');
    expect(files.get("shop@1.9.0/package.ts")).to.include('version: "1.9.0"');
  });

  it("have paths that are valid and distinct on every file system", () => {
    const inputs = [
      { mains: [hostilePackage], packages: [] },
      packagesOfDars([shopDar()]),
      ...darsOf().flatMap((file) => opened(file) ?? []),
    ];
    for (const input of inputs) {
      const paths = [...generate(input, { schemas: true, dependencies: "all" }).keys()];
      const plain = new Set(paths.map((path) => path.toLowerCase()));
      expect(plain.size).to.equal(paths.length);
      for (const name of paths.flatMap((path) => path.split("/"))) {
        expect(name).to.match(/^[\w@+-][\w.@+-]*$/u);
        expect(name).not.to.match(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu);
        expect(name).not.to.match(/\.$/u);
      }
    }
  });

  it("can be published as a package", async () => {
    const files = generate(packagesOfDars([shopDar()]), { schemas: true, emit: "js" });
    await write("published", files);
    const manifest = {
      name: "shop-types",
      version: "1.0.0",
      type: "module",
      exports: {
        ".": { types: "./shop/index.d.ts", default: "./shop/index.js" },
        "./schemas": {
          types: "./shop/Shop.schemas.d.ts",
          default: "./shop/Shop.schemas.js",
        },
      },
    };
    await writeFile(join(folder, "published", "package.json"), JSON.stringify(manifest));
    const attw = join(root, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
    const given = [attw, "--pack", join(folder, "published"), "--profile", "esm-only"];
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: folder });
    // The tool fails if it finds problems.
    expect(stdout).to.include("(ESM)");
  });

  it("need no Node modules and run in a browser", async () => {
    const program = `
      import { Article } from "./shop/Shop.js";
      import { Color } from "./shop/Shop.Types.js";
      import * as schemas from "./shop/Shop.schemas.js";
      globalThis.found = JSON.stringify([
        Article.contractId("00").exercise(Article.Quote),
        Color.Red,
        schemas.Sell["~standard"].validate({ buyer: 7 }).issues.length,
      ]);
    `;
    const text = await bundleProgram(
      generate(packagesOfDars([shopDar()]), { schemas: true }),
      program,
    );
    const world: { found?: string } = {};
    runInNewContext(text, world);
    expect(JSON.parse(world.found ?? "")).to.deep.equal([
      {
        ExerciseCommand: {
          templateId: "#shop:Shop:Article",
          contractId: "00",
          choice: "Quote",
          choiceArgument: {},
        },
      },
      "Red",
      1,
    ]);
  });

  it("are generated quickly for two thousand templates, with the same text each time", () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `Many.M${index % 50}:T${index}`);
    const party: Type = { kind: "party" };
    const many = packageOf({
      packageId: "many",
      name: "many",
      dataTypes: Object.fromEntries(
        names.map((name) => [
          name,
          { kind: "record", parameters: [], fields: [{ name: "owner", type: party }] },
        ]),
      ),
      templates: Object.fromEntries(
        names.map((name) => [
          name,
          {
            payload: { kind: "named", id: `many:${name}`, arguments: [] },
            choices: { Give: [party, { kind: "unit" }] },
          },
        ]),
      ),
    });
    const begun = process.cpuUsage();
    const files = generate({ mains: [many], packages: [] }, { schemas: true });
    expect(process.cpuUsage(begun).user / 1000).to.be.below(5_000);
    expect(files.size).to.equal(3 + 2 + 100);
    expect([...generate({ mains: [many], packages: [many] }, { schemas: true })]).to.deep.equal([
      ...files,
    ]);
  });

  it("are small, and add no code to a bundle that uses only their types", async () => {
    const file = sharedPath("dars", "splice-api-token-transfer-instruction-v1-1.0.0.dar");
    const files = generate(packagesOfDars([file === undefined ? shopDar() : readFileSync(file)]));
    const [path, name] =
      file === undefined
        ? ["shop/Shop", "Article"]
        : [
            "splice-api-token-transfer-instruction-v1/Splice.Api.Token.TransferInstructionV1",
            "TransferFactory",
          ];
    const one = await bundleProgram(
      files,
      `import { ${name} } from "./${path}.js"; export const command = ${name}.contractId("00").exercise(${name}.Archive);`,
      true,
    );
    expect(one.length).to.be.below(2_000);
    const types = await bundleProgram(
      files,
      `import type { ${name} } from "./${path}.js"; export let id: ${name}.Id;`,
      true,
    );
    expect(types.length).to.be.below(30);
    const unused = await bundleProgram(
      files,
      `import { ${name} } from "./${path}.js"; export {};`,
      true,
    );
    expect(unused.trim()).to.equal("");
  });

  it("of one DAR contain only the packages that it needs", function () {
    const file = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    const texts = [...generate(packagesOfDars([file])).values()];
    expect(texts.reduce((sum, { length }) => sum + length, 0)).to.be.below(101_000);
  });

  it("import only each other", () => {
    for (const [path, text] of generate(packagesOfDars([shopDar()]), { schemas: true })) {
      for (const [, specifier] of text.matchAll(/from "([^"]+)"/gu)) {
        expect(specifier, path).to.match(/^\.\.?\//u);
      }
    }
  });

  it("end imports with the chosen extension", () => {
    const input = packagesOfDars([shopDar()]);
    const shop = (importExtension: "js" | "ts" | "none") =>
      generate(input, { importExtension }).get("shop/Shop.ts");
    expect(shop("js")).to.include('"../contracts.js"');
    expect(shop("ts")).to.include('"../contracts.ts"');
    expect(shop("none")).to.include('"../contracts"');
  });
});
