import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { bundleSimulator } from "./bundle.ts";
import { plantedBugs } from "./planted-bugs.ts";

// npm run simulate:planted -- [words of a name]
// Builds the simulator with one bug in the product at a time, and sees that it finds each: in so many steps, however busy the machine is.

const root = join(import.meta.dirname, "../..");
const words = process.argv.slice(2).join(" ");

/** Of processor time, in seconds: whatever uses more never lets go of the process, and is noticed by that. */
const mostSeconds = 400;

const simulated = (file: string) => {
  const run = [process.execPath, "--expose-gc", file, "--seeds", "40", "--steps", "1500"];
  const quoted = [...run, "--shrink", "40", "--latency", "1500"].map((each) => `'${each}'`);
  return spawnSync("sh", ["-c", `ulimit -t ${mostSeconds}; exec ${quoted.join(" ")}`], {
    cwd: root,
    encoding: "utf8",
  });
};

/** Undefined where it was not found. */
const finding = (file: string): string | undefined => {
  const { stdout, stderr, signal } = simulated(file);
  const [, seed, step, invariant] = /Seed (\d+) fails at step (\d+): (\w+)/u.exec(stdout) ?? [];
  const lines = stdout.split("was found:\n\n")[1]?.split("\n\n")[0]?.split("\n").length;
  if (invariant !== undefined) {
    return `${invariant}, seed ${seed ?? ""}, step ${step ?? ""}, told in ${lines ?? "?"} lines`;
  }
  if (signal !== null) return `it does not end within ${mostSeconds} s of processor time`;
  console.log(`${stdout.slice(-500)}${stderr.slice(-500)}`);
  return undefined;
};

for (const bug of plantedBugs.filter(({ name }) => name.includes(words))) {
  const found = finding(await bundleSimulator(".build/planted", bug));
  if (found === undefined) process.exitCode = 1;
  console.log(found === undefined ? `MISSED: ${bug.name}` : `${bug.name}: ${found}`);
}
