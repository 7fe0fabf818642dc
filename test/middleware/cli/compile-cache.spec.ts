import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect } from "chai";

import { runCommand } from "../../support/command-line.ts";

const run = promisify(execFile);
const keepCompiled = pathToFileURL(join("middleware", "cli", "keep-compiled.ts")).href;
const main = join("middleware", "cli", "main.ts");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const canKeep = major > 22 || (major === 22 && minor >= 8);

describe("compile cache of the command line", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "compiled-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs the command line in its own process, since the cache covers all modules that a process loads. */
  const program = (args: readonly string[], cache: string) =>
    run(process.execPath, ["--import", "tsx", ...args], {
      env: { ...process.env, LEDGER_CACHE: cache },
    });

  const kept = (): Promise<readonly string[]> =>
    readdir(join(folder, "compiled"), { recursive: true }).catch(() => []);

  it("is written to the cache folder if Node supports it and caching is on @slow", async () => {
    await program([main, "--version"], "off");
    expect(await kept()).to.have.length(0);
    await program([main, "--version"], folder);
    expect((await kept()).length > 10).to.equal(canKeep);
  });

  it("is skipped if it cannot be written @slow", async () => {
    await writeFile(join(folder, "compiled"), "A file where the folder should be");
    const { stdout, stderr } = await program([main, "--version"], folder);
    expect(stdout).to.match(/^\d+\.\d+\.\d+/);
    expect(stderr).to.equal("");
  });

  it("is replaced when it is too large", async function () {
    if (!canKeep) {
      console.log(`    skipped: Node ${process.version} keeps nothing`);
      this.skip();
    }
    const old = join(folder, "compiled", "of-an-old-node");
    await mkdir(old, { recursive: true });
    const files = Array.from({ length: 4096 }, (_, index) => join(old, `${index}`));
    await Promise.all(files.map((file) => writeFile(file, "")));
    const call = `import("${keepCompiled}").then((all) => all.keepCompiled(process.env))`;
    await program(["--eval", call], folder);
    expect(await kept()).not.to.include("of-an-old-node");
  });

  it("is listed and deleted by a command", async () => {
    const compiled = join(folder, "compiled");
    await mkdir(compiled);
    await writeFile(join(compiled, "some"), "Code");
    const environment = { LEDGER_CACHE: folder };
    const told = await runCommand(["cache"], { environment });
    expect(told.output).to.include(`${compiled}: 1 compiled files, 1 KiB\n`);
    const cleared = await runCommand(["cache", "--clear"], { environment });
    expect(cleared.output).to.include(`${compiled}: deleted 1 compiled files`);
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
