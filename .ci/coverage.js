/**
 * Runs all tests without bundling, half of the files in each of two processes, and records their coverage for `c8 report`. Mocha's parallel workers are no
 * alternative: Mocha kills a worker that takes longer than a second to exit, so that its coverage can be lost.
 */
import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const directory = "coverage/tmp";
rmSync("coverage", { recursive: true, force: true });

const files = readdirSync("test", { recursive: true })
  .filter((name) => name.endsWith(".spec.ts"))
  .map((name) => join("test", name))
  .toSorted();
const halves = [0, 1].map((rest) => files.filter((_, index) => index % 2 === rest));
const statuses = await Promise.all(halves.map((half) => runTests(half)));
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;

/** Returns a promise of the exit status of Mocha after these spec files. */
function runTests(specFiles) {
  const options = ["--no-parallel", "--timeout", "600000", "--reporter", ".ci/reporter.js"];
  const child = spawn(join("node_modules", ".bin", "mocha"), [...options, ...specFiles], {
    stdio: "inherit",
    env: { ...process.env, NODE_V8_COVERAGE: join(process.cwd(), directory) },
  });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}
