/** What `npm run test:slow` runs and `npm test` does not: what starts processes, or works at what is very large or lasts. */
export const slowSpecs = [
  "test/docs/broken-pages.spec.ts",
  "test/docs/pages.spec.ts",
  "test/fixtures/testing/imports.spec.ts",
  "test/fixtures/testing/leaks.spec.ts",
  "test/fixtures/testing/watched-tests.spec.ts",
  "test/middleware/cli/coverage.spec.ts",
  "test/middleware/cli/options.spec.ts",
  "test/middleware/cli/pages.spec.ts",
  "test/middleware/cli/run.spec.ts",
  "test/middleware/errors/slips.spec.ts",
  "test/middleware/served/slow-bodies.spec.ts",
  "test/middleware/served/unread-answers.spec.ts",
  "test/operations/submission/long-commands.spec.ts",
  "test/properties/large-input.spec.ts",
  "test/script/public-scripts.spec.ts",
  "test/simulation/simulation.spec.ts",
];
