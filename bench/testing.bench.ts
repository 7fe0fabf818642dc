import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { median, reportFigures } from "./report.ts";

// The test kit with the test runner of Node: its cost per test file and per test. New processes,
// alternating with files that do not use the kit.

const roundCount = 21;
const manyTests = 1_000;

const quoteEntryUrl = (name: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, "..", "dist", name)).href);

const runnerImport = `import { it } from "node:test";\n`;

const testKitSetup = `
import { definePackage, defineTemplate, Party } from ${quoteEntryUrl("lib/index.js")};
import { defineFixture, useLedger } from ${quoteEntryUrl("fixtures/testing/index.js")};
const Note = defineTemplate("Main:Note", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: {},
});
const packages = [definePackage({ name: "notes", version: "1.0.0", templates: { Note } })];
const test = useLedger(defineFixture({ steps: [{ packages }, { parties: ["alice"] }] }));
`;

const createTestsWithoutKit = (tests: number): string => `${runnerImport}
for (let index = 0; index < ${tests}; index++) it("test " + index, async () => {});
`;

/** Returns a test file. Its first test submits; the other tests do nothing, so that only the cost of the kit is measured. */
const createTestsWithKit = (tests: number): string => `${runnerImport}${testKitSetup}
it("test 0", test(async ({ ledger, parties: { alice } }) => {
  await ledger.submit({ actAs: alice, commands: Note.create({ owner: alice }) });
  if (ledger.contracts(Note).length !== 1) throw new Error("nothing was created");
}));
for (let index = 1; index < ${tests}; index++) it("test " + index, test(async () => {}));
`;

const testFolder = mkdtempSync(join(tmpdir(), "testing-bench-"));

const writeTestFile = (name: string, program: string): string => {
  const path = join(testFolder, `${name}.test.mjs`);
  writeFileSync(path, program);
  return path;
};

const measureTestMillis = (file: string): number => {
  const begin = performance.now();
  const { status, stdout } = spawnSync(process.execPath, ["--test", file]);
  if (status !== 0) throw new TypeError(stdout.toString());
  return performance.now() - begin;
};

/** Returns the differences in time of alternating runs. */
const measureOverhead = (name: string, tests: number): readonly number[] => {
  const bare = writeTestFile(`${name}-bare`, createTestsWithoutKit(tests));
  const full = writeTestFile(`${name}-full`, createTestsWithKit(tests));
  return Array.from(
    { length: roundCount },
    () => -measureTestMillis(bare) + measureTestMillis(full),
  );
};

const firstTestOverhead = measureOverhead("first", 1);
const manyTestsOverhead = measureOverhead("many", manyTests);
rmSync(testFolder, { recursive: true });

reportFigures("The test kit, in files of the runner of Node", [
  {
    name: "time to import the kit, load a fixture and run the first test, minus the runner's own start (median of 21)",
    samples: firstTestOverhead,
    unit: "ms",
    target: { atMost: 150 },
  },
  {
    name: "time of each further test, minus the time of a test without a ledger (mean of 999)",
    samples: [(median(manyTestsOverhead) - median(firstTestOverhead)) / (manyTests - 1)],
    unit: "ms",
    target: { atMost: 1 },
  },
]);
