// Stryker configuration for the slice that MUTATION_SLICE names; see run.js.
import { getMutationSlice } from "./slices.js";

const name = process.env.MUTATION_SLICE;

export default {
  mutate: getMutationSlice(name).files,
  plugins: ["./.ci/mutation/mocha-runner.js"],
  testRunner: "mocha-bundle",
  buildCommand: "node .ci/mutation/bundle.js",
  coverageAnalysis: "perTest",
  // Code that runs while a module is loaded cannot be repeated without loading everything again.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 1,
  tempDirName: ".build/mutation",
  ignorePatterns: ["dist", ".build", "bench"],
  reporters: ["clear-text", "json", "progress-append-only"],
  jsonReporter: { fileName: `.build/mutation-${name}.json` },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  // Nearly all string literals are messages, and the compiler checks those that name a kind.
  mutator: { excludedMutations: ["StringLiteral"] },
  // A score below `break` fails the run. CONTRIBUTING.md lists the scores.
  thresholds: { break: 60 },
};
