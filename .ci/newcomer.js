// Plays a newcomer who has what is packed, and nothing else; see docs/decisions/0004-bundle-what-is-published.md.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { tryRunners } from "./newcomer/runners.js";

const tarball = join(process.cwd(), ".build", "package.tgz");
const { name, exports } = JSON.parse(await readFile("package.json", "utf8"));
const entries = Object.keys(exports)
  .filter((entry) => !entry.endsWith(".json"))
  .map((entry) => entry.replace(".", name));

const parts = { runners: tryRunners };
const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "newcomer-"));

let problems = 0;
/** A part that fails does not keep others from being tried. */
const step = async (title, work) => {
  const begin = performance.now();
  try {
    await work();
    console.log(`✔ ${title} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    problems++;
    console.error(`✘ ${title}: ${error instanceof Error ? error.message : error}`);
  }
};

try {
  for (const [part, attempt] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(part)) {
      await attempt({ folder, tarball, entries, step });
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
if (problems > 0) {
  console.error(`${problems} things are not as documented.`);
  process.exitCode = 1;
}
