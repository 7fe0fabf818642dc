import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";

import { nodeBundleOptions } from "../.ci/bundling.js";
import {
  mutationPlugin,
  requireApplicable,
  type SourceMutation,
} from "../test/support/source-mutations.ts";
import { describeMachine, median } from "./report.ts";

// npx tsx bench/bounds.ts [processes]
//
// Measures the cost of limit checks in a submission. Bundles the product twice unchanged and once without
// the checks, loads all three bundles into one process, and runs short rounds of each alternately
// (bounds-turns.ts), in several processes. Adjacent rounds are compared, so that other load of the machine
// affects both. The difference between the two unchanged bundles is noise.

const repositoryRoot = join(import.meta.dirname, "..");
const processCount = Number(process.argv[2] ?? 9);

/** All limit checks that a command on two TypeScript templates passes. */
const removedChecks: readonly SourceMutation[] = [
  {
    file: "lib/operations/submission/transaction-size.ts",
    find: "left = subtractSizes(collectValuesOfNode(node), left, bytesOfPart);",
    replace: "",
  },
  {
    file: "lib/operations/submission/transaction-size.ts",
    find: "if (count > limit)",
    replace: "if (false)",
  },
  {
    file: "lib/contracts/transaction/transaction-builder.ts",
    find: "if (this.#nodeCount >= this.#maxNodes)",
    replace: "if (false)",
  },
  {
    file: "lib/contracts/transaction/transaction-builder.ts",
    find: "if (step.signatories.length + step.observers.length > maxInformeesOfNodes)",
    replace: "if (false)",
  },
  {
    file: "lib/contracts/transaction/transaction-builder.ts",
    find: "this.#mentions += draft.informees.length;\n    if (this.#informees.size > maxInformees || this.#mentions > maxInformeesOfNodes)",
    replace: "if (false)",
  },
  {
    file: "lib/ledger/port/submissions-in-flight.ts",
    find: "const { total } = this.#deciding;\n    if (total >= maximum) {\n      const ofUser = this.#deciding.getUserCount(userId);\n      const hasFew = ofUser < Math.ceil(maximum / slotFraction);\n      if (!hasFew || total >= maximum * 2) throw backpressureError(maximum);\n    }\n    return this.#deciding.add(userId);",
    replace: "return doNothing;",
  },
  {
    file: "lib/ledger/runtime/job-queue.ts",
    find: "this.#sinceYield < jobsPerYield || this.#isEmpty",
    replace: "true",
  },
];

const bundleFolder = join(repositoryRoot, ".build/bounds");
mkdirSync(bundleFolder, { recursive: true });

const bundleProgram = async (
  name: string,
  active: readonly SourceMutation[] = [],
): Promise<string> => {
  const outfile = join(bundleFolder, `${name}.mjs`);
  active.forEach(requireApplicable);
  await build({
    entryPoints: [
      join(repositoryRoot, name === "turns" ? "bench/bounds-turns.ts" : "bench/bounds-work.ts"),
    ],
    absWorkingDir: repositoryRoot,
    ...nodeBundleOptions,
    outfile,
    logLevel: "error",
    // Bundle the sources, not an earlier build.
    alias: {
      "ledger-in-a-box": join(repositoryRoot, "lib/index.ts"),
      "ledger-in-a-box/api": join(repositoryRoot, "lib/api.ts"),
    },
    plugins: [mutationPlugin(() => active)],
  });
  return outfile;
};

const bundleByTitle = {
  "as it is": await bundleProgram("with"),
  "as it is, again": await bundleProgram("again"),
  "without bounds": await bundleProgram("without", removedChecks),
};
const comparisonProgram = await bundleProgram("turns");

const bundleFiles = Object.values(bundleByTitle);

/**
 * Node options that run garbage collection and compilation on the measured thread, so that they are counted
 * where they occur.
 */
const singleThreadedOptions = ["--single-threaded", "--expose-gc", "--max-semi-space-size=64"];

/**
 * Ratios of each build to the last one, from several processes. The order of loading differs between the
 * processes, because it affects the figures.
 */
const ratiosOfProcesses = Array.from({ length: processCount }, (_, run) => {
  const shift = run % bundleFiles.length;
  const shifted = [...bundleFiles.slice(shift), ...bundleFiles.slice(0, shift)];
  const base = String(bundleFiles.length - 1 - shift);
  const { stdout } = spawnSync(
    process.execPath,
    [...singleThreadedOptions, comparisonProgram, base, ...shifted],
    {
      encoding: "utf8",
    },
  );
  const found = JSON.parse(stdout) as readonly number[];
  return [
    ...found.slice(bundleFiles.length - shift),
    ...found.slice(0, bundleFiles.length - shift),
  ];
});

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the standard error of the mean. The error exceeds twice this value in about one of twenty cases.
 */
const computeStandardError = (values: readonly number[]): number => {
  const average = computeMean(values);
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return Math.sqrt(squares / Math.max(values.length - 1, 1) / values.length);
};

const formatPercentChange = (ratio: number): string => ((ratio - 1) * 100).toFixed(2);

console.log(describeMachine());
for (const [index, name] of Object.keys(bundleByTitle).entries()) {
  const ofBuild = ratiosOfProcesses
    .map((each) => each[index] ?? 1)
    .toSorted((one, other) => one - other);
  console.log(
    `${name}: ${formatPercentChange(median(ofBuild))} % more processor time for a create and an archive than without bounds, ` +
      `${formatPercentChange(computeMean(ofBuild))} ± ${(computeStandardError(ofBuild) * 200).toFixed(2)} % on average, ` +
      `${formatPercentChange(ofBuild[0] ?? 1)} to ${formatPercentChange(ofBuild.at(-1) ?? 1)} % in ${processCount} processes`,
  );
}
