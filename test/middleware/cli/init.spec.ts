import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { shopDar } from "../../support/codegen/shop-package.ts";
import { runCommand } from "../../support/command-line.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { bundlePages, root } from "../../support/pages/bundle-pages.ts";
import { useFolder } from "../../support/use-folder.ts";

const textIn = (folder: string, file: string): Promise<string> =>
  readFile(join(folder, file), "utf8");

describe("ledger-in-a-box init", () => {
  const newPath = useFolder("init");

  it("creates a project and prints what to run next", async () => {
    const folder = newPath();
    const { code, output, errors } = await runCommand(["init", folder, "--runner", "jest"]);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    const files = await readdir(folder);
    expect(files.sort()).to.deep.equal([
      "app.ts",
      "contracts.ts",
      "first.test.ts",
      "fixture.ts",
      "jest.config.js",
      "package.json",
      "tsconfig.json",
    ]);
    for (const file of files) expect(output).to.include(`  ${file} `);
    expect(output).to.match(
      /\nNext:\n {2}cd \S+\n {2}npm install --save-dev ledger-in-a-box .*jest.*\n {2}npm test\n/u,
    );
    expect(JSON.parse(await textIn(folder, "package.json"))).to.include({ type: "module" });
  });

  for (const [runner, module] of [
    ["node", "node:test"],
    ["vitest", "vitest"],
    ["mocha", "mocha"],
    ["jest", "@jest/globals"],
    ["bun", "bun:test"],
  ] as const) {
    it(`writes a test for ${runner}`, async () => {
      const folder = newPath();
      await runCommand(["init", folder, "--runner", runner]);
      expect(await textIn(folder, "first.test.ts")).to.include(`import { it } from "${module}";`);
    });
  }

  it("changes no existing file, and lists the files that it left unchanged", async () => {
    const folder = newPath();
    await mkdir(folder);
    const own = '{ "name": "mine" }';
    await writeFile(join(folder, "package.json"), own);
    const first = await runCommand(["init", folder]);
    expect(await textIn(folder, "package.json")).to.equal(own);
    expect(first.output).to.match(/\nAlready there, and not changed:\n {2}package\.json .*\n\n/u);
    // package.json has no scripts, so the output contains the full commands.
    expect(first.output).to.include("  npm pkg set type=module\n");
    expect(first.output).to.include("  npx tsx --test *.test.ts\n");

    await writeFile(join(folder, "app.ts"), "");
    const again = await runCommand(["init", folder]);
    expect(again.code).to.equal(0);
    expect(again.output).to.match(/^Already there, and not changed:\n/u);
    expect(await textIn(folder, "app.ts")).to.equal("");
  });

  it("generates types of a DAR, and creates a contract of the first suitable template", async () => {
    const folder = newPath();
    const dar = join(folder, "shop.dar");
    await mkdir(folder);
    await writeFile(dar, shopDar());
    const { code, output } = await runCommand(["init", folder, "--dar", dar]);
    expect(code).to.equal(0);
    expect(output).to.match(/ {2}daml\/ +generated TypeScript/u);
    expect(await textIn(folder, "fixture.yaml")).to.include("- ./shop.dar\n");
    const test = await textIn(folder, "first.test.ts");
    const [, name = "", module = ""] =
      /import \{ (\w+) \} from "\.\/daml\/(.*)\.ts"/u.exec(test) ?? [];
    const generated = await textIn(folder, `daml/${module}.ts`);
    expect(generated).to.include(`export const ${name}: ${name}.Constant`);
    const { scripts } = JSON.parse(await textIn(folder, "package.json")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(scripts["types"]).to.equal(
      "ledger-in-a-box codegen ./shop.dar --output daml --import-extension ts",
    );
  });

  it("explains a folder after --dar, an invalid DAR and a file in place of the folder", async () => {
    const folder = newPath();
    await mkdir(folder);
    const dar = join(folder, "no.dar");
    const after = await runCommand(["init", "--dar", dar, "my-folder"]);
    expect(after.errors).to.include("my-folder is not a DAR. Write the folder before --dar");
    expect((await runCommand(["init", folder, "--dar", dar])).errors).to.include(dar);
    await writeFile(dar, "no DAR");
    const invalid = await runCommand(["init", folder, "--dar", dar]);
    expect(invalid).to.include({ code: 1, output: "" });
    expect(invalid.errors).to.match(/no\.dar: /u);
    const inFile = await runCommand(["init", dar]);
    expect(inFile.errors).to.include("cannot be written: a parent is a file");
    expect(await readdir(folder)).to.deep.equal(["no.dar"]);
  });
});

describe("ledger-in-a-box init: created project @slow", () => {
  // Node finds the installed packages from here.
  const folder = join(root, ".build", "init");

  beforeEach(() => rm(folder, { recursive: true, force: true }));

  const resultOf = async (project: string, given: readonly string[]): Promise<string> => {
    const { code, errors } = await runCommand(["init", project, ...given]);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    // Deleted, because with it the bundler would not use the `paths` of the repository to resolve this
    // package.
    await rm(join(project, "tsconfig.json"));
    await bundlePages(folder, [join(project, "first.test.ts")]);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--test", "--test-reporter=tap", "first.test.mjs"],
      { cwd: project },
    );
    return stdout;
  };

  it("has a test that passes", async () => {
    const result = await resultOf(join(folder, "template"), []);
    expect(result)
      .to.match(/^ok 1 - transfers an IOU from alice to bob$/mu)
      .and.match(/# pass 1/u);
  });

  it("has a test that passes, with a DAR", async () => {
    const project = join(folder, "dar");
    await mkdir(project, { recursive: true });
    const dar = join(project, "counter.dar");
    await writeFile(dar, assembleDar(counterPackage()));
    const result = await resultOf(project, ["--dar", dar]);
    expect(result).to.match(/^ok 1 - shows alice the Counter of the fixture$/mu);
  });
});
