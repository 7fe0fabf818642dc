import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

import { context } from "esbuild";

import { nodeProgram } from "../../.ci/bundling.js";
import { planting, requirePlace } from "../support/planting.ts";
import { type Mend, mends } from "./mends.ts";

// npm run attacks:unmended -- [words of a title]
// Takes out what holds a class of attacks, one thing at a time, and sees that its test fails then: what nobody would miss holds nothing.

const root = join(import.meta.dirname, "../..");
const folder = ".build/unmended";
const words = process.argv.slice(2).join(" ");

/** Of processor time: what is not held may compute for ever. */
const mostSeconds = 120;

/** Resolves to the file of the spec, bundled with the product as it is without the mend. */
const unmended = async ({ spec, changes }: Mend): Promise<string> => {
  changes.forEach(requirePlace);
  rmSync(join(root, folder), { recursive: true, force: true });
  const built = await context({
    entryPoints: [`test/${spec}.spec.ts`],
    inject: ["test/support/properties.ts"],
    absWorkingDir: root,
    ...nodeProgram,
    splitting: true,
    ignoreAnnotations: true,
    outdir: folder,
    outbase: ".",
    logLevel: "error",
    plugins: [planting(() => changes)],
  });
  await built.rebuild();
  await built.dispose();
  return join(root, folder, `test/${spec}.spec.js`);
};

interface Results {
  readonly stats: { readonly tests: number; readonly failures: number };
  readonly failures: readonly { readonly err: { readonly message?: string } }[];
}

/** What came of the test, and whether it failed. */
const outcomeOf = (file: string, { test }: Mend): readonly [failed: boolean, told: string] => {
  const mocha = join(root, "node_modules/mocha/bin/mocha.js");
  const run = [process.execPath, "--max-old-space-size=2048", mocha, "--no-config", "--exit"];
  const options = ["--reporter", "json", "--timeout", "60000", "--fgrep", test, file];
  const quoted = [...run, ...options].map((each) => `'${each}'`).join(" ");
  const { stdout, stderr, signal } = spawnSync(
    "sh",
    ["-c", `ulimit -t ${mostSeconds}; exec ${quoted}`],
    { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  if (signal !== null) return [true, `the process is ended by ${signal}`];
  const begin = stdout.lastIndexOf('{\n  "stats"');
  if (begin < 0) return [false, `**no test ran**: ${stderr.slice(-300)}`];
  const { stats, failures } = JSON.parse(stdout.slice(begin)) as Results;
  if (stats.tests === 0) return [false, "**there is no such test**"];
  if (stats.failures === 0) return [false, "**nothing fails**"];
  return [true, firstLine(failures[0]?.err.message ?? "")];
};

const firstLine = (text: string): string =>
  (text.split("\n")[0] ?? "").replaceAll("|", "/").slice(0, 100);

const tell = (...cells: readonly string[]): void => console.log(`| ${cells.join(" | ")} |`);

const chosen = mends.filter(({ title }) => title.includes(words));
let missed = 0;
tell("What holds", "Without it");
tell("---", "---");
for (const mend of chosen) {
  try {
    const [failed, told] = outcomeOf(await unmended(mend), mend);
    if (!failed) missed++;
    tell(mend.title, told);
  } catch (error) {
    missed++;
    tell(mend.title, `**not taken out**: ${String(error)}`);
  }
}
console.log(`\nWithout ${chosen.length - missed} of ${chosen.length} a test fails.`);
if (missed > 0 || chosen.length === 0) process.exitCode = 1;
