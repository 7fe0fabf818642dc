import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger } from "../../../lib/index.ts";
import { runCommand } from "../../support/command-line.ts";
import { contracts, ownScripts, queries } from "../../support/counter-scripts.ts";
import { parseLcov } from "../../support/parse-lcov.ts";
import { ScriptStage } from "../../support/script-stage.ts";

describe("ledger-in-a-box test", () => {
  let folder: string;
  let dar: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "script-tests-"));
    dar = join(folder, "scripts.dar");
    const stage = new ScriptStage(`${contracts(false)} ${queries} ${ownScripts}`);
    await writeFile(dar, stage.dar);
  });

  after(() => rm(folder, { recursive: true }));

  it("prints a line for each script, and fails if a script fails", async () => {
    const { code, output, errors } = await runCommand(["test", dar]);
    expect(code).to.equal(1);
    expect(output).to.include(
      "Test Summary\n\nMain.daml:asksNothing: ok, 0 active contracts, 0 transactions.\n",
    );
    expect(output).to.include("Main.daml:fails: failed\n");
    expect(output).to.include("Main.daml:passes: ok, 1 active contracts, 1 transactions.\n");
    expect(errors).to.include("TEMPLATE_PRECONDITION_VIOLATED");
    expect(errors).to.include("ask at scripts-1.0.0:Main:7");
  });

  it("reports the coverage of passed scripts, and the gaps on request", async () => {
    const { code, output } = await runCommand([
      "test",
      dar,
      "--filter",
      "passes",
      "--show-coverage",
    ]);
    expect(code).to.equal(0);
    expect(output).to.include("- Internal templates\n  1 defined\n  1 (100.0%) created\n");
    expect(output).to.include("- Internal template choices\n  6 defined\n  0 (  0.0%) exercised\n");
    expect(output).to.include("internal template choices never exercised: 6\n    Main:Counter:");
    expect(output).to.include(
      "  1 defined\n    1 internal interfaces\n    0 external interfaces\n",
    );
    const failed = await runCommand(["test", dar, "--filter", "fails"]);
    expect(failed.output).to.include("  1 defined\n  0 (  0.0%) created\n");
  });

  it("writes reports for build servers", async () => {
    const junit = join(folder, "out", "junit.xml");
    await runCommand(["test", dar, "--junit", junit]);
    const xml = await readFile(junit, "utf8");
    expect(xml).to.match(/<testsuite name="Main.daml" tests="3" failures="1" time="[\d.]+">/u);
    expect(xml).to.match(/<testcase name="passes" classname="Main.daml" time="[\d.]+"\/>/u);
    expect(xml).to.match(/<failure message="Main:fails failed: Command Submit failed: /u);
  });

  describe("with locations", () => {
    let located: string;

    before(async () => {
      located = join(folder, "located.dar");
      const source = `${contracts(false)} ${queries} ${ownScripts}`;
      await writeFile(located, new ScriptStage(source, "3.4", "2.1", true).dar);
    });

    it("writes the covered lines in the format LCOV", async () => {
      const lcov = join(folder, "out", "lcov.info");
      const { output } = await runCommand(["test", located, "--filter", "passes", "--lcov", lcov]);
      const [main, ...others] = parseLcov(await readFile(lcov, "utf8"));
      expect(others).to.deep.equal([]);
      expect(main?.file).to.equal("Main.daml");
      // The precondition and the signatories of the template ran; no choice did.
      expect(main?.lines.get(3)).to.be.above(0);
      expect(main?.functions.get("Counter.Abort")).to.include({ count: 0 });
      expect(output).to.match(/^Main:Counter\.Abort +0 +0 of 1 +\d+$/mu);
    });

    it("prints which functions spent the evaluation steps, and writes their call stacks", async () => {
      const stacks = join(folder, "out", "stacks.txt");
      const given = ["test", located, "--filter", "passes", "--profile", "--stacks", stacks];
      const { code, output } = await runCommand(given);
      expect(code).to.equal(0);
      const [, steps = ""] = /^Evaluation steps of Daml code: (\d+)$/mu.exec(output) ?? [];
      expect(output).to.match(/^Main:creates +\d+ +\d+ +\d+\.\d %$/mu);
      const lines = (await readFile(stacks, "utf8")).trimEnd().split("\n");
      for (const line of lines) expect(line).to.match(/^\S.*\S \d+$/u);
      const sum = lines.reduce((all, line) => all + Number(line.split(" ").at(-1)), 0);
      expect(sum).to.equal(Number(steps));
      expect(lines.some((line) => /^[^;]+;.*Main:creates/u.test(line))).to.equal(true);
    });

    it("has the same outcome with `--profile` as without", async () => {
      const plain = await runCommand(["test", located]);
      const counted = await runCommand(["test", located, "--profile"]);
      expect(counted.code).to.equal(plain.code);
      expect(counted.errors).to.equal(plain.errors);
      expect(counted.output).to.include(plain.output);
    });
  });

  it("explains why a file cannot be written", async () => {
    const below = join(dar, "junit.xml");
    const wrong = {
      [folder]: "it is a folder",
      [below]: "a parent is a file, not a folder",
    };
    for (const [path, why] of Object.entries(wrong)) {
      const given = ["test", dar, "--filter", "passes", "--junit", path];
      const { code, errors } = await runCommand(given);
      expect([code, errors]).to.deep.equal([1, `${path} cannot be written: ${why}.\n`]);
    }
    const { errors } = await runCommand(["test", dar, "--filter", "fails", "--ledgers", dar]);
    expect(errors).to.match(/Main_fails\.ledger\.json cannot be written: a parent is a file/u);
  });

  it("lists the scripts if no script is selected, or an unknown setup script is named", async () => {
    const { code, errors } = await runCommand(["test", dar, "--filter", "pases"]);
    expect(code).to.equal(1);
    expect(errors).to.include('whose names contain "pases"').and.to.include("Main:passes");
    const near = await runCommand(["--dar", dar, "--script", "Main:pases"]);
    expect(near.errors).to.equal(
      `There is no script Main:pases in ${dar}; did you mean Main:passes?\n`,
    );
    const far = await runCommand(["--dar", dar, "--script", "Other:x"]);
    expect(far.errors).to.match(
      /available scripts: Main:acs, Main:asksNothing, .*Main:passes, .*\.\n$/u,
    );
  });

  it("refuses to run fewer than one script at a time", async () => {
    const { code, errors } = await runCommand(["test", dar, "--jobs", "0"]);
    expect([code, errors.includes("an integer from 1 to 9999")]).to.deep.equal([1, true]);
  });

  it("uses the protocol version of the options", async () => {
    // Daml-LF 2.3 requires protocol version 35.
    const stage = new ScriptStage(`${contracts(false)} ${queries} ${ownScripts}`, "3.5", "2.3");
    const newer = join(folder, "newer.dar");
    await writeFile(newer, stage.dar);
    const passes = ["test", newer, "--filter", "passes"];
    const old = await runCommand([...passes, "--protocol-version", "34"]);
    expect(old.code).to.equal(1);
    expect(old.errors).to.include("Daml-LF 2.3");
    expect((await runCommand([...passes, "--protocol-version", "35"])).code).to.equal(0);
    const unknown = await runCommand([...passes, "--protocol-version", "36"]);
    expect(unknown.errors).to.include("Expected one of 34, 35, dev");
  });

  it("writes ledger files of failed scripts, which the explorer can open", async () => {
    const ledgers = join(folder, "ledgers");
    const { code, errors } = await runCommand(["test", dar, "--ledgers", ledgers]);
    expect(code).to.equal(1);
    const file = join(ledgers, "scripts-1.0.0", "Main_fails.ledger.json");
    expect(errors).to.include(`Its ledger: npx ledger-in-a-box --from ${file}\n`);
    expect(await readdir(join(ledgers, "scripts-1.0.0"))).to.deep.equal(["Main_fails.ledger.json"]);
    const from = await readFile(file, "utf8");
    const ledger = await createLedger({ from, daml: createDamlLoader() });
    expect(ledger.state.parties.size).to.be.above(0);
  });

  it("stops scripts that exceed the timeout @slow", async () => {
    const stage = new ScriptStage(`
      record Now {}
      val asksForever: $Script Unit = $bind @Timestamp @Unit ($ask @Now @Timestamp "GetTime" 1 (Now {}))
        (\\(now: Timestamp) -> Main:asksForever);
    `);
    const endless = join(folder, "endless.dar");
    await writeFile(endless, stage.dar);
    const { code, output, errors } = await runCommand(["test", endless, "--timeout", "1"]);
    expect(code).to.equal(1);
    expect(output).to.include("Main.daml:asksForever: failed\n");
    expect(errors).to.include("did not end within 1 s");
  });

  it("fails if there are no scripts", async () => {
    const none = await runCommand(["test", dar, "--filter", "nothing like it"]);
    expect(none).to.include({ code: 1, output: "" });
    expect(none.errors).to.include("nothing like it");
    const missing = await runCommand(["test", join(folder, "none.dar")]);
    expect(missing.code).to.equal(1);
    expect(missing.errors).to.include("none.dar");
  });
});
