// Runs specs for Stryker on the mocha that `npm test` runs on; see docs/decisions/0019-mutation-testing.md.
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import Mocha from "mocha";

/** Returns the folder of the bundled specs. The working directory is the sandbox. */
const specs = () => resolve(".build/bundle/test");

/** Maximum time of a test in which a mutant is active, in milliseconds: a mutant may keep a promise from being resolved. */
const mutantTimeout = 10_000;

/** Returns the object that instrumented code reads the active mutant from and writes its coverage to. */
const instrumented = () => (globalThis.__stryker__ ??= {});

/** True for the tests that only `npm run test:slow` runs. */
const isSlow = (title) => title.includes("@slow");

const loadSpecs = async () => {
  const mocha = new Mocha({ timeout: 30_000, reporter: Mocha.reporters.Base });
  mocha.cleanReferencesAfterRun(false);
  const files = await readdir(specs(), { recursive: true });
  for (const file of files.sort()) {
    if (!file.endsWith(".spec.js")) continue;
    mocha.addFile(join(specs(), file));
  }
  await mocha.loadFilesAsync();
  return mocha;
};

/** Runs the tests whose full titles `wanted` accepts. */
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

const createRunner = () => {
  let mocha;
  return {
    capabilities: () => ({ reloadEnvironment: false }),

    async init() {
      mocha = await loadSpecs();
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

    async mutantRun({ activeMutant, testFilter, hitLimit }) {
      const context = instrumented();
      context.mutantCoverage = undefined;
      context.currentTestId = undefined;
      context.hitCount = hitLimit === undefined ? undefined : 0;
      context.hitLimit = hitLimit;
      context.activeMutant = activeMutant.id;
      mocha.bail(true);
      const covering = testFilter === undefined ? undefined : new Set(testFilter);
      const results = await run(
        mocha,
        (title) => covering?.has(title) ?? true,
        (test) => {
          test.timeout(mutantTimeout);
        },
      );
      const nrOfTests = results.length;
      if (hitLimit !== undefined && context.hitCount > hitLimit) return { status: "timeout" };
      const failed = results.filter(({ status }) => status === "failed");
      if (failed.length === 0) return { status: "survived", nrOfTests };
      const [{ failureMessage }] = failed;
      return { status: "killed", killedBy: failed.map(({ id }) => id), failureMessage, nrOfTests };
    },
  };
};
createRunner.inject = [];

export const strykerPlugins = [{ kind: "TestRunner", name: "mocha-bundle", factory: createRunner }];
