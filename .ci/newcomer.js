// Acts as a new user who has only the packed package; see docs/decisions/0004-bundled-package.md.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { tryGeneratedClients } from "./newcomer/clients.js";
import { PackageUnavailableError } from "./newcomer/create-fresh-project.js";
import { tryInit } from "./newcomer/init.js";
import { tryMistakes } from "./newcomer/mistakes.js";
import { runDocumentedPrograms } from "./newcomer/programs.js";
import { tryReadme } from "./newcomer/readme.js";
import { tryTestRunners } from "./newcomer/runners.js";

const tarball = join(process.cwd(), ".build", "package.tgz");
const { name, exports } = JSON.parse(await readFile("package.json", "utf8"));
const entries = Object.keys(exports)
  .filter((entry) => !entry.endsWith(".json"))
  .map((entry) => entry.replace(".", name));

const parts = {
  readme: tryReadme,
  init: tryInit,
  programs: runDocumentedPrograms,
  mistakes: tryMistakes,
  runners: tryTestRunners,
  clients: tryGeneratedClients,
};
const given = process.argv.slice(2);
/**
 * Quick mode: steps run concurrently, on this Node only, and with only those test runners that no page
 * covers.
 */
const isQuick = given.includes("--quick");
const wanted = given.filter((argument) => argument in parts);
const folder = await mkdtemp(join(tmpdir(), "newcomer-"));

let problems = 0;
/** Runs a step. A failing step does not prevent the others from running. */
const step = async (title, work) => {
  const begin = performance.now();
  try {
    await work();
    console.log(`✔ ${title} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (error instanceof PackageUnavailableError) {
      return console.log(`– ${title}: skipped, ${error.message}`);
    }
    problems++;
    console.error(`✘ ${title}: ${error instanceof Error ? error.message : error}`);
  }
};

try {
  const chosen = Object.entries(parts).filter(
    ([part]) => wanted.length === 0 || wanted.includes(part),
  );
  const attempts = chosen.map(
    ([, attempt]) =>
      () =>
        attempt({ folder, tarball, entries, step, isQuick }),
  );
  if (isQuick) await Promise.all(attempts.map((attempt) => attempt()));
  else for (const attempt of attempts) await attempt();
} finally {
  await rm(folder, { recursive: true });
}
if (problems > 0) {
  console.error(`${problems} steps failed.`);
  process.exitCode = 1;
}
