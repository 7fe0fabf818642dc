import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { simulatorBundler } from "./bundle.ts";
import { type PlantedBug, plantedBugs } from "./planted-bugs.ts";

// npm run simulate:planted -- [words of a name]
// Builds the simulator with one bug in the product at a time, and checks that it finds each bug: with the
// recorded seed, or, since schedules may have changed, with one of the first forty.

const root = join(import.meta.dirname, "../..");
const words = process.argv.slice(2).join(" ");

/** Maximum processor time of a run, in seconds. It does not depend on other processes. */
const mostSeconds = 240;

interface Finding {
  readonly invariant: string;
  readonly seed: number;
  readonly step: number;
}

/** Searches for a seed that finds the bug. Returns undefined if there is none. */
const search = (
  file: string,
  { steps }: PlantedBug,
  seed: number,
  seeds: number,
): Finding | undefined => {
  const run = [process.execPath, "--expose-gc", file, "--seed", seed, "--seeds", seeds];
  const options = ["--steps", steps, "--shrink", 1, "--latency", 1_500];
  const quoted = [...run, ...options].map((each) => `'${each}'`).join(" ");
  const { stdout, stderr } = spawnSync("sh", ["-c", `ulimit -t ${mostSeconds}; exec ${quoted}`], {
    cwd: root,
    encoding: "utf8",
  });
  if (/^The shortest schedule|it blocks the process for too long$/mu.test(stdout)) {
    const [found] = [...stdout.matchAll(/^Seed (\d+) fails at step (\d+): (\w+)/gmu)].slice(-1);
    const [, foundSeed, step, invariant = ""] = found ?? [];
    return { invariant, seed: Number(foundSeed), step: Number(step) };
  }
  if (!/ steps of \d+ seeds in /u.test(stdout)) {
    console.log(`The simulation did not end:\n${stdout.slice(-500)}${stderr.slice(-500)}`);
  }
  return undefined;
};

const find = (file: string, bug: PlantedBug): Finding | undefined =>
  search(file, bug, bug.seed, 1) ?? search(file, bug, 1, 40);

const tell = (...cells: readonly (string | number)[]): void =>
  console.log(`| ${cells.join(" | ")} |`);

const { bundle, close } = await simulatorBundler(".build/planted");
const bugs = plantedBugs.filter(({ name }) => name.includes(words));
let missed = 0;
tell("Planted bug", "Found as", "Seed", "Step");
tell("---", "---", "---", "---");
for (const bug of bugs) {
  try {
    const found = find(await bundle(bug), bug);
    if (found === undefined) missed++;
    const { invariant = "**missed**", seed = "", step = "" } = found ?? {};
    tell(bug.name, invariant, seed === bug.seed ? seed : `${seed}, not ${bug.seed}`, step);
  } catch (error) {
    missed++;
    tell(bug.name, `**not planted**: ${String(error)}`, "", "");
  }
}
await close();
console.log(`\n${bugs.length - missed} of ${bugs.length} planted bugs are found.`);
if (missed > 0 || bugs.length === 0) process.exitCode = 1;
