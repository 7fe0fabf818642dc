// Runs the first test of README.md with every test runner that the page lists, by the page's own commands.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { createFreshProject, installed, PackageUnavailableError } from "./create-fresh-project.js";

export const tryReadme = async ({ folder, tarball, step, isQuick }) => {
  // Each runner is installed from the registry, which takes more than a minute in total.
  if (isQuick) return;
  const readme = await readFile("README.md", "utf8");
  const test = found(/^```ts\n(\/\/ first\.test\.ts.*?)^```/msu, readme);
  const jestConfig = found(
    /^```text\n(export default \{ extensionsToTreatAsEsm.*?)^```/msu,
    readme,
  );
  for (const [index, { runner, module, install, run }] of runnersOf(readme).entries()) {
    await step(`README, first test: ${runner}`, async () => {
      const [, major, minor] = /^v(\d+)\.(\d+)/u.exec(process.version);
      if (runner.includes("22.18") && (major < 22 || (major === "22" && minor < 18))) {
        throw new PackageUnavailableError(`Node ${process.version} does not run TypeScript`);
      }
      const project = await createFreshProject(join(folder, `readme-${index}`), {
        tarball,
        // Users of Bun have installed it.
        packages: installed([...packagesOf(install), ...(run.startsWith("bun ") ? ["bun"] : [])]),
      });
      await project.write("first.test.ts", test.replace('"node:test"', module));
      if (run.endsWith("jest")) await project.write("jest.config.js", jestConfig);
      const { code, output } = await runIn(project, run.replace(/^bun /u, "npx bun "));
      if (code !== 0 || !/\b(?:pass 1|1 pass)/u.test(output)) {
        throw new Error(`${run} ended with ${code}\n${output}`);
      }
    });
  }
};

const found = (pattern, readme) => {
  const [, text] = pattern.exec(readme) ?? [];
  if (text === undefined) throw new Error(`README.md does not match ${pattern}`);
  return text;
};

/** Returns the rows of the table of test runners, preceded by the commands for `node:test` with tsx. */
const runnersOf = (readme) => {
  const [, install, run] =
    /^(npm install --save-dev ledger-in-a-box tsx)\n(npx tsx .*)$/mu.exec(readme) ?? [];
  const rows = [
    ...readme.matchAll(/^\| ([^|]+?) +\| `("[^"]+")` +\| `([^`]+)` +\| `([^`]+)` +\|$/gmu),
  ];
  if (run === undefined || rows.length < 5) throw new Error("README.md lists fewer test runners");
  return [
    { runner: "node:test with tsx", module: '"node:test"', install, run },
    ...rows.map(([, runner, module, install, run]) => ({ runner, module, install, run })),
  ];
};

/**
 * Returns the packages that an installation command adds, without this package. The newest Vitest does not
 * run on Node 20.
 */
const packagesOf = (install) =>
  install
    .split(" ")
    .slice(3)
    .filter((name) => name !== "ledger-in-a-box")
    .map((name) =>
      name === "vitest" && process.version.startsWith("v20.") ? "vitest@4.1.12" : name,
    );

/** Runs a command like a shell: variables first, then a program with its arguments. */
const runIn = (project, command) => {
  const words = command.split(" ");
  const environment = words.filter((word) => /^[A-Z_]+=/u.test(word));
  const [program, ...args] = words.slice(environment.length);
  return project.run(
    program,
    args,
    Object.fromEntries(environment.map((each) => each.split(/=(.*)/su, 2))),
  );
};
