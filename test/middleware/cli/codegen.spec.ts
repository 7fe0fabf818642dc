import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger } from "../../../lib/index.ts";
import { shopDar } from "../../support/codegen/shop-package.ts";
import { runCommand, watchCommand } from "../../support/command-line.ts";
import { serveLedger } from "../../support/served-ledger.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";

describe("ledger-in-a-box codegen", () => {
  let folder: string;
  let dar: string;
  let output: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "codegen-"));
    dar = join(folder, "shop.dar");
    output = join(folder, "daml");
    await writeFile(dar, shopDar());
  });

  afterEach(() => rm(folder, { recursive: true }));

  const files = async (): Promise<readonly string[]> =>
    (await readdir(output, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(output.length + 1))
      .sort();

  it("writes files, and prints the number of changed ones", async () => {
    const first = await runCommand(["codegen", dar, "-o", output]);
    expect(first).to.include({ code: 0, errors: "" });
    expect(first.output).to.match(/daml: 9 files, 9 changed \(\d+ ms\)\n$/u);
    const again = await runCommand(["codegen", dar, "-o", output]);
    expect(again.output).to.include("9 files, 0 changed");
    expect(await readFile(join(output, "shop/Shop.ts"), "utf8")).to.include('"./Shop.Types.js"');
  });

  it("lists each template with its file and constant in the manifest", async () => {
    await runCommand(["codegen", dar, "-o", output]);
    const text = await readFile(join(output, "manifest.json"), "utf8");
    const { packages, templates } = JSON.parse(text) as {
      readonly packages: readonly { readonly id: string; readonly name: string }[];
      readonly templates: readonly { readonly file: string; readonly constant: string }[];
    };
    const { id } = packages.find(({ name }) => name === "shop") ?? {};
    expect(templates).to.deep.include({
      id: `${id}:Shop:Article`,
      file: "shop/Shop.ts",
      constant: "Article",
    });
    for (const { file, constant } of templates) {
      expect(await readFile(join(output, file), "utf8")).to.include(`export const ${constant}: `);
    }
  });

  it("explains why files cannot be written, and that --umbrella needs --target daml-types", async () => {
    const { code, errors } = await runCommand(["codegen", dar, "-o", dar]);
    expect(code).to.equal(1);
    expect(errors).to.match(/^\S+shop\.dar\S+ cannot be written: a parent is a file/u);
    const umbrella = await runCommand(["codegen", dar, "-o", output, "--umbrella", "all-1.0.0"]);
    expect(umbrella.errors).to.include("--umbrella needs --target daml-types");
  });

  it("checks that the files are up to date", async () => {
    const check = ["codegen", dar, "-o", output, "--check"];
    const missing = await runCommand(check);
    expect(missing.code).to.equal(1);
    expect(missing.errors).to.include("shop/Shop.ts is missing");
    await runCommand(["codegen", dar, "-o", output]);
    expect(await runCommand(check)).to.include({ code: 0, errors: "" });
    const file = join(output, "shop/Shop.ts");
    await writeFile(file, (await readFile(file, "utf8")).replace("Sell", "Tell"));
    const changed = await runCommand(check);
    expect(changed.code).to.equal(1);
    expect(changed.errors).to.equal(`${output} is not up to date:\n  shop/Shop.ts is different\n`);
    await runCommand(["codegen", dar, "-o", output]);
    await writeFile(dar, shopDar({ version: "1.0.1" }));
    expect((await runCommand(check)).errors).to.include("shop/package.ts is different");
  });

  it("deletes files that it no longer generates, and no others", async () => {
    const old = join(folder, "old.dar");
    await writeFile(old, shopDar({ version: "0.9.0" }));
    await runCommand(["codegen", dar, old, "-o", output]);
    await writeFile(join(output, "mine.ts"), "export {};\n");
    expect(await files()).to.include("shop@0.9.0/Shop.ts");
    await runCommand(["codegen", dar, "-o", output]);
    const left = await files();
    expect(left).to.include.members(["mine.ts", "shop/Shop.ts"]);
    expect(left).not.to.include("shop@0.9.0/Shop.ts");
    expect((await runCommand(["codegen", dar, "-o", output, "--check"])).code).to.equal(0);
  });

  it("deletes no file outside its folder, even if the manifest names one", async () => {
    await runCommand(["codegen", dar, "-o", output]);
    const outside = join(folder, "outside.ts");
    await writeFile(outside, "");
    await writeFile(
      join(output, "manifest.json"),
      JSON.stringify({ files: ["../outside.ts", outside, "a/../../outside.ts", 1] }),
    );
    await runCommand(["codegen", dar, "-o", output]);
    expect(await readFile(outside, "utf8")).to.equal("");
  });

  it("reads packages from a participant, by name, by id, or all that have templates", async () => {
    const daml = createDamlLoader();
    const packages = daml.load(shopDar());
    const ledger = await createLedger({ daml, packages });
    const served = await serveLedger(ledger, { auth: "disabled" });
    try {
      await runCommand(["codegen", dar, "-o", output]);
      const from = ["codegen", "-o", output, "--check", "--participant", served.baseUrl];
      for (const names of [["shop"], [packages[0]?.packageId ?? ""], ["shop", "ownable"]]) {
        const found = await runCommand([...from, "--package", ...names]);
        expect(found.errors).to.equal("");
      }
      const all = await runCommand(from);
      expect(all.errors).not.to.include("shop/");
      const empty = await serveLedger(await createLedger(), { auth: "disabled" });
      const without = await runCommand(["codegen", "-o", output, "--participant", empty.baseUrl]);
      expect(without.errors).to.include("The participant has no packages with Daml code");
      empty.close();
      const none = await runCommand([...from, "--package", "sop"]);
      expect(none.code).to.equal(1);
      expect(none.errors).to.include("sop");
    } finally {
      served.close();
      await ledger.close();
    }
  });

  it("reads packages from a participant with a token of any user", async () => {
    const daml = createDamlLoader();
    const ledger = await createLedger({ daml, packages: daml.load(shopDar()) });
    await createUser(ledger, { user: { id: "reader" } });
    const served = await serveLedger(ledger, { auth: { hs256Secret: secret } });
    try {
      await runCommand(["codegen", dar, "-o", output]);
      const from = ["codegen", "-o", output, "--check", "--participant", served.baseUrl];
      const token = signedToken(scopeClaims("reader"));
      const found = await runCommand([...from, "--package", "shop", "--token", token]);
      expect(found).to.include({ code: 0, errors: "" });
      for (const refused of [[], ["--token", `${token}x`]]) {
        const { code, errors } = await runCommand([...from, ...refused]);
        expect(code).to.equal(1);
        expect(errors).to.include("The participant requires a valid token for /v2/packages. ");
        expect(errors).not.to.include(token);
      }
    } finally {
      served.close();
      await ledger.close();
    }
    const gone = ["codegen", "-o", output, "--participant", served.baseUrl];
    const { code, errors } = await runCommand(gone);
    expect(code).to.equal(1);
    expect(errors).to.match(/^The participant at http:\S+ cannot be reached: .+\.\n$/u);
  });

  it("writes JavaScript, schemas and other kinds of files if options request them", async () => {
    const js = await runCommand(["codegen", dar, "-o", output, "--emit", "js", "--schemas"]);
    expect(js).to.include({ code: 0, errors: "" });
    expect(await files()).to.include.members(["shop/Shop.js", "shop/Shop.d.ts", "schemas.js"]);
    const other = ["codegen", dar, "-o", output, "--target", "daml-types", "--umbrella", "all"];
    expect(await runCommand(other)).to.include({ code: 0, errors: "" });
    const left = await files();
    expect(left).to.include.members(["all/lib/Shop/module.js", "shop-1.0.0/package.json"]);
    expect(left).not.to.include("shop/Shop.js");
    await runCommand(["codegen", dar, "-o", output, "--runtime", "package"]);
    expect(await files()).not.to.include.oneOf(["contracts.ts", "all/package.json"]);
    for (const [given, word] of [
      [["--target", "daml-types", "--schemas"], "schemas"],
      [["--emit", "js", "--import-extension", "ts"], "importExtension"],
      [["--umbrella", "all"], "umbrella"],
      [["--target", "java"], "java"],
    ] as const) {
      const refused = await runCommand(["codegen", dar, "-o", output, ...given]);
      expect(refused.code).to.equal(1);
      expect(refused.errors).to.include(word);
    }
  });

  it("generates again when a DAR changes, and reports errors", async () => {
    const given = ["codegen", dar, "-o", output, "--watch"];
    const code = await watchCommand(given, folder, async (written) => {
      await written(/9 changed/u);
      await writeFile(dar, shopDar({ version: "1.0.1" }));
      await written(/ [1-9] changed/u);
      await writeFile(dar, "no DAR");
      await written(/corrupt/u);
    });
    expect(code).to.equal(0);
    expect(await readFile(join(output, "shop/package.ts"), "utf8")).to.include('"1.0.1"');
  });

  it("refuses invalid options", async () => {
    const none = await runCommand(["codegen", join(folder, "none.dar"), "-o", output]);
    expect(none).to.include({ code: 1 });
    expect(none.errors).to.include("There is no DAR");
    const whole = await runCommand(["codegen", folder, "-o", output]);
    expect(whole).to.include({ code: 1, errors: `${folder} is a folder, not a DAR.\n` });
    await writeFile(dar, "no DAR");
    const { errors } = await runCommand(["codegen", dar, "-o", output]);
    expect(errors).to.match(/shop\.dar: .*Dar file is corrupt/u);
    for (const given of [
      ["-o", output],
      [dar],
      [dar, "-o", output, "--token", "t"],
      [dar, "-o", output, "--watch", "--check"],
      ["-o", output, "--participant", "localhost:7575"],
    ]) {
      const { code, errors } = await runCommand(["codegen", ...given]);
      expect(code, given.join(" ")).to.equal(1);
      expect(errors).to.match(/^error: /u);
    }
  });
});
