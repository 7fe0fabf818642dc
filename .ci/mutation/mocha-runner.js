// Runs specs for Stryker on the mocha that `npm test` runs on; see docs/decisions/0019-mutants-of-what-is-tested.md.
import { readdir } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import Mocha from "mocha";

/** Where the bundled specs are, once the process stands in the sandbox. */
const specs = () => resolve(".build/bundle/test");

/** What starts processes of its own, which know nothing of mutants, or loads modules again, or reads sources, which have them. */
const apart = [
  "docs",
  "examples",
  "clients",
  "fixtures/documentation",
  "middleware/cli",
  "attacks/mends",
  "simulation/planted-bugs",
];

/** How long a test waits for what a mutant withholds, in milliseconds. */
const patience = 10_000;

/** What instrumented code reads and writes: which mutant lives, and which are met by which test. */
const instrumented = () => (globalThis.__stryker__ ??= {});

/** True for the tests that only `npm run test:slow` runs. */
const isSlow = (title) => title.includes("@slow");

const loadSpecs = async () => {
  const mocha = new Mocha({ timeout: 30_000, reporter: Mocha.reporters.Base });
  mocha.cleanReferencesAfterRun(false);
  const files = await readdir(specs(), { recursive: true });
  for (const file of files.sort()) {
    if (!file.endsWith(".spec.js") || apart.some((folder) => file.startsWith(folder))) continue;
    mocha.addFile(join(specs(), file));
  }
  await mocha.loadFilesAsync();
  return mocha;
};

/** Runs the tests of whose titles `wanted` has one. */
const run = (mocha, wanted, onTest) =>
  new Promise((done) => {
    mocha.options.grep = { test: wanted };
    const results = [];
    const runner = mocha.run(() => {
      done(results);
    });
    const note = (test, status, failureMessage) => {
      const id = test.fullTitle();
      results.push({ id, name: id, timeSpentMs: test.duration ?? 0, status, failureMessage });
    };
    runner.on("test", onTest);
    runner.on("pass", (test) => {
      note(test, "success");
    });
    runner.on("pending", (test) => {
      note(test, "skipped");
    });
    runner.on("fail", (test, error) => {
      note(test, "failed", String(error?.message ?? error));
    });
  });

/** The folder of the tests of a source: `views/visibility` for what lies in `lib/views/visibility`. */
const folderOf = (source) => dirname(relative(process.cwd(), source)).replace(/^lib\//, "");

const createRunner = () => {
  let mocha;
  const folders = new Map();
  return {
    capabilities: () => ({ reloadEnvironment: false }),

    async init() {
      mocha = await loadSpecs();
      mocha.suite.eachTest((test) => {
        const title = test.fullTitle();
        if (!isSlow(title)) folders.set(title, dirname(relative(specs(), test.file)));
      });
    },

    async dryRun() {
      const context = instrumented();
      context.activeMutant = undefined;
      const tests = await run(
        mocha,
        (title) => !isSlow(title),
        (test) => {
          context.currentTestId = test.fullTitle();
        },
      );
      return { status: "complete", tests, mutantCoverage: context.mutantCoverage };
    },

    async mutantRun({ activeMutant, testFilter, sandboxFileName, hitLimit }) {
      const context = instrumented();
      context.mutantCoverage = undefined;
      context.currentTestId = undefined;
      context.hitCount = hitLimit === undefined ? undefined : 0;
      context.hitLimit = hitLimit;
      context.activeMutant = activeMutant.id;
      mocha.bail(true);
      const near = folderOf(sandboxFileName);
      const met = new Set(testFilter ?? folders.keys());
      const isNear = (title) => folders.get(title)?.startsWith(near) === true;
      let nrOfTests = 0;
      // Those who test this very folder are likeliest to notice.
      for (const nearby of [true, false]) {
        const results = await run(
          mocha,
          (title) => met.has(title) && isNear(title) === nearby,
          (test) => {
            test.timeout(patience);
          },
        );
        nrOfTests += results.length;
        if (hitLimit !== undefined && context.hitCount > hitLimit) return { status: "timeout" };
        const failed = results.filter(({ status }) => status === "failed");
        if (failed.length > 0) {
          const [{ failureMessage }] = failed;
          return {
            status: "killed",
            killedBy: failed.map(({ id }) => id),
            failureMessage,
            nrOfTests,
          };
        }
      }
      return { status: "survived", nrOfTests };
    },
  };
};
createRunner.inject = [];

export const strykerPlugins = [{ kind: "TestRunner", name: "house", factory: createRunner }];
