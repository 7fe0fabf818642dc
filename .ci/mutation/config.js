// `npm run mutate`, or of a part; see docs/decisions/0019-mutants-of-what-is-tested.md.
export default {
  mutate: [
    "lib/{operations,views,ledger/state}/**/*.ts",
    "middleware/**/*.ts",
    "!middleware/cli/**",
  ],
  plugins: ["./.ci/mutation/mocha-runner.js"],
  testRunner: "house",
  buildCommand: "node .ci/bundle-tests.js",
  coverageAnalysis: "perTest",
  // What a module does as it is loaded cannot be done again without loading everything again.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 1,
  tempDirName: ".build/mutation",
  ignorePatterns: ["dist", ".build", "bench"],
  reporters: ["clear-text", "json", "progress-append-only"],
  jsonReporter: { fileName: ".build/mutation.json" },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
};
