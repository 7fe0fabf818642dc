import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { build, type Plugin } from "esbuild";

import { type PlantedBug, plantedBugs } from "./planted-bugs.ts";

// npm run simulate:planted -- [words of a name]
// Builds the simulator with one bug in the product at a time, and sees that it finds each.

const root = join(import.meta.dirname, "../..");
const outdir = join(root, ".build/planted");
const words = process.argv.slice(2).join(" ");

/** Puts the bug where it belongs; the rest of what is done to sources is as in .ci/bundle-tests.js. */
const planting = ({ file, find, replace }: PlantedBug): Plugin => ({
  name: "planted bug",
  setup: (builder) => {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const isPlace = path === join(root, file);
      if (isPlace && !source.includes(find)) throw new TypeError(`${file} has no "${find}"`);
      const contents = (isPlace ? source.replaceAll(find, replace) : source)
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(join(path, "..")));
      return { contents, loader: "ts" };
    });
  },
});

const bundle = (bug: PlantedBug): Promise<unknown> =>
  build({
    entryPoints: [join(root, "test/simulation/main.ts")],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outdir,
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    plugins: [planting(bug)],
  });

let missed = 0;
for (const bug of plantedBugs.filter(({ name }) => name.includes(words))) {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await bundle(bug);
  const simulated = spawnSync(
    process.execPath,
    [join(outdir, "main.mjs"), "--seeds", "40", "--steps", "1500"],
    { cwd: root, encoding: "utf8", timeout: 180_000 },
  );
  const fails = /Seed (\d+) fails at step (\d+): (\w+)/.exec(simulated.stdout);
  const steps = simulated.stdout.split("was found:\n\n")[1]?.split("\n\n")[0]?.split("\n").length;
  // What never lets go of the process cannot tell what is wrong, and is noticed all the same.
  if (simulated.signal !== null) {
    console.log(`${bug.name}: does not end`);
    continue;
  }
  if (fails === null) missed++;
  const [, seed = "", step = "", invariant = ""] = fails ?? [];
  console.log(
    fails === null
      ? `MISSED: ${bug.name}\n${simulated.stdout.slice(-500)}${simulated.stderr.slice(-500)}`
      : `${bug.name}: ${invariant}, seed ${seed}, step ${step}, told in ${steps ?? "?"} lines`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;
